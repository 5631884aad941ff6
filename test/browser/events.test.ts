import { describe, expect, test } from "vitest";
import { browserWorld, visit } from "./harness/world.ts";

const world = browserWorld();

describe.concurrent("the event of a card", () => {
  test("is filled, rendered and viewed, with the ad", async () => {
    const { page, endsWith } = await visit(world());
    const { heard, id } = await page.evaluate(async () => {
      await lab.client.mount(lab.slot(), { accept_formats: ["text"] });
      const { delivery } = await lab.hear("viewed");
      return { heard: lab.heard, id: String(delivery) };
    });
    expect(heard.map(({ name, delivery, by, keys }) => ({ name, delivery, by, keys }))).toEqual(
      ["filled", "rendered", "viewed"].map((name) => ({ name, delivery: id, by: "slot", keys: ["ad"] })),
    );
    await endsWith([id]);
  });

  test("is no-ad without an ad, and the page stays unchanged", async () => {
    const { page, endsWith } = await visit(world());
    const { heard, cards } = await page.evaluate(async () => {
      await lab.client.mount(lab.slot(), { language_code: "fi" });
      return { heard: lab.heard, cards: lab.shadow().childElementCount };
    });
    expect(heard.map(({ name, by, keys }) => ({ name, by, keys }))).toEqual([
      { name: "no-ad", by: "slot", keys: ["ad"] },
    ]);
    expect(cards).toBe(0);
    await endsWith([]);
  });

  test("is action with the signed action, rendered for each scene, clicked with the link", async () => {
    const { page, window, endsWith } = await visit(world());
    // Its view could come before the click: a new tab may take longer than a second.
    const id = await page.evaluate(
      async () => (await lab.show("consent", "slot", { trackViews: false })).ad.delivery_id,
    );
    const details = await page.evaluateHandle(() => {
      const told: unknown[] = [];
      for (const name of ["action", "clicked"]) {
        document.addEventListener(`handbill:${name}`, (event) => {
          if (event instanceof CustomEvent) told.push(event.detail.action ?? event.detail.url);
        });
      }
      return told;
    });
    await page.getByRole("button", { name: "Yes, show me" }).click();
    const opened = window.waitForEvent("page");
    await page.getByRole("link", { name: "See the islands" }).click();
    await (await opened).waitForURL("**/landing");
    const heard = await page.evaluate(() => lab.heard.map(({ name, keys }) => [name, ...keys]));
    expect(heard).toEqual([
      ["rendered", "ad"],
      ["action", "action", "ad"],
      ["rendered", "ad"],
      ["clicked", "ad", "url"],
    ]);
    expect(await details.jsonValue()).toEqual([
      expect.stringMatching(/^[\w-]{28}$/),
      expect.stringContaining("/api/v1/click/"),
    ]);
    await endsWith([id]);
  });

  test("is error with the server's message, when the site is not allowed", async () => {
    const { page, window, endsWith, server } = await visit(world());
    const path = world().site.add("elsewhere", {
      html: '<div id="slot"></div><script type="module" src="/lab.js"></script>',
    });
    // The page's own origin, which the platform does not know.
    const stranger = `http://stranger.localhost:${new URL(world().site.origin).port}`;
    await page.goto(`${stranger}${path}?ads=${encodeURIComponent(server.url)}`);
    const { names, error } = await page.evaluate(async () => {
      await lab.client.mount(lab.slot());
      return { names: lab.heard.map(({ name, keys }) => [name, ...keys]), error: lab.heard[0]?.error };
    });
    expect(names).toEqual([["error", "error"]]);
    expect(error).toMatch(/AdError: .*(site|origin)/i);
    expect(window.pages()).toHaveLength(1);
    await endsWith([]);
  });
});
