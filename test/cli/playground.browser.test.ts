import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { launchChromium, openWindow } from "../browser/harness/chromium.ts";
import {
  freePort,
  removeTemporaryDirectories,
  type Started,
  startCli,
  temporaryDirectory,
} from "./run-cli.ts";

const windows = [
  [360, 740],
  [768, 1_024],
  [1_280, 720],
  [1_920, 1_080],
] as const;
/** Below the footer, with what rounding adds. */
const padding = 25;
const wide = { viewport: { width: 1_280, height: 720 } };

let server: Started;
let browser: Browser;
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

/** Opens the playground and counts its layout shifts from the start. */
async function open(options: BrowserContextOptions = wide): Promise<Page> {
  const page = await (await openWindow(browser, options)).newPage();
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  await page.addInitScript(`globalThis.shift = 0; new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) globalThis.shift += entry.value;
  }).observe({ type: "layout-shift", buffered: true })`);
  await page.goto(server.facts.baseUrl);
  await expect.poll(() => page.locator("handbill-ad section").count()).toBe(3);
  await expect.poll(() => page.locator("#why").innerText()).toContain("won.");
  return page;
}

const choose = (page: Page, format: string) => page.locator("#formats label", { hasText: format }).click();
const codeOf = (page: Page) => page.locator("#code").innerText();
const jsonOf = async (page: Page, id: string) => JSON.parse((await page.locator(id).textContent()) ?? "");

describe.each(windows)("in a window of %i × %i", (width, height) => {
  test("an answered question and its ad are on the first screen, nothing moves, and no height is empty", async () => {
    const page = await open({ viewport: { width, height } });
    const ad = await page.locator("#log handbill-ad").boundingBox();
    expect((ad?.y ?? height) + (ad?.height ?? 0)).toBeLessThanOrEqual(height);
    const log = await page.locator("#log").boundingBox();
    expect(ad?.y).toBeGreaterThanOrEqual(log?.y ?? height);
    expect(await page.locator("#log .message").allInnerTexts()).toEqual([
      "Where to keep my savings?",
      expect.stringContaining("First three months of rent"),
    ]);
    // Until the view is billed, and every step of it is shown.
    await expect.poll(() => page.locator("#now").innerText()).toContain("Billed");
    expect(await page.evaluate("shift")).toBeLessThan(0.02);

    for (const question of ["Ideas for a city break?", "Running shoes for mud?"]) {
      const count = await page.locator("#log handbill-ad section").count();
      await page.getByRole("button", { name: question }).click();
      await expect.poll(() => page.locator("#log handbill-ad section").count()).toBe(count + 1);
    }
    const [all, end, across] = await page.evaluate<number[]>(`[document.documentElement.scrollHeight,
      document.querySelector(".foot").getBoundingClientRect().bottom + scrollY, document.documentElement.scrollWidth]`);
    expect((all ?? 0) - (end ?? 0)).toBeLessThanOrEqual(padding);
    expect(across).toBe(width);
    expect(await page.evaluate("shift")).toBeLessThan(0.02);
  });
});

test("the fault of phantom height is found: deliveries whose hidden words hang on the page make it too tall", async () => {
  const page = await open();
  await page.locator("#tab-deliveries").click();
  await page.evaluate(`document.querySelector("#deliveries-box").style.position = "static";
    for (let n = 0; n < 60; n++) document.querySelector("#deliveries").append(document.querySelector(".delivery").cloneNode(true));
    for (const step of document.querySelectorAll(".delivery")) step.append(Object.assign(document.createElement("span"), { className: "hidden", textContent: "x" }))`);
  const heights = (): Promise<number> =>
    page.evaluate(
      `document.documentElement.scrollHeight - document.querySelector(".foot").getBoundingClientRect().bottom - scrollY`,
    );
  expect(await heights()).toBeGreaterThan(padding);
  await page.evaluate(`document.querySelector("#deliveries-box").style.position = ""`);
  expect(await heights()).toBeLessThanOrEqual(padding);
});

test("at a zoom of 200 % nothing is cut off, and where motion is unwanted nothing moves", async () => {
  const page = await open({
    viewport: { width: 640, height: 360 },
    deviceScaleFactor: 2,
    reducedMotion: "reduce",
  });
  const across = (): Promise<number> => page.evaluate("document.documentElement.scrollWidth");
  // Rows of questions and tabs scroll by themselves.
  const cutOff = (): Promise<readonly string[]> =>
    page.evaluate(`(() => {
      const scrolls = (one) => one !== null && (/auto|scroll/.test(getComputedStyle(one).overflowX) || scrolls(one.parentElement));
      return [...document.querySelectorAll("button, label, a, select, summary")]
        .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > 640 && !scrolls(one.parentElement))
        .map(({ outerHTML }) => outerHTML.slice(0, 80));
    })()`);
  expect(await across()).toBe(640);
  expect(await cutOff()).toEqual([]);
  await page.locator("#tab-deliveries").click();
  expect(await across()).toBe(640);
  expect(await cutOff()).toEqual([]);
  expect(
    await page.evaluate(
      `document.getAnimations().filter(({ playState, effect }) => playState === "running" && effect.getTiming().duration > 1).length`,
    ),
  ).toBe(0);
});

test("the request, the answer and why this ad are those of the chat's latest request", async () => {
  const page = await open();
  await page.getByRole("button", { name: "How to bake sourdough?" }).click();
  await expect.poll(() => page.locator("#why").innerText()).toContain("about cooking");
  const request = await jsonOf(page, "#request");
  expect(request).toMatchObject({ platform_id: "pf_demo", context: { question: "How to bake sourdough?" } });
  const { ad } = await jsonOf(page, "#answer");
  expect(["text", "response"]).toContain(ad.format);
  const why = await page.locator("#why").innerText();
  expect(why).toContain(`cooking-${ad.format} won.`);
  expect(why).toMatch(/cooking-(text|response) was eligible: it targets cooking/);

  await page.getByRole("tab", { name: "Answer" }).click();
  expect(await page.locator("#answer").isVisible()).toBe(true);
  expect(await page.locator("#why").isVisible()).toBe(false);
});

test("the same question twice stays on its topic, with another ad", async () => {
  const page = await open();
  const won: (string | undefined)[] = [];
  for (const round of [1, 2]) {
    await page.getByRole("button", { name: "Which coffee for espresso?" }).click();
    await expect.poll(() => page.locator("#log handbill-ad section").count()).toBe(round + 1);
    const { ad } = await jsonOf(page, "#answer");
    await expect.poll(() => page.locator("#why").innerText()).toContain(`coffee-${ad.format} won.`);
    won.push(ad.format);
  }
  expect(won.toSorted()).toEqual(["consent", "response"]);
});

test("six formats, a gallery and a video are drawn", async () => {
  const page = await open();
  const card = page.locator("#log handbill-ad").last();
  for (const format of ["text", "image", "response", "card", "consent", "quiz"]) {
    await choose(page, format);
    await expect.poll(async () => (await jsonOf(page, "#answer")).ad?.format).toBe(format);
    await expect.poll(() => card.locator("section").innerText()).toContain("Ad by");
  }
  await page.getByRole("button", { name: "Ideas for a city break?" }).click();
  await choose(page, "card");
  await expect.poll(() => card.locator("figure").count()).toBe(2);
  await choose(page, "image");
  const video = card.locator("video");
  await video.waitFor();
  expect(
    await video.evaluate(async (element: HTMLVideoElement) => {
      element.muted = true;
      await element.play();
      return [element.videoWidth, element.videoHeight];
    }),
  ).toEqual([640, 360]);
});

test("each code tab follows the chosen format and the question, and is copied", async () => {
  const page = await open();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const names = await page.locator("#code-tabs [role=tab]").allInnerTexts();
  expect(names).toEqual(["Script tag", "JavaScript", "React", "Vue", "Next.js", "Server", "Bot"]);
  await choose(page, "quiz");
  await page.getByRole("button", { name: "Running shoes for mud?" }).click();
  for (const name of names) {
    await page.getByRole("tab", { name, exact: true }).click();
    const code = await codeOf(page);
    expect(code, name).toContain("pf_demo");
    if (name !== "Bot") expect(code, name).toContain("quiz");
    if (["Script tag", "JavaScript", "Server"].includes(name))
      expect(code, name).toContain("Running shoes for mud?");
    await page.getByRole("button", { name: "Copy" }).click();
    await expect
      .poll(() => page.evaluate("navigator.clipboard.readText()"))
      .toBe(await page.locator("#code").textContent());
  }
  await choose(page, "any");
  await page.getByRole("tab", { name: "React" }).click();
  expect(await codeOf(page)).not.toContain("quiz");
});

test("width, language and direction apply to the chat's ad, and reset begins anew", async () => {
  const page = await open();
  const card = page.locator("#log handbill-ad").last();
  await page.getByLabel("Width").selectOption("320 px");
  await expect.poll(async () => (await card.boundingBox())?.width).toBe(320);
  await page.getByLabel("Direction").selectOption("right to left");
  expect(await card.evaluate((element) => getComputedStyle(element).direction)).toBe("rtl");
  await page.getByLabel("Language").selectOption("German");
  await expect.poll(() => card.locator("section").innerText()).toContain("Anzeige von");
  await choose(page, "quiz");
  await page.getByRole("button", { name: "Reset" }).click();
  await expect.poll(() => page.locator("#log handbill-ad section").count()).toBe(1);
  await expect.poll(() => card.locator("section").innerText()).toContain("Ad by Pennywell");
  expect((await card.boundingBox())?.width).toBeGreaterThan(320);
  expect(await page.locator("#log").getAttribute("dir")).toBe("ltr");
  expect(await codeOf(page)).not.toContain("quiz");
});

test("links lead to the console and back", async () => {
  const page = await open();
  const console = server.facts.console;
  if (console === null) throw new Error("The demo printed no console link.");
  await page.goto(console);
  await page.getByRole("button", { name: "Open the console" }).click();
  await page.getByRole("link", { name: "Playground" }).click();
  await expect.poll(() => page.locator("#why a").count()).toBe(1);
  await page.getByRole("link", { name: "Explain it in the console" }).click();
  await expect.poll(() => page.locator("h1").innerText()).toBe("Why");
  expect(await page.locator("main").innerText()).toContain("Matches banking");
  await page.getByRole("link", { name: "Playground" }).click();
  await page.getByRole("link", { name: "Console", exact: true }).click();
  await expect.poll(() => page.locator("h1").innerText()).toBe("Overview");

  // A debug link for the playground itself, from the console's page of its platform.
  await page.getByRole("link", { name: "Platforms" }).click();
  await page.getByRole("link", { name: "Demo assistant" }).click();
  expect(await page.getByLabel("Page address").inputValue()).toBe(server.facts.baseUrl);
  await page.getByRole("button", { name: "Make a debug link" }).click();
  const [debugged] = await Promise.all([
    page.context().waitForEvent("page"),
    page.getByRole("link", { name: "Open the page" }).click(),
  ]);
  const chat = debugged.locator("handbill-debug summary", { hasText: "chat · ad · 100 %" });
  await expect.poll(() => chat.count()).toBe(1);
  await expect.poll(() => chat.innerText()).toContain("view confirmed");
});

test("by keyboard alone: the tabs, a format, a question, its ad and a reset", async () => {
  const page = await open();
  await page.locator("#tab-why").focus();
  await page.keyboard.press("ArrowRight");
  expect(await page.locator("#request").isVisible()).toBe(true);
  await page.keyboard.press("End");
  expect(await page.locator("#deliveries-box").isVisible()).toBe(true);
  await page.keyboard.press("Tab");
  expect(await page.evaluate("document.activeElement.id")).toBe("deliveries-box");

  await page.locator("#formats input").first().focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(async () => (await jsonOf(page, "#request")).accept_formats).toEqual(["text"]);
  await page.locator("#question").focus();
  await page.keyboard.type("Bread for the weekend, how to bake it?");
  await page.keyboard.press("Enter");
  const card = page.locator("#log handbill-ad").nth(1);
  await expect.poll(() => card.locator("section").innerText()).toContain("Flour, milled on Monday");
  await page.locator("[type=reset]").focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => page.locator("#log handbill-ad section").count()).toBe(1);
});

test("with forced colours the steps of a delivery have different shapes", async () => {
  const page = await open({ ...wide, forcedColors: "active" });
  await page.locator("#tab-deliveries").click();
  await page.getByRole("button", { name: "Which coffee for espresso?" }).click();
  await page.locator(".step.charged").first().waitFor();
  const looks = await page.evaluate<string[]>(`["", "open", "charged", "expired"].map((state) => {
    const step = document.createElement("li");
    step.className = "step " + state;
    document.querySelector(".steps").append(step);
    const { borderRadius, borderStyle, backgroundColor } = getComputedStyle(step, "::before");
    return [borderRadius, borderStyle, backgroundColor].join();
  })`);
  expect(new Set(looks).size).toBe(4);
});
