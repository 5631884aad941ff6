/** `node test/browser/screenshots.ts FOLDER`: pictures of every format, by theme and width, to be looked at. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import type { BrowserContextOptions } from "playwright-core";
import { adFormats } from "../../core/contract/formats.ts";
import { openAdServer } from "./harness/ad-server.ts";
import { inArabic } from "./harness/arabic.ts";
import { browserCatalog } from "./harness/catalog.ts";
import { launchChromium, openWindow } from "./harness/chromium.ts";
import { openSite } from "./harness/site.ts";

interface Kind {
  readonly name: string;
  readonly width: number;
  readonly colorScheme?: "light" | "dark";
  readonly isArabic?: boolean;
}

const kinds: readonly Kind[] = [
  { name: "light", width: 420 },
  { name: "dark", width: 420, colorScheme: "dark" },
  { name: "narrow", width: 240 },
  { name: "rtl", width: 420, isArabic: true },
  { name: "wide", width: 1_000 },
];

/** A column of cards, each in a slot of its own, on a quiet page. */
const page = (direction: string) => `<!doctype html><html lang="en" dir="${direction}"><title>Formats</title>
<meta name="color-scheme" content="light dark"><style>
body { margin: 0; padding: 16px; background: light-dark(#f4f5f7, #101114); --handbill-max-width: none }
body > div { margin-block-end: 16px }</style>
${adFormats.map((format) => `<div id="${format}"></div>`).join("\n")}
<script type="module" src="/lab.js"></script>`;

const [folder] = process.argv.slice(2);
if (folder === undefined)
  throw new Error("Name a folder for the pictures: node test/browser/screenshots.ts FOLDER");
mkdirSync(folder, { recursive: true });

const [browser, site] = await Promise.all([launchChromium(), openSite()]);
const english = browserCatalog(site.origin, [site.origin]);
for (const { name, width, colorScheme = "light", isArabic = false } of kinds) {
  const server = await openAdServer({ catalog: isArabic ? inArabic(english) : english });
  const path = site.add(name, { html: page(isArabic ? "rtl" : "ltr") });
  const options: BrowserContextOptions = {
    colorScheme,
    reducedMotion: "reduce",
    viewport: { width: width + 32, height: 900 },
  };
  const window = await openWindow(browser, options);
  const tab = await window.newPage();
  await tab.goto(`${site.origin}${path}?ads=${encodeURIComponent(server.url)}`);
  await tab.evaluate(async (formats) => {
    for (const format of formats) {
      await lab.show(format, format, { trackViews: false });
      await Promise.all([...lab.shadow(format).querySelectorAll("img")].map((image) => image.decode()));
    }
  }, adFormats);
  for (const format of adFormats) {
    await tab.locator(`#${format}`).screenshot({ path: join(folder, `${format}-${name}.png`) });
  }
  await tab.screenshot({ path: join(folder, `all-${name}.png`), fullPage: true });
  await window.close();
  await server.close();
}
await browser.close();
await site.close();
console.log(`${kinds.length * (adFormats.length + 1)} pictures are in ${folder}.`);
