import { describe, expect, test } from "vitest";
import { browserWorld, longPage, visit } from "./harness/world.ts";

const world = browserWorld();

// contract.md §3, fact 4: at least half of the card is on screen for at least one second.
describe.concurrent("the share of a card on screen decides whether it is seen", () => {
  test("49 % is not a view, however long it lasts; 50 % is one", async () => {
    const { page, endsWith } = await visit(world(), { html: longPage });
    const charged = await page.evaluate(async () => {
      const { ad } = await lab.show("text");
      lab.leave(98);
      const first = await lab.fence();
      const early = lab.heard.filter(({ name }) => name === "viewed").length;
      lab.leave(100);
      await lab.hear("viewed", ad.delivery_id);
      return { ids: [first, ad.delivery_id], early, height: lab.slot().offsetHeight };
    });
    expect(charged).toMatchObject({ early: 0, height: 200 });
    await endsWith(charged.ids);
  });

  test("a card with only its lower half on screen is seen, too", async () => {
    const { page, endsWith } = await visit(world(), { html: longPage });
    const id = await page.evaluate(async () => {
      const { ad } = await lab.show("text");
      scrollTo(0, 2000 - innerHeight + 100);
      await lab.hear("viewed", ad.delivery_id);
      return ad.delivery_id;
    });
    await endsWith([id]);
  });

  test("a card fills its reserved space, so that half of the space is half of the card", async () => {
    const { page, endsWith } = await visit(world(), { html: longPage });
    const [card, place] = await page.evaluate(async () => {
      lab.slot().style.setProperty("--handbill-min-height", "500px");
      await lab.show("text", "slot", { trackViews: false });
      const section = lab.shadow().querySelector("section");
      return [section?.getBoundingClientRect().height, lab.slot().offsetHeight];
    });
    expect([card, place]).toEqual([500, 500]);
    await endsWith([]);
  });

  test("a card taller than two screens is never seen; one of two screens is", async () => {
    const { page, endsWith } = await visit(world(), { html: longPage });
    const { tall, ids } = await page.evaluate(async () => {
      lab.slot().style.setProperty("--handbill-min-height", "1202px");
      lab.slot("other").style.setProperty("--handbill-min-height", "1200px");
      await lab.show("text");
      const other = await lab.show("text", "other");
      lab.leave(1000);
      const first = await lab.fence();
      lab.leave(1202 - 300);
      const second = await lab.fence();
      const tall = lab.slot().offsetHeight / innerHeight;
      lab.leave(600, "other");
      await lab.hear("viewed", other.ad.delivery_id);
      return { tall, ids: [first, second, other.ad.delivery_id] };
    });
    expect(tall).toBeGreaterThan(2);
    await endsWith(ids);
  });

  test("two cards at once are each seen once", async () => {
    const { page, endsWith } = await visit(world(), { html: longPage });
    const ids = await page.evaluate(async () => {
      const shown = [await lab.show("text"), await lab.show("consent", "other")];
      lab.leave(200);
      const deliveries = shown.map(({ ad }) => ad.delivery_id);
      await Promise.all(deliveries.map((id) => lab.hear("viewed", id)));
      return deliveries;
    });
    await endsWith(ids);
  });

  test("a card out of sight is not seen beside a visible one", async () => {
    const { page, endsWith } = await visit(world(), { html: longPage });
    const id = await page.evaluate(async () => {
      const above = await lab.show("text");
      await lab.show("text", "other");
      scrollTo(0, 2000 - innerHeight + 200);
      await lab.hear("viewed", above.ad.delivery_id);
      return above.ad.delivery_id;
    });
    await endsWith([id]);
  });

  test("a card that fades in is seen a second after it can be", async () => {
    const { page, endsWith } = await visit(world());
    const { ids, early } = await page.evaluate(async () => {
      lab.slot().style.opacity = "0";
      const { ad } = await lab.show("text");
      const first = await lab.fence();
      const early = lab.heard.filter(({ name }) => name === "viewed").length;
      lab.slot().style.opacity = "1";
      await lab.hear("viewed", ad.delivery_id);
      return { ids: [first, ad.delivery_id], early };
    });
    expect(early).toBe(0);
    await endsWith(ids);
  });

  test("an element that gets its size later is seen then", async () => {
    const { page, endsWith } = await visit(world());
    const id = await page.evaluate(async () => {
      const ad = await lab.ad("text");
      const seen = lab.sdk.trackView(ad, lab.slot());
      await lab.frames();
      lab.slot().textContent = ad.disclosure;
      return (await seen) && ad.delivery_id;
    });
    await endsWith([String(id)]);
  });
});
