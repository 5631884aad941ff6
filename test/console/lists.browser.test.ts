import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { openWindow } from "../browser/harness/chromium.ts";
import { consoleWorld } from "./console-world.ts";
import { enterByLink } from "./sign-in.ts";

const { browser, place } = consoleWorld();

async function inConsole(width: number, work: (tab: Page) => Promise<void>): Promise<void> {
  const window = await openWindow(browser(), { viewport: { width, height: 900 }, reducedMotion: "reduce" });
  const tab = await window.newPage();
  tab.setDefaultTimeout(20_000);
  await enterByLink(tab, place());
  await work(tab);
  await window.close();
}

it.each([
  ["publishers", "demo"],
  ["platforms", "pf_demo"],
  ["campaigns", "tern"],
  ["creatives", "ad"],
  ["topics", "shoes"],
])("the %s are searched, sorted and filtered by their form", async (path, typed) => {
  await inConsole(1_280, async (tab) => {
    await tab.goto(`${place().url}/console/${path}`);
    const form = tab.getByRole("search");
    await form.getByLabel("Search").fill("no such words");
    await form.getByLabel("Search").press("Enter");
    await tab.getByText(new RegExp(`^0 ${path}$`)).waitFor();
    await form.getByLabel("Search").fill(typed);
    await form.getByLabel("Sort by").selectOption({ index: 1 });
    await form.getByLabel("Order").selectOption("descending");
    await form.getByRole("button", { name: "Show" }).click();
    await tab.getByText(new RegExp(`^[1-9][0-9]* ${path.slice(0, -1)}s?$`)).waitFor();
    const { searchParams } = new URL(tab.url());
    expect(searchParams.get("q")).toBe(typed);
    expect(searchParams.get("direction")).toBe("descending");
    expect(await form.getByLabel("Search").inputValue()).toBe(typed);
  });
});

it.each([360, 1_280])(
  "the checkboxes of campaigns have one size and room for a finger at %i pixels",
  async (width) => {
    await inConsole(width, async (tab) => {
      await tab.goto(`${place().url}/console/campaigns`);
      const boxes = await tab.getByRole("checkbox", { name: /^Select / }).evaluateAll((all) =>
        all.map((one) => {
          const own = one.getBoundingClientRect();
          const area = one.parentElement?.getBoundingClientRect();
          return [own.width, own.height, Math.min(area?.width ?? 0, area?.height ?? 0) >= 24];
        }),
      );
      expect(boxes.length).toBeGreaterThan(5);
      expect(new Set(boxes.map(String)).size).toBe(1);
      expect(boxes[0]?.[0]).toBe(boxes[0]?.[1]);
      expect(boxes[0]?.[2]).toBe(true);
    });
  },
);
