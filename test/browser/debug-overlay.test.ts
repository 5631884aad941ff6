import { readFileSync } from "node:fs";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createMemoryStore } from "../../adapters/memory/mod.ts";
import { createHandbill } from "../../core/handbill.ts";
import { createManagement, type Management } from "../../core/management/management.ts";
import { withManagement } from "../../core/management/with-management.ts";
import { createConsole } from "../../runtimes/console/console.ts";
import { withScript } from "../../runtimes/demo/script-route.ts";
import { serve } from "../../runtimes/node/mod.ts";
import { visitor } from "../console/visitor.ts";
import { plant } from "../runtimes/seed.ts";
import { browserCatalog, platformId } from "./harness/catalog.ts";
import { openWindow } from "./harness/chromium.ts";
import { browserWorld } from "./harness/world.ts";

const world = browserWorld();
const operatorToken = "operator-token-of-the-overlay-tests-0123456789";
const strict =
  "default-src 'none'; script-src {{ads}}; style-src 'unsafe-inline'; connect-src {{ads}}; img-src *; require-trusted-types-for 'script'; trusted-types 'none'";
const slots = `<div id="one" data-ad="chat" data-question="Islands?" data-formats="text"></div>
<div id="none" data-ad="sidebar" data-language="fi"></div><div id="wrong" data-ad="unregistered"></div>`;

let ads = "";
let management: Management;
let ahead = 0;
let close = async (): Promise<void> => {};
let pages = 0;
const problems: string[] = [];

beforeAll(async () => {
  const { site } = world();
  const store = createMemoryStore();
  const settings = {
    store,
    env: (name: string) => (name === "HANDBILL_BASE_URL" ? ads : undefined),
    secrets: ["the signing secret of the overlay tests"],
    log: () => {},
  };
  await plant(store, {
    catalog: browserCatalog(site.origin, [site.origin, site.otherOrigin]),
    apiKeys: [],
  });
  const handbill = createHandbill({ ...settings, trafficRules: { unprovenHolds: false } });
  management = createManagement({
    ...settings,
    handbill,
    operatorTokens: [operatorToken],
    console: createConsole(),
    clock: () => Date.now() + ahead,
  });
  const running = await serve(withScript(withManagement(handbill, management)), { port: 0 });
  ads = running.url;
  close = running.close;
});
afterEach(async () => {
  ahead = 0;
  for (const context of world().browser.contexts()) await context.close();
  expect(problems.splice(0)).toEqual([]);
});
afterAll(() => close());

/** Serves a page with the script tag under a strict policy; returns its address. */
function addPage(body: string, attributes = ""): string {
  pages += 1;
  return world().site.add(`debugged-${pages}`, {
    html: `<!doctype html><html lang="en" ${attributes}><title>Page</title><meta name="color-scheme" content="light dark">
<style>body { margin: 0 } #below { margin-top: 3000px }</style>
<script async src="${ads}/handbill.js" data-platform="${platformId}"></script><main><h1>Page</h1>${body}</main>`,
    headers: { "content-security-policy": strict.replaceAll("{{ads}}", ads) },
  });
}

/** The debug link of a page, made on the console's page of the platform. */
async function linkTo(address: string): Promise<string> {
  const person = visitor(management, { at: ads });
  await person.send("sign-in", { credential: operatorToken });
  await person.read(`platforms/${platformId}`);
  const { text } = await person.send(`platforms/${platformId}/debug-link`, { page: address });
  const link = /href="([^"]*#handbill-debug=[^"]*)"/.exec(text)?.[1];
  if (link === undefined) throw new Error("The console made no link.");
  return link.replaceAll("&amp;", "&");
}

async function open(
  address: string,
  options: BrowserContextOptions = {},
): Promise<Page & { loaded: string[] }> {
  const page = await (await openWindow(world().browser, options)).newPage();
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(request.url()));
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on(
    "console",
    (message) => message.text().includes("Content Security") && problems.push(message.text()),
  );
  await page.goto(address);
  return Object.assign(page, { loaded });
}

async function debug(body = slots, options: BrowserContextOptions = {}, attributes = "") {
  const link = await linkTo(world().site.origin + addPage(body, attributes));
  return open(link, { viewport: { width: 900, height: 700 }, ...options });
}

const summaryOf = (page: Page, slot: number) => page.locator("handbill-debug summary").nth(slot - 1);
const status = (page: Page) => page.locator("handbill-debug [role=status]").innerText();
const shown = (page: Page, slot: number, text: string | RegExp) =>
  expect.poll(() => summaryOf(page, slot).innerText()).toMatch(text);
const secondsOf = async (page: Page, slot: number): Promise<number> =>
  Number(/([\d.]+) s in view/.exec(await summaryOf(page, slot).innerText())?.[1]);

/** The panel lets hit tests through, so it is pressed at its place. */
async function press(page: Page, name: string): Promise<void> {
  const box = await page.locator("handbill-debug").getByRole("button", { name, exact: true }).boundingBox();
  if (box === null) throw new Error(`There is no button ${name}.`);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

async function openDetails(page: Page, slot: number): Promise<void> {
  await summaryOf(page, slot).focus();
  await page.keyboard.press("Enter");
}

describe("the debug overlay", () => {
  test("is not loaded without a debug link", async () => {
    const page = await open(world().site.origin + addPage(slots));
    await page.locator("handbill-ad section").first().waitFor();
    expect(page.loaded.some((url) => url.includes("handbill.js"))).toBe(true);
    expect(page.loaded.filter((url) => url.includes("debug"))).toEqual([
      `${world().site.origin}/debugged-${pages}`,
    ]);
    expect(await page.locator("handbill-debug").count()).toBe(0);
  });

  test("shows each slot of a page under a strict policy: state, request, answer, events, errors, and why", async () => {
    const page = await debug();
    await shown(page, 1, /^1 · chat · ad · 100 % · [\d.]+ s in view · view confirmed$/);
    await shown(page, 2, /^2 · sidebar · no ad$/);
    await shown(page, 3, /^3 · unregistered · error$/);
    expect(await status(page)).toMatch(/^pf_browser, 15 min left$/);

    await openDetails(page, 1);
    const first = page.locator("handbill-debug details").first();
    await expect.poll(() => first.innerText()).toContain("text won. The highest random draw wins");
    await expect.poll(() => first.locator("pre").count()).toBeGreaterThan(1);
    const [request = "", answer = ""] = await first.locator("pre").allInnerTexts();
    expect(JSON.parse(request)).toMatchObject({ platform_id: platformId, context: { question: "Islands?" } });
    const { ad } = JSON.parse(answer);
    expect(ad.format).toBe("text");
    for (const name of ["filled", "rendered", "viewed"])
      await expect.poll(() => first.innerText()).toContain(`s: ${name}`);

    await openDetails(page, 2);
    const second = page.locator("handbill-debug details").nth(1);
    await expect.poll(() => second.innerText()).toContain("has no creative in this language");
    await openDetails(page, 3);
    const third = page.locator("handbill-debug details").nth(2);
    await expect.poll(() => third.innerText()).toContain("placement");
  });

  test("shows the ratio that the browser measures, and counts time only while half of the card is seen", async () => {
    const tall = `<div style="height: 400px"></div><div id="one" data-ad="chat" data-formats="text"></div>
<div style="height: 1500px"></div><div id="two" data-ad="chat" data-formats="response"></div><div style="height: 1500px"></div>`;
    const page = await debug(tall);
    await shown(page, 1, "view confirmed");
    await expect.poll(() => secondsOf(page, 1)).toBeGreaterThanOrEqual(1);
    await shown(page, 2, /not asked$| 0 % · 0\.0 s in view · not confirmed$/);

    // A third of the first card stays on screen.
    await page.evaluate(() => {
      const { top, height } =
        document.querySelector("#one handbill-ad")?.getBoundingClientRect() ?? new DOMRect();
      scrollTo(0, scrollY + top + (height * 2) / 3);
    });
    await shown(page, 1, / 3\d % /);
    const before = await secondsOf(page, 1);
    await page.evaluate(() => document.querySelector("#two")?.scrollIntoView({ block: "center" }));
    await shown(page, 2, /100 % .* view confirmed$/);
    await shown(page, 1, / 0 % /);
    await expect.poll(() => secondsOf(page, 2)).toBeGreaterThanOrEqual(1);
    // A second and more has passed.
    expect(await secondsOf(page, 1)).toBe(before);
  });

  test("changes no view: a card below its panel counts, and is refused once the panel takes part in hit tests", async () => {
    const corner = (id: string) =>
      `<div id="${id}" data-ad="chat" data-formats="text" style="position: fixed; right: 20px; bottom: 20px; width: 300px"></div>`;
    const page = await debug(corner("one"));
    await shown(page, 1, /100 % .* view confirmed$/);
    const panel = await page.locator("handbill-debug section").boundingBox();
    const card = await page.locator("handbill-ad").boundingBox();
    expect(card?.x).toBeGreaterThanOrEqual(panel?.x ?? Number.NaN);
    expect(card?.width).toBeLessThan(panel?.width ?? 0);

    // The fault: an overlay as others build them.
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync("section { pointer-events: auto !important; block-size: 60vh }");
      document.querySelector("handbill-debug")?.shadowRoot?.adoptedStyleSheets.push(sheet);
    });
    await expect.poll(() => page.locator("handbill-debug .outline.seen").count()).toBe(0);
  });

  test("is read and removed by keyboard and by pointer, and leaves nothing", async () => {
    const page = await debug();
    await shown(page, 1, "view confirmed");
    await press(page, "Fold");
    expect(await summaryOf(page, 1).isVisible()).toBe(false);
    await press(page, "Unfold");
    const names: string[] = [];
    await page.evaluate(
      "document.querySelector('handbill-debug').shadowRoot.querySelector('button').focus()",
    );
    for (let tab = 0; tab < 4; tab++) {
      names.push(
        await page.evaluate(() => {
          const { activeElement } = document.querySelector("handbill-debug")?.shadowRoot ?? document;
          return activeElement?.textContent ?? "";
        }),
      );
      await page.keyboard.press("Tab");
    }
    expect(names).toEqual(["Fold", "Remove", expect.stringMatching(/^1 · /), expect.stringMatching(/^2 · /)]);
    await page.evaluate(
      "document.querySelector('handbill-debug').shadowRoot.querySelector('button').focus()",
    );
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    expect(await page.locator("handbill-debug").count()).toBe(0);
    expect(await page.evaluate("[location.hash, String(fetch).includes('native code')]")).toEqual(["", true]);
    expect(await page.locator("handbill-ad section").count()).toBe(1);
  });

  const axe = readFileSync(new URL("../../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
  test.each([
    ["light", "ltr"],
    ["dark", "rtl"],
  ] as const)("axe finds nothing in it, %s and %s", async (colorScheme, direction) => {
    const page = await debug(
      slots,
      { colorScheme, viewport: { width: 360, height: 740 } },
      `dir="${direction}"`,
    );
    await shown(page, 1, "view confirmed");
    await openDetails(page, 1);
    await expect.poll(() => page.locator("handbill-debug details").first().innerText()).toContain("won");
    await page.evaluate(axe);
    const found = await page.evaluate(
      `axe.run("handbill-debug").then(({ violations }) => violations.map(({ id, nodes }) => id + " " + nodes.map(({ target }) => target.join(" ")).join(", ")))`,
    );
    expect(found).toEqual([]);
    const box = await page.locator("handbill-debug section").boundingBox();
    expect(box?.x).toBe(12);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(360);
  });
});

describe("a debug link that is not valid shows the reason, and nothing else", () => {
  const change: readonly [string, RegExp, (link: string) => string][] = [
    ["expired", /has expired/, (link) => link],
    ["changed", /signature is wrong/, (link) => link.slice(0, -1) + (link.endsWith("A") ? "B" : "A")],
    [
      "moved to another site of the platform",
      /is for pages of http:\/\/127\.0\.0\.1:\d+ only/,
      (link) => link.replace("127.0.0.1", "localhost"),
    ],
  ];
  test.each(change)("%s", async (name, reason, changed) => {
    const link = await linkTo(world().site.origin + addPage(slots));
    if (name === "expired") ahead = 15 * 60_000 + 1;
    const page = await open(changed(link));
    await expect.poll(() => status(page)).toMatch(reason);
    await page.locator("handbill-ad section").first().waitFor();
    expect(await page.locator("handbill-debug summary").count()).toBe(0);
    expect(await page.locator("handbill-debug .outline").count()).toBe(0);
  });
});
