import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, it } from "vitest";
import { openWindow } from "../browser/harness/chromium.ts";
import { consoleWorld } from "./console-world.ts";
import { enterByLink } from "./sign-in.ts";

const { browser, place } = consoleWorld();

async function onAudit(options: BrowserContextOptions): Promise<Page> {
  const tab = await (await openWindow(browser(), options)).newPage();
  await enterByLink(tab, place());
  await tab.goto(`${place().url}/console/audit`);
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
