import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launchChromium, openWindow } from "../../browser/harness/chromium.ts";
import { type OpenConsole, openConsole } from "./open-console.ts";
import { enterByLink } from "./sign-in.ts";

let browser: Browser;
let place: OpenConsole;

beforeAll(async () => {
  [browser, place] = await Promise.all([launchChromium(), openConsole()]);
});
afterAll(async () => {
  await browser.close();
  await place.close();
});

async function onAudit(options: BrowserContextOptions): Promise<Page> {
  const tab = await (await openWindow(browser, options)).newPage();
  await enterByLink(tab, place);
  await tab.goto(`${place.url}/console/audit`);
  return tab;
}

it.each([true, false])(
  "the first Tab comes to the link that skips to the content, with JavaScript: %s",
  async (javaScriptEnabled) => {
    const tab = await onAudit({ javaScriptEnabled });
    await tab.keyboard.press("Tab");
    expect(await tab.evaluate(() => document.activeElement?.textContent)).toBe("Skip to the content");
    await tab.context().close();
  },
);

it("on a narrow screen the current item of the navigation is in sight, and the page at its top", async () => {
  const tab = await onAudit({ viewport: { width: 360, height: 800 } });
  const item = await tab.locator("nav [aria-current]").boundingBox();
  expect(item?.x).toBeGreaterThanOrEqual(0);
  expect((item?.x ?? 0) + (item?.width ?? 0)).toBeLessThanOrEqual(360);
  expect(await tab.evaluate(() => scrollY)).toBe(0);
  await tab.context().close();
});
