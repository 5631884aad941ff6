import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { openWindow } from "../browser/harness/chromium.ts";
import { axeViolations } from "./axe.ts";
import { consoleWorld } from "./console-world.ts";
import { pagesToSee } from "./pages-to-see.ts";
import { plantLongNames } from "./plant-long-names.ts";
import { enterByLink } from "./sign-in.ts";

const { browser, place } = consoleWorld();

beforeAll(() => plantLongNames(place()));

/** The faults of a page: errors of scripts, and actions that its policy blocked. */
function watch(tab: Page): readonly string[] {
  const problems: string[] = [];
  tab.on("pageerror", (error) => problems.push(String(error)));
  tab.on("console", (message) => {
    if (/Content Security Policy|Trusted/i.test(message.text())) problems.push(message.text());
  });
  return problems;
}

describe.each(["light", "dark"] as const)("every page, in %s", (colorScheme) => {
  it("is found accessible by axe, keeps to its policy and fits into 360 pixels", async () => {
    const window = await openWindow(browser(), { colorScheme, reducedMotion: "reduce" });
    const tab = await window.newPage();
    const problems = watch(tab);
    const found: Record<string, unknown> = {};
    await tab.goto(`${place().url}/console/sign-in`);
    found["sign-in"] = await axeViolations(tab);
    await tab.goto(place().link());
    found["enter"] = await axeViolations(tab);
    await enterByLink(tab, place());
    for (const [name, path] of await pagesToSee(place())) {
      await tab.goto(`${place().url}/console/${path}`);
      found[name] = await axeViolations(tab);
      await tab.setViewportSize({ width: 360, height: 800 });
      const spill = await tab.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (spill > 0) found[`${name} at 360`] = spill;
      await tab.setViewportSize({ width: 1_280, height: 800 });
    }
    await window.close();
    expect(Object.entries(found).filter(([, what]) => !Array.isArray(what) || what.length > 0)).toEqual([]);
    expect(Object.keys(found).length).toBeGreaterThan(20);
    expect(problems).toEqual([]);
  });
});

it("every page shows all columns of its tables at 1280 pixels, with long names too", async () => {
  const window = await openWindow(browser(), { viewport: { width: 1_280, height: 900 } });
  const tab = await window.newPage();
  await enterByLink(tab, place());
  const hidden: string[] = [];
  const pages = await pagesToSee(place());
  for (const path of [...pages.map(([, one]) => one), "reports", "reports?by=campaign"]) {
    await tab.goto(`${place().url}/console/${path}`);
    const scrolled = await tab
      .locator(".scroll:visible")
      .evaluateAll((boxes) =>
        boxes
          .filter((box) => box.scrollWidth > box.clientWidth)
          .map((box) => `${box.ariaLabel}: ${box.scrollWidth} in ${box.clientWidth}`),
      );
    hidden.push(...scrolled.map((box) => `${path}: ${box}`));
  }
  await window.close();
  expect(hidden).toEqual([]);
});
