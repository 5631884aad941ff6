/** `node test/console/screenshots.ts FOLDER`: pictures of every page, light and dark, narrow and wide, to be looked at. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { launchChromium, openWindow } from "../browser/harness/chromium.ts";
import { openConsole } from "./open-console.ts";
import { pagesToSee } from "./pages-to-see.ts";
import { enterByLink } from "./sign-in.ts";

const [folder, only] = process.argv.slice(2);
if (folder === undefined) throw new Error("Name a folder for the pictures.");
mkdirSync(folder, { recursive: true });

const [browser, place] = await Promise.all([launchChromium(), openConsole()]);
for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [360, 1_280]) {
    const window = await openWindow(browser, {
      colorScheme,
      reducedMotion: "reduce",
      viewport: { width, height: 800 },
    });
    const tab = await window.newPage();
    await tab.goto(`${place.url}/console/sign-in`);
    await tab.screenshot({ path: join(folder, `sign-in-${colorScheme}-${width}.png`) });
    await enterByLink(tab, place);
    for (const [name, path] of await pagesToSee(place)) {
      if (only !== undefined && !name.includes(only)) continue;
      await tab.goto(`${place.url}/console/${path}`, { waitUntil: "networkidle" });
      await tab.screenshot({ path: join(folder, `${name}-${colorScheme}-${width}.png`), fullPage: true });
      const spill = await tab.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (spill > 0) console.log(`${name} is ${spill} px too wide at ${width}`);
    }
    await window.close();
  }
}
await browser.close();
await place.close();
