import { readFileSync } from "node:fs";
import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { DeliveryTotals } from "../../runtimes/demo/site/delivery-life.ts";
import { launchChromium, openWindow } from "../browser/harness/chromium.ts";
import {
  freePort,
  removeTemporaryDirectories,
  type Started,
  startCli,
  temporaryDirectory,
} from "./run-cli.ts";

const wide = { viewport: { width: 1_400, height: 900 } };
const narrow = { viewport: { width: 360, height: 740 } };

let server: Started;
let browser: Browser;
/** Everything a page complained about: errors, warnings, violations of its policy. */
const complaints: string[] = [];

beforeAll(async () => {
  server = await startCli(await freePort(), { directory: await temporaryDirectory() });
  browser = await launchChromium();
});
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
  expect(complaints.splice(0)).toEqual([]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await removeTemporaryDirectories();
});

async function open(options: BrowserContextOptions = wide): Promise<Page> {
  const page = await (await openWindow(browser, options)).newPage();
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  await page.goto(server.facts.baseUrl);
  // The chat's, the article's and the feed's ads.
  await expect.poll(() => page.locator("handbill-ad section").count()).toBe(3);
  return page;
}

function lineOf(page: Page, campaign: string): Locator {
  return page.locator(".delivery", { hasText: campaign }).first();
}

async function expectText(locator: Locator, text: string): Promise<void> {
  await expect.poll(() => locator.innerText()).toContain(text);
}

async function stepsOf(line: Locator): Promise<readonly string[]> {
  return line.locator(".step:not(.open)").allInnerTexts();
}

async function totalsOfServer(): Promise<DeliveryTotals> {
  return (await (await fetch(`${server.facts.baseUrl}/demo/deliveries`)).json()).totals;
}

async function totalOf(page: Page, name: string): Promise<number> {
  const text = await page.locator(`#total-${name}`).innerText();
  return Number(text.replace("USD", ""));
}

test("the first minute: a question, the ad that fits it, held, seen for a second, billed", async () => {
  const page = await open();
  await expect.poll(() => totalOf(page, "issued")).toBe(3);
  await expectText(lineOf(page, "banking-"), "Billed USD\u00a00.006.");
  expect(await totalOf(page, "billed")).toBe(0.006);

  await page.getByRole("button", { name: "Ideas for a city break?" }).click();
  const line = lineOf(page, "travel-");
  await expectText(line, "0.006 is held");
  expect(await line.innerText()).toContain("topic travel");
  await expectText(line, "Seen for one second. Billed USD\u00a00.006.");
  expect(await stepsOf(line)).toEqual(["issued", "seen", "billed"]);
  await expectText(page.locator("#now"), "Billed USD\u00a00.006.");
  expect(await totalOf(page, "billed")).toBe(0.012);

  // The article's ad is below the fold: issued, and not billed before it is seen.
  expect(await stepsOf(lineOf(page, "fitness-"))).toEqual(["issued"]);
  await page.locator("#article .ad").scrollIntoViewIfNeeded();
  await expectText(lineOf(page, "fitness-"), "Seen for one second. Billed USD\u00a00.006.");
});

test("a quiz by keyboard alone, from the question to the result, is billed once; its link stays here", async () => {
  const page = await open();
  await page.locator("#formats label", { hasText: "quiz" }).click();
  await page.getByLabel("Your question").focus();
  await page.keyboard.type("Which running shoes for a bog?");
  await page.keyboard.press("Enter");
  const card = page.locator("#log handbill-ad").last();
  await card.getByRole("button", { name: "On trails" }).focus();
  await page.keyboard.press("Enter");
  await expectText(card.locator("section"), "The Curlew");
  const line = lineOf(page, "shoes-quiz");
  await expectText(line, "Billed USD\u00a00.006");
  expect(await stepsOf(line)).toContain("pressed");

  const pages = page.context().pages().length;
  await card.getByRole("link", { name: "See the Curlew" }).focus();
  await page.keyboard.press("Enter");
  await expectText(line, "Clicked. Not billed again.");
  await expectText(page.locator("#log .note").last(), "The click is counted.");
  expect(page.context().pages().length).toBe(pages);
  expect((await stepsOf(line)).filter((step) => step === "billed")).toEqual(["billed"]);
});

test("test ads are played like others, and the server knows nothing of them", async () => {
  const page = await open();
  const before = await totalsOfServer();
  await page.locator(".switch").click();
  await page.locator("label", { hasText: "quiz" }).click();
  const feed = page.locator("#feed handbill-ad");
  await expectText(feed.locator("section"), "Test quiz, 1 of 2");
  await feed.getByRole("button", { name: "The question" }).click();
  await feed.getByRole("button", { name: "Yes" }).click();
  await expectText(feed.locator("section"), "That was the test quiz");
  const line = page.locator(".delivery.latest");
  await expectText(line, "Test: never stored, never billed.");
  expect(await line.innerText()).toContain("pressed");
  await expect.poll(async () => (await page.locator(".delivery").allInnerTexts()).length).toBeGreaterThan(2);
  expect((await totalsOfServer()).issued).toBe(before.issued);
});

test("polls once a second, and not while the page is hidden", async () => {
  const page = await (await openWindow(browser, wide)).newPage();
  await page.clock.install();
  let asked = 0;
  let answered = 0;
  page.on("request", (request) => {
    if (request.url().includes("/demo/deliveries")) asked += 1;
  });
  page.on("requestfinished", (request) => {
    if (request.url().includes("/demo/deliveries")) answered += 1;
  });
  const hide = (isHidden: boolean): Promise<unknown> =>
    page.evaluate(`Object.defineProperty(document, "hidden", { configurable: true, get: () => ${isHidden} });
      document.dispatchEvent(new Event("visibilitychange"))`);
  const afterSeconds = async (seconds: number): Promise<number> => {
    const before = asked;
    for (let n = 0; n < seconds; n++) {
      await page.clock.runFor(1_000);
      // The requests are answered, those of the meantime too (the page's clock runs by itself as
      // well), and the page has had a task to read them.
      await expect.poll(() => asked - answered).toBe(0);
      await page.evaluate("0");
    }
    return asked - before;
  };
  await page.goto(server.facts.baseUrl);
  await expect.poll(() => page.locator("handbill-ad section").count()).toBe(3);
  await afterSeconds(2);
  expect(await afterSeconds(5)).toBeGreaterThanOrEqual(3);
  await hide(true);
  expect(await afterSeconds(5)).toBe(0);
  await hide(false);
  await expect.poll(() => afterSeconds(1)).toBeGreaterThan(0);
});

test("at an address that may show no ads, it shows where the demo is", async () => {
  const page = await (await openWindow(browser, wide)).newPage();
  await page.goto(`http://127.0.0.1:${server.port}/`);
  await expectText(page.locator("#notice"), `${server.facts.baseUrl}/`);
  expect(await page.locator("handbill-ad").count()).toBe(0);
});

const axe = readFileSync(new URL("../../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

test.each([
  ["light", "wide", wide],
  ["dark", "narrow", narrow],
] as const)(
  "axe finds nothing, %s and %s, and nothing is wider than the window",
  async (colorScheme, _, window) => {
    const page = await open({ ...window, colorScheme });
    await page.getByRole("button", { name: "Which coffee for espresso?" }).click();
    await expectText(lineOf(page, "coffee-"), "Billed");
    await page.locator("#tab-deliveries").click();
    await page.evaluate(axe);
    const found: unknown = await page.evaluate(
      `axe.run().then(({ violations }) =>
      violations.map(({ id, nodes }) => id + " " + nodes.map(({ target }) => target.join(" ")).join(", ")))`,
    );
    expect(found).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(window.viewport.width);
  },
);
