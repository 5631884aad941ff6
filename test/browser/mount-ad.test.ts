import { describe, expect, test } from "vitest";
import { browserWorld, visit } from "./harness/world.ts";

const world = browserWorld();

describe.concurrent("mountAd", () => {
  test("asks onAction for the next ad, with the ad and the action of the button", async () => {
    const { page, endsWith, server } = await visit(world());
    const id = await page.evaluate(async () => {
      const { ad } = await lab.show("consent", "slot", {
        onAction: async (shown, action) => {
          const answer = await lab.client.interact(shown, action);
          return {
            ...answer,
            blocks: [{ kind: "text", text: `By the page: ${action.length}` }, ...answer.blocks],
          };
        },
      });
      return ad.delivery_id;
    });
    await page.getByRole("button", { name: "No, thanks" }).click();
    await page.getByText("By the page: 28").waitFor();
    expect(server.log.filter((line) => line.includes("/interact"))).toEqual([
      "POST /api/v1/web/interact 200",
    ]);
    await endsWith([id]);
  });

  test("shows no ad after onAction returned null or nothing", async () => {
    const { page, endsWith } = await visit(world());
    await page.evaluate(async () => {
      await lab.show("consent", "slot", { trackViews: false, onAction: async () => null });
    });
    await page.getByRole("button", { name: "No, thanks" }).click();
    await page.locator("handbill-ad section").waitFor({ state: "detached" });
    expect(await page.evaluate(() => lab.heard.map(({ name }) => name))).toEqual(["rendered", "action"]);
    await endsWith([]);
  });

  test("without a client and onAction says what to do when a button is pressed", async () => {
    const { page, endsWith } = await visit(world());
    await page.evaluate(async () => {
      lab.sdk.configure({ client: undefined });
      lab.sdk.mountAd(lab.slot(), { ad: await lab.ad("consent") });
    });
    await page.getByRole("button", { name: "No, thanks" }).click();
    const { error } = await page.evaluate(() => lab.hear("error"));
    expect(error).toContain("Give mountAd a client or onAction");
    await endsWith([]);
  });

  test("uses the client of its options, or else that of configure", async () => {
    const { page, endsWith, server } = await visit(world(), {
      html: '<div id="slot"></div><div id="other"></div><script type="module" src="/lab.js"></script>',
    });
    const ids = await page.evaluate(async (baseUrl) => {
      const platformId = "pf_browser";
      const mine = lab.sdk.createClient({ baseUrl, platformId, visitorId: lab.sdk.newVisitorId() });
      const ads = [await mine.requestAd(), await lab.ad("text")];
      lab.sdk.mountAd(lab.slot(), { ad: ads[0], client: mine });
      lab.sdk.mountAd(lab.slot("other"), { ad: ads[1] });
      await Promise.all(ads.map((ad) => lab.hear("viewed", ad?.delivery_id)));
      return ads.map((ad) => String(ad?.delivery_id));
    }, server.url);
    await endsWith(ids);
  });

  test("mounts one card in an element, and destroys the previous one", async () => {
    const { page, endsWith } = await visit(world());
    const { hosts, id } = await page.evaluate(async () => {
      const [early, middle, ad] = [await lab.ad("text"), await lab.ad("text"), await lab.ad("text")];
      const first = lab.sdk.mountAd(lab.slot(), { ad: early });
      lab.sdk.mountAd(lab.slot(), { ad: middle });
      // A removed card stays removed, and removes no other.
      first.destroy();
      first.setAd(early);
      lab.sdk.mountAd(lab.slot(), { ad });
      await lab.hear("viewed", ad.delivery_id);
      return { hosts: lab.slot().childElementCount, id: ad.delivery_id };
    });
    expect(hosts).toBe(1);
    await endsWith([id]);
  });

  test("destroy restores the element, and a pending answer shows nothing", async () => {
    const { page, endsWith } = await visit(world());
    const { html, names, id } = await page.evaluate(async () => {
      lab.slot().textContent = "Mine";
      const { ad, card } = await lab.show("consent");
      lab.shadow().querySelector<HTMLElement>("[part=content] button")?.click();
      card.destroy();
      const fence = await lab.fence();
      return {
        html: lab.slot().innerHTML,
        names: lab.heard.map(({ name }) => name),
        id: [ad.delivery_id, fence],
      };
    });
    expect(html).toBe("Mine");
    expect(names).toEqual(["rendered", "action"]);
    await endsWith(id);
  });
});
