import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, it } from "vitest";
import { openWindow } from "../browser/harness/chromium.ts";
import { consoleWorld } from "./console-world.ts";
import { enterByLink } from "./sign-in.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const { browser, place } = consoleWorld();

it.each([true, false])(
  "campaigns are paused by keyboard alone, with JavaScript: %s",
  async (javaScriptEnabled) => {
    const window = await openWindow(browser(), { javaScriptEnabled });
    const tab = await window.newPage();
    await enterByLink(tab, place());
    await tab.goto(`${place().url}/console/campaigns?q=Tern+Trails`);
    const focused = (): Promise<string> =>
      tab.evaluate(() => {
        const { activeElement: on } = document;
        return on?.getAttribute("aria-label") ?? on?.textContent?.trim() ?? "";
      });
    const tabTo = async (wanted: RegExp): Promise<string> => {
      for (let presses = 0; presses < 120; presses++) {
        await tab.keyboard.press("Tab");
        const name = await focused();
        if (wanted.test(name)) return name;
      }
      throw new Error(`Tab never comes to ${wanted}.`);
    };
    const first = await tabTo(/^Select /);
    await tab.keyboard.press("Space");
    const second = await tabTo(/^Select /);
    await tab.keyboard.press("Space");
    expect(second).not.toBe(first);
    await tabTo(javaScriptEnabled ? /^Pause selected$/ : /^Resume selected$/);
    await tab.keyboard.press("Enter");
    const title = javaScriptEnabled ? "Campaigns paused" : "Campaigns resumed";
    await tab.getByRole("heading", { level: 1, name: title }).waitFor();
    await tab.getByText("2 changed.").waitFor();
    const { catalog } = await place().store.readCatalog();
    const paused = catalog.campaigns
      .filter(({ status }) => status === "paused")
      .map(({ name }) => `Select ${name}`);
    expect(paused.sort()).toEqual(javaScriptEnabled ? [first, second].sort() : []);
    if (javaScriptEnabled) {
      await tab.evaluate(axe);
      const found = await tab.evaluate(async () => {
        const { violations } = await Reflect.get(globalThis, "axe").run();
        return violations.map(({ id }: { id: string }) => id);
      });
      expect(found).toEqual([]);
    }
    await window.close();
  },
);
