import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSqlite } from "../../adapters/sqlite/mod.ts";
import { createInstallation, type Installation } from "../../core/management/installation.ts";
import { createConsole } from "../../runtimes/console/console.ts";
import { consoleLink } from "../../runtimes/console/link.ts";
import { serve } from "../../runtimes/node/mod.ts";
import { launchChromium, openWindow } from "../browser/harness/chromium.ts";
import { axeViolations } from "./axe.ts";
import { enterByLink } from "./sign-in.ts";

const secret = "secret-of-the-first-ad-0123456789-0123456789-0123456789";
const folder = mkdtempSync(join(tmpdir(), "handbill-first-ad-"));
let browser: Browser;
let ads: Installation;
let url = "";
let stop = async (): Promise<void> => {};

/** An empty installation on SQLite, as `handbill start` opens it. */
beforeAll(async () => {
  browser = await launchChromium();
  ads = createInstallation({
    store: openSqlite({ file: join(folder, "handbill.db") }),
    env: (name) => (name === "HANDBILL_BASE_URL" ? url : undefined),
    secrets: [secret],
    log: () => {},
    console: createConsole(),
  });
  await ads.store.migrate();
  const running = await serve(ads.handbill, { port: 0 });
  url = running.url.replace("127.0.0.1", "localhost");
  stop = running.close;
});

afterAll(async () => {
  await browser.close();
  await stop();
  await ads.close();
  rmSync(folder, { recursive: true });
});

/** Opens the console. Nothing on its pages breaks their policy, and no script fails. */
async function inConsole(options: BrowserContextOptions, work: (tab: Page) => Promise<void>): Promise<void> {
  const window = await openWindow(browser, { viewport: { width: 1_280, height: 900 }, ...options });
  const tab = await window.newPage();
  const problems: string[] = [];
  tab.on("pageerror", (error) => problems.push(String(error)));
  tab.on("console", (message) => {
    if (/Content Security Policy|Trusted/i.test(message.text())) problems.push(message.text());
  });
  await work(tab);
  await window.close();
  expect(problems).toEqual([]);
}

const link = (): string => consoleLink({ baseUrl: url, secrets: [secret] });
const text = (tab: Page): Promise<string> => tab.locator("body").innerText();

describe("an empty installation", () => {
  it("comes to a live ad on the test page with 8 clicks at most, and no id is typed", async () => {
    await inConsole({}, async (tab) => {
      let clicks = 0;
      await tab.exposeFunction("countClick", () => {
        clicks += 1;
      });
      await tab.addInitScript(() => {
        addEventListener("pointerdown", () => Reflect.get(window, "countClick")(), true);
      });
      await enterByLink(tab, { link });
      expect(await text(tab)).toContain("First steps");
      expect(await axeViolations(tab)).toEqual([]);
      await tab.getByRole("link", { name: "Your first ad" }).click();
      await tab.getByLabel("Name of your site").click();
      for (const typed of [
        "Café Größe",
        "shop.example/blog",
        "Roaster",
        "Coffee that is roasted today.",
        "https://roaster.example/coffee",
      ]) {
        await tab.keyboard.type(typed);
        await tab.keyboard.press("Tab");
      }
      await tab.getByRole("button", { name: "Create and test" }).click();
      await tab.getByRole("heading", { level: 1, name: "Test page of Café Größe" }).waitFor();
      await tab.getByRole("button", { name: "Request a live ad" }).click();
      await tab.locator("handbill-ad").getByText("Coffee that is roasted today.").waitFor();
      expect(clicks).toBe(5);
      await tab.getByText("The view is confirmed: it is counted and billed.").waitFor();
      expect(await axeViolations(tab)).toEqual([]);
    });
    await expect
      .poll(async () => (await ads.reports.read()).total)
      .toMatchObject({
        issued: 1,
        seen: 1,
        charges: 1,
        spendMicros: 2_000,
      });
    const { catalog } = await ads.store.readCatalog();
    expect(catalog.platforms).toMatchObject([
      { id: "pf_cafe-groesse", publisherId: "cafe-groesse", allowedOrigins: ["https://shop.example", url] },
    ]);
    expect(catalog.campaigns).toMatchObject([{ id: "roaster", advertiser: "Roaster" }]);
    expect(catalog.creatives).toMatchObject([{ id: "roaster-text", campaignId: "roaster" }]);
  });

  it("has no list of first steps after the first ad", async () => {
    await inConsole({}, async (tab) => {
      await enterByLink(tab, { link });
      expect(await text(tab)).not.toContain("First steps");
      expect(await tab.locator("[data-chart] .now").count()).toBeGreaterThan(0);
    });
  });
});

describe("the forms and charts", () => {
  it("fit at 360 pixels, at a zoom of 200 %, and right to left", async () => {
    await inConsole({}, async (tab) => {
      await enterByLink(tab, { link });
      const tooWide: string[] = [];
      for (const path of [
        "",
        "first-ad",
        "platforms/pf_cafe-groesse/test",
        "campaigns/new",
        "creatives/new",
        "reports",
      ]) {
        await tab.goto(`${url}/console/${path}`);
        for (const dir of ["ltr", "rtl"]) {
          await tab.evaluate((name) => document.documentElement.setAttribute("dir", name), dir);
          // A zoom of 200 % halves the page's own pixels.
          for (const width of [360, 640]) {
            await tab.setViewportSize({ width, height: 450 });
            const spill = await tab.evaluate(() => document.documentElement.scrollWidth - innerWidth);
            if (spill > 0) tooWide.push(`${path} ${dir} ${width}: ${spill}`);
          }
        }
      }
      expect(tooWide).toEqual([]);
    });
  });

  it("tell the figure of a day on focus and by the arrow keys, in letters of 12 pixels at least", async () => {
    await inConsole({ viewport: { width: 360, height: 800 } }, async (tab) => {
      await enterByLink(tab, { link });
      const picture = tab.getByRole("img", { name: /^Views/ });
      const shown = () =>
        picture
          .locator(".value")
          .evaluateAll((all) =>
            all.filter((one) => getComputedStyle(one).visibility === "visible").map((one) => one.textContent),
          );
      expect(await shown()).toEqual([]);
      // A key before makes the focus visible.
      await tab.keyboard.press("Tab");
      await picture.focus();
      const today = new Date().toISOString().slice(0, 10);
      expect(await shown()).toEqual([`${today}: 1 (before: –)`]);
      await tab.keyboard.press("ArrowLeft");
      const [before = ""] = await shown();
      expect(before < today).toBe(true);
      expect(await tab.locator("figure", { has: picture }).getByRole("status").textContent()).toBe(before);
      const sizes = await tab
        .locator("[data-chart] svg text")
        .evaluateAll((all) => all.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)));
      expect(Math.min(...sizes)).toBeGreaterThanOrEqual(12);
    });
  });

  it("draw the fields of a chosen format, measure a picture, and lead from an error to its field", async () => {
    await inConsole({}, async (tab) => {
      await enterByLink(tab, { link });
      await tab.route("https://pictures.example/**", (route) =>
        route.fulfill({
          contentType: "image/svg+xml",
          body: '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360"/>',
        }),
      );
      await tab.goto(`${url}/console/creatives/new?campaign=roaster&format=text`);
      await tab.getByLabel("Format").selectOption("card");
      await tab.getByRole("group", { name: "Picture or video" }).waitFor();
      await expect
        .poll(() => tab.getByLabel("Format").evaluate((one) => one === document.activeElement))
        .toBe(true);
      await tab.getByLabel("Address").fill("https://pictures.example/coffee.svg");
      await tab.getByLabel("Text alternative").fill("A cup");
      await expect.poll(() => tab.getByLabel("Width, px").inputValue()).toBe("640");
      expect(await tab.getByLabel("Height, px").inputValue()).toBe("360");
      await tab.getByRole("button", { name: "Create creative" }).click();
      const summary = tab.getByRole("alert");
      await summary.waitFor();
      await expect.poll(() => summary.evaluate((one) => one === document.activeElement)).toBe(true);
      await summary.getByRole("link").first().click();
      expect(await tab.evaluate(() => document.querySelector(":target")?.getAttribute("aria-invalid"))).toBe(
        "true",
      );
      expect(await tab.getByLabel("Width, px").inputValue()).toBe("640");
      expect(await axeViolations(tab)).toEqual([]);
    });
  });
});
