// `npm run bench:views`: what watching 200 cards costs a page's main thread, beside the rule without covers and effects.
import process from "node:process";
import type { Plugin } from "esbuild";
import type { Browser } from "playwright-core";
import { bundle } from "../browser/harness/bundle.ts";
import { launchChromium, openWindow } from "../browser/harness/chromium.ts";
import { root } from "../packaging/commands.ts";
import { median } from "./median.ts";
import { table } from "./print.ts";

const cards = 200;
const depth = 15;
const rounds = 3;
const measuredMs = 2_000;

const cover = (background: string): string => `<div style="position: fixed; inset: 0; ${background}"></div>`;
const grid = "display: grid; grid-template-columns: repeat(20, 160px)";
const pages: Readonly<Record<string, { readonly css: string; readonly over: string }>> = {
  "a feed, ten on screen": { css: "display: grid; row-gap: 120px", over: "" },
  "all on screen": { css: grid, over: "" },
  "all under a transparent overlay": { css: grid, over: cover("") },
  "all under a cover": { css: grid, over: cover("background: #fff") },
};

const oldRule: Plugin = {
  name: "old rule",
  setup: (build) => {
    build.onResolve({ filter: /\/viewability\.ts$/ }, () => ({
      path: `${root}test/bench/views/half-on-screen.ts`,
    }));
  },
};
const source = 'import "./test/bench/views/page.ts";';
const options = { format: "iife", minify: true, ignoreAnnotations: true } as const;
const newCode = (await bundle(source, options)).code;
const oldCode = (await bundle(source, { ...options, plugins: [oldRule] })).code;

/** Milliseconds of the main thread's tasks in a second. */
async function measure(browser: Browser, name: string, code: string, isWatched: boolean): Promise<number> {
  const { css, over } = pages[name] ?? { css: "", over: "" };
  const window = await openWindow(browser, { viewport: { width: 3_200, height: 2_400 } });
  const page = await window.newPage();
  const session = await window.newCDPSession(page);
  const slots = '<div class="slot"></div>'.repeat(cards);
  await page.setContent(`<!doctype html><body${isWatched ? " data-watch=1" : ""}>
${"<div>".repeat(depth)}<main style="${css}">${slots}</main>${"</div>".repeat(depth)}${over}`);
  await page.addScriptTag({ content: code });
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const busy = async (): Promise<{ readonly at: number; readonly tasks: number }> => {
    const { metrics } = await session.send("Performance.getMetrics");
    const metric = (wanted: string): number =>
      metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
    return { at: metric("Timestamp"), tasks: metric("TaskDuration") };
  };
  // Past the first second, which lays out the page.
  await page.waitForTimeout(1_000);
  const before = await busy();
  await page.waitForTimeout(measuredMs);
  const after = await busy();
  await window.close();
  return ((after.tasks - before.tasks) / (after.at - before.at)) * 1_000;
}

const browser = await launchChromium();
const rows: (readonly string[])[] = [];
for (const name of Object.keys(pages)) {
  const found: Record<"none" | "old" | "new", number[]> = { none: [], old: [], new: [] };
  for (let round = 0; round < rounds; round += 1) {
    found.none.push(await measure(browser, name, newCode, false));
    found.old.push(await measure(browser, name, oldCode, true));
    found.new.push(await measure(browser, name, newCode, true));
  }
  rows.push([name, ...Object.values(found).map((all) => median(all).toFixed(1))]);
}
await browser.close();
const header = ["", "not watched", "old rule", "new rule"];
process.stdout.write(
  `${cards} cards, milliseconds of the main thread a second, median of ${rounds}\n${table([header, ...rows])}`,
);
