import { describe, expect, test } from "vitest";
import { scriptAnswers } from "./harness/script-answers.ts";
import { browserWorld, type Visit, visit } from "./harness/world.ts";

const world = browserWorld();

const lines = ({ server }: Visit, part: string) => server.log.filter((line) => line.includes(part));

describe.concurrent("a button", () => {
  test("that is double-clicked sends one action, with any button at its position in the next scene", async () => {
    const visited = await visit(world());
    const { page } = visited;
    const id = await page.evaluate(async () => (await lab.show("quiz")).ad.delivery_id);
    const always = page.getByRole("button", { name: "Always" });
    const { x, y, width, height } = (await always.boundingBox()) ?? expect.fail();
    const at = [x + width / 2, y + height / 2] as const;
    // The second click comes when the next question is there; its first button is at the same place.
    await page.mouse.click(...at);
    await page.getByRole("button", { name: "slow" }).waitFor();
    const next = (await page.getByRole("button", { name: "slow" }).boundingBox()) ?? expect.fail();
    await page.mouse.move(...at);
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    const fence = await page.evaluate(() => lab.fence());
    expect(next.x).toBeLessThan(at[0]);
    expect(next.x + next.width).toBeGreaterThan(at[0]);
    expect(next.y).toBe(y);
    expect(lines(visited, "/interact")).toHaveLength(1);
    await visited.endsWith([id, fence]);
  });

  test("that is clicked twice in one moment sends one action", async () => {
    const visited = await visit(world());
    const { page } = visited;
    const id = await page.evaluate(async () => (await lab.show("quiz")).ad.delivery_id);
    await page.getByRole("button", { name: "Always" }).dblclick();
    await page.getByRole("button", { name: "slow" }).waitFor();
    expect(lines(visited, "/interact")).toHaveLength(1);
    await visited.endsWith([id]);
  });

  test("with an action and a link does both", async () => {
    const visited = await visit(world());
    const { page, window } = visited;
    // Its view could come before, between or after: a new tab may take longer than a second.
    const id = await page.evaluate(
      async () => (await lab.show("quiz", "slot", { trackViews: false })).ad.delivery_id,
    );
    const opened = window.waitForEvent("page");
    await page.getByRole("link", { name: "Let me read" }).click();
    await (await opened).waitForURL("**/landing");
    await page.getByRole("button", { name: "slow" }).waitFor();
    expect(await page.evaluate(() => lab.heard.map(({ name }) => name))).toEqual([
      "rendered",
      "clicked",
      "action",
      "rendered",
    ]);
    expect(lines(visited, "/click/")).toHaveLength(1);
    await visited.endsWith([id]);
  });

  test("leaves the card busy until the answer is there, and presses meanwhile send nothing", async () => {
    const visited = await visit(world());
    const { page } = visited;
    const id = await page.evaluate(async () => (await lab.show("consent")).ad.delivery_id);
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/interact", async (route) => {
      await held;
      await route.continue();
    });
    const yes = page.getByRole("button", { name: "Yes, show me" });
    await yes.click();
    await page.getByRole("status").getByText("One moment …").waitFor();
    expect(await page.locator("handbill-ad section").getAttribute("aria-busy")).toBe("true");
    await yes.click();
    await page.getByRole("button", { name: "No, thanks" }).press("Enter");
    release();
    await page.getByText("Round up every purchase").waitFor();
    expect(await page.locator("handbill-ad section").getAttribute("aria-busy")).toBeNull();
    expect(await page.locator("handbill-ad").getByRole("status").textContent()).toBe("");
    expect(lines(visited, "/interact")).toHaveLength(1);
    await visited.endsWith([id]);
  });

  test("that fails reports it in the status line, in the page's own words", async () => {
    const { page, endsWith } = await visit(world());
    await scriptAnswers(page, "interact", ["network failure"]);
    await page.evaluate(() =>
      lab.show("consent", "slot", { trackViews: false, words: { failed: "Leider nicht." } }),
    );
    await page.getByRole("button", { name: "Yes, show me" }).click();
    await page.getByRole("status").getByText("Leider nicht.").waitFor();
    expect(await page.locator("handbill-ad section").getAttribute("aria-busy")).toBe("false");
    await endsWith([]);
  });
});

describe.concurrent("the focus", () => {
  test("moves to the next scene when it was inside, so that Tab goes on from there", async () => {
    const { page, endsWith } = await visit(world());
    const id = await page.evaluate(async () => (await lab.show("quiz")).ad.delivery_id);
    await page.getByRole("button", { name: "Never" }).press("Enter");
    await page.getByRole("button", { name: "slow" }).waitFor();
    const focused = () => page.evaluate(() => lab.shadow().activeElement?.getAttribute("part"));
    expect(await focused()).toBe("content");
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => lab.shadow().activeElement?.textContent)).toBe("slow");
    await endsWith([id]);
  });

  test("stays where the visitor is when it was not inside", async () => {
    const { page, endsWith } = await visit(world(), {
      html: '<input id="mine"><div id="slot"></div><script type="module" src="/lab.js"></script>',
    });
    const focused = await page.evaluate(async () => {
      const { card } = await lab.show("text", "slot", { trackViews: false });
      lab.slot("mine").focus();
      card.setAd(await lab.ad("response"));
      return document.activeElement?.id;
    });
    expect(focused).toBe("mine");
    await endsWith([]);
  });
});

describe.concurrent("an advertising link", () => {
  test("is never prefetched: the server gets one request, with the click", async () => {
    const visited = await visit(world(), {
      html: '<div id="slot"></div><div id="other"></div><script type="module" src="/lab.js"></script>',
    });
    const { page, window } = visited;
    const ids = await page.evaluate(async () => {
      const shown = [await lab.show("text"), await lab.show("card", "other")];
      await Promise.all(shown.map(({ ad }) => lab.hear("viewed", ad.delivery_id)));
      return shown.map(({ ad }) => ad.delivery_id);
    });
    const link = page.locator("#slot").getByRole("link");
    await link.hover();
    await link.focus();
    await page.evaluate(() => lab.frames());
    const hints = await page.evaluate(() => document.querySelectorAll("link").length);
    expect([hints, lines(visited, "/click/")]).toEqual([0, []]);
    const opened = window.waitForEvent("page");
    await link.click();
    await (await opened).waitForURL("**/landing");
    expect(lines(visited, "/click/")).toHaveLength(1);
    await visited.endsWith(ids);
  });

  test("prefetched by the page's speculation rules gets no answer and is not billed", async ({ expect }) => {
    const visited = await visit(world(), {
      html: `<script type="speculationrules">{"prefetch":[{"source":"document","eagerness":"immediate"}]}</script>
<div id="slot"></div><script type="module" src="/lab.js"></script>`,
    });
    await visited.page.evaluate(() => lab.show("text", "slot", { trackViews: false }));
    await expect
      .poll(() => lines(visited, "/click/"), { timeout: 30_000 })
      .toEqual([expect.stringMatching(/ 503$/)]);
    const fence = await visited.page.evaluate(() => lab.fence());
    await visited.endsWith([fence]);
  });

  test("is marked as sponsored, and opens a page that knows nothing of this one", async () => {
    const { page, endsWith } = await visit(world());
    await page.evaluate(() => lab.show("text", "slot", { trackViews: false }));
    const link = page.getByRole("link");
    expect(await link.getAttribute("rel")).toBe("sponsored noreferrer");
    expect(await link.getAttribute("target")).toBe("_blank");
    expect(await link.getAttribute("href")).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v1\/click\/[\w-]{44}$/);
    await endsWith([]);
  });
});
