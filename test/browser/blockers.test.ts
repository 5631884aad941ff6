import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { buildBrowserBundle } from "../../runtimes/demo/browser-bundles.ts";
import { browserWorld, visit } from "./harness/world.ts";

const world = browserWorld();
let scripts: Record<string, string> = {};

beforeAll(async () => {
  scripts = { "/handbill.js": await buildBrowserBundle("handbill") };
});

/** Rules of the kinds that public lists have for any site, and an address that each is made for. */
const addressRules: Readonly<Record<string, string>> = {
  "||ads.*": "https://ads.shop.example/a.js",
  "||ad.*": "https://ad.shop.example/a.js",
  "||adserver.*": "https://adserver.example/a.js",
  "||adservice.*": "https://adservice.example/a.js",
  "||banners.*": "https://banners.example/a.js",
  "/ads.js": "https://shop.example/ads.js",
  "/ad.js": "https://shop.example/ad.js",
  "/adserver/": "https://shop.example/adserver/a",
  "/adverts/": "https://shop.example/adverts/a",
  "/banners/": "https://shop.example/banners/a",
  "/sponsors/": "https://shop.example/sponsors/a",
  "/promo/": "https://shop.example/promo/a",
  "/tracking/": "https://shop.example/tracking/a",
  "/adsense/": "https://shop.example/adsense/a",
  "-ads.": "https://shop.example/web-ads.js",
  _ads_: "https://shop.example/web_ads_1.js",
  "/api/ads/": "https://shop.example/api/ads/a",
  "/v1/ads/": "https://shop.example/v1/ads/a",
  "?ad=": "https://shop.example/?ad=1",
  "/impression^": "https://shop.example/impression?1",
  "/pixel.": "https://shop.example/pixel.gif",
  "/beacon^": "https://shop.example/beacon/a",
  "/web/ads": "https://shop.example/web/ads",
  "/ads/": "https://shop.example/ads/a",
  "/ads^": "https://shop.example/ads?a",
};

/** The paths of the contract stay where they are, so these rules hit under any prefix. */
const hitsOfTheContract = {
  "/web/ads": ["/api/v1/web/ads", "/api/v1/web/ads/batch"],
  "/ads/": ["/api/v1/web/ads/batch"],
  "/ads^": ["/api/v1/web/ads", "/api/v1/web/ads/batch"],
};

/** Hiding rules of the same kinds, and an element that each is made for. */
const elementRules: Readonly<Record<string, string>> = {
  ".ad-banner": '<p class="ad-banner">',
  ".ads": '<p class="ads">',
  ".ad-slot": '<p class="ad-slot">',
  ".sponsored": '<p class="sponsored">',
  '[class^="ad-"], [class*=" ad-"]': '<p class="ad-wide">',
  '[class*="advert"]': '<p class="advertising">',
  "#ad": '<p id="ad">',
  "#ads": '<p id="ads">',
  '[id^="ad-"], [id^="ad_"]': '<p id="ad-1">',
  '[id*="-ad-"]': '<p id="top-ad-1">',
  "[data-ad-slot]": "<p data-ad-slot>",
  "[data-ad-client]": "<p data-ad-client>",
  "[data-ad-width]": "<p data-ad-width>",
  "[data-ad-name]": "<p data-ad-name>",
  "[data-adunit]": "<p data-adunit>",
  "[data-ads]": "<p data-ads>",
  '[aria-label="Advertisement"]': '<p aria-label="Advertisement">',
  "ad-slot": "<ad-slot>",
  "amp-ad": "<amp-ad>",
  "app-ad": "<app-ad>",
  "ins.adsbygoogle": '<ins class="adsbygoogle">',
};

/** Globals that scriptlets of lists take away. */
const globalRules = /^_?ads?(by|[A-Z_]|$)|_ads$|banner|tracker|advert/i;

/** The syntax of address rules: `||` a domain or one below it, `^` a separator or the end, `*` anything. */
function patternOf(rule: string): RegExp {
  const escaped = rule.replace(/[.?+$()[\]{}\\/]/g, "\\$&").replace(/\*/g, ".*");
  return new RegExp(escaped.replace(/^\|\|/, "^https?://(?:[^/]*\\.)?").replace(/\^$/, "(?:[^\\w.%-]|$)"));
}

const hitsOf = (address: string): readonly string[] =>
  Object.keys(addressRules).filter((rule) => patternOf(rule).test(address));

/** A page as the README prints it. */
function pageOfReadme(): string {
  const readme = readFileSync(new URL("../../runtimes/browser/README.md", import.meta.url), "utf8");
  const html = /```html\n([\s\S]*?)```/.exec(readme)?.[1] ?? "";
  return `<!doctype html><html lang="en"><title>Page</title>${html}`;
}

/** The addresses that the page of the README requests of the ad server, and its names. */
async function visitPage() {
  const html = pageOfReadme()
    .replace(/https:\/\/hb\.example/, "{{ads}}")
    .replace("pf_acme", "pf_browser");
  const visited = await visit(world(), { html: "<title>Before</title>", scripts });
  const { page, server } = visited;
  const own = new Set(await page.evaluate(() => Object.getOwnPropertyNames(globalThis)));
  const addresses = new Set<string>();
  page.on("request", (request) => {
    if (request.url().startsWith(server.url)) addresses.add(request.url().slice(server.url.length));
  });
  const path = world().site.add("readme", { html: html.replaceAll("{{ads}}", server.url) });
  await page.goto(`${world().site.origin}${path}`);
  await page.waitForFunction(() =>
    document.querySelector("handbill-ad")?.shadowRoot?.querySelector("section"),
  );
  await expect.poll(() => server.log.filter((line) => line.includes("/seen 200"))).toHaveLength(1);
  const globals = await page.evaluate(() => Object.getOwnPropertyNames(globalThis));
  const found = await page.evaluate(
    (selectors) => selectors.filter((selector) => document.querySelector(selector) !== null),
    Object.keys(elementRules),
  );
  return { ...visited, addresses: [...addresses], globals: globals.filter((name) => !own.has(name)), found };
}

describe("rules of public block lists", () => {
  test("are of use here: each hits what it is made for", async () => {
    for (const [rule, address] of Object.entries(addressRules)) expect(hitsOf(address)).toContain(rule);
    const visited = await visit(world(), { html: "<title>Samples</title>" });
    const missed = await visited.page.evaluate((rules) => {
      return Object.entries(rules).filter(([selector, sample]) => {
        document.body.innerHTML = sample;
        return document.querySelector(selector) === null;
      });
    }, elementRules);
    expect(missed).toEqual([]);
    expect(
      "adsbygoogle _adUnits google_ads pageTracker".split(" ").filter((name) => globalRules.test(name)),
    ).toHaveLength(4);
    await visited.window.close();
    await visited.server.close();
  });

  test("hit no name of ours but the contract's own paths, on our host and under the prefix of a site", async () => {
    const { addresses, globals, found, window, server } = await visitPage();
    expect(addresses.sort()).toEqual(["/api/v1/web/ads/batch", "/api/v1/web/seen", "/handbill.js"]);
    const paths = [
      ...addresses,
      "/api/v1/web/ads",
      "/api/v1/web/interact",
      "/api/v1/web/report",
      "/api/v1/click/A",
    ];
    for (const base of ["https://hb.example", "https://www.shop.example/hb"]) {
      const hits: Record<string, string[]> = {};
      for (const path of paths.toSorted()) {
        for (const rule of hitsOf(base + path)) {
          hits[rule] ??= [];
          hits[rule].push(path);
        }
      }
      expect(hits).toEqual(hitsOfTheContract);
    }
    expect(globals).toEqual(["Handbill"]);
    expect(globals.filter((name) => globalRules.test(name))).toEqual([]);
    expect(found).toEqual([]);
    await window.close();
    await server.close();
  });

  test("refuse no host of an example", () => {
    const pages = [
      "README.md",
      "core/README.md",
      "core/traffic/README.md",
      "runtimes/README.md",
      "runtimes/browser/README.md",
      "runtimes/deploy/README.md",
    ];
    const addresses = pages.flatMap((page) => [
      ...readFileSync(new URL(`../../${page}`, import.meta.url), "utf8").matchAll(/https?:\/\/[\w.-]+/g),
    ]);
    expect(addresses.length).toBeGreaterThan(20);
    expect(addresses.filter(([address]) => hitsOf(address).length > 0)).toEqual([]);
  });
});
