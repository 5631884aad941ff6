import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import type { Store } from "../../../core/storage/store.ts";
import { type AdServer, type AdServerOptions, openAdServer } from "./ad-server.ts";
import { browserCatalog, priceMicros } from "./catalog.ts";
import { launchChromium, openWindow } from "./chromium.ts";
import { openSite, type Site, type SitePage } from "./site.ts";

export interface World {
  readonly browser: Browser;
  readonly site: Site;
}

export interface Visit {
  readonly page: Page;
  readonly window: BrowserContext;
  readonly server: AdServer;
  /** Uncaught errors, and actions that a content security policy blocked. */
  readonly problems: readonly string[];
  /** Closes all of it; then there must have been no problem, exactly these deliveries must have been charged, once each, and the books must agree. */
  readonly endsWith: (charged: readonly string[]) => Promise<void>;
}

export interface VisitOptions extends Partial<SitePage> {
  readonly window?: BrowserContextOptions;
  /** Default: a server of its own with a store in memory. */
  readonly server?: AdServer;
  readonly scripts?: Readonly<Record<string, string>>;
}

/** A page with one slot, some height to scroll and the lab. */
export const plainPage = `<!doctype html><html lang="en"><title>Page</title>
<main><h1>Page</h1><div id="slot"></div><p>Below</p></main><script type="module" src="/lab.js"></script>`;

/** A slot of 200 px with a screen and more above and below it. */
export const longPage = `<!doctype html><html lang="en"><title>Long page</title><style>
body { margin: 0 } main::before, main::after { content: ""; display: block; height: 2000px }
#slot, #other { --handbill-min-height: 200px }</style>
<main><div id="slot"></div><div id="other"></div></main><script type="module" src="/lab.js"></script>`;

/** A browser and a site for the tests of a file. */
export function browserWorld(scripts?: Readonly<Record<string, string>>): () => World {
  let world: World | undefined;
  beforeAll(async () => {
    const [browser, site] = await Promise.all([launchChromium(), openSite(scripts)]);
    world = { browser, site };
  });
  afterAll(async () => {
    await world?.browser.close();
    await world?.site.close();
  });
  return () => {
    if (world === undefined) throw new Error("The world opens before the first test.");
    return world;
  };
}

export function openServer(
  { site }: World,
  scripts = {},
  store?: Store,
  options?: Pick<AdServerOptions, "rateLimits" | "trafficRules">,
): Promise<AdServer> {
  const catalog = browserCatalog(site.origin, [site.origin, site.otherOrigin]);
  return openAdServer({ catalog, scripts, ...(store && { store }), ...options });
}

let pages = 0;

/** Opens a page of the site in a window of its own, with an ad server of its own. */
export async function visit(world: World, options: VisitOptions = {}): Promise<Visit> {
  const { html = plainPage, headers = {}, scripts = {} } = options;
  const server = options.server ?? (await openServer(world, scripts));
  const window = await openWindow(world.browser, options.window);
  const page = await window.newPage();
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on(
    "console",
    (message) => message.text().includes("Content Security Policy") && problems.push(message.text()),
  );
  pages += 1;
  const path = world.site.add(`page-${pages}`, {
    html: html.replaceAll("{{ads}}", server.url),
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, value.replaceAll("{{ads}}", server.url)]),
    ),
  });
  await page.goto(`${world.site.origin}${path}?ads=${encodeURIComponent(server.url)}`);
  return {
    page,
    window,
    server,
    problems,
    endsWith: async (charged) => {
      await window.close();
      expect(problems).toEqual([]);
      if (options.server === undefined) await server.close();
      await expectCharges(server, charged);
    },
  };
}

/** Exactly these deliveries were charged, and the ledger says the same. */
export async function expectCharges(server: AdServer, charged: readonly string[]): Promise<void> {
  const deliveries = await server.deliveries();
  const found = deliveries.filter(({ chargedAt }) => chargedAt !== undefined).map(({ id }) => id);
  expect(found.sort()).toEqual([...charged].sort());
  const { campaigns, advertiserMicros } = await server.audit();
  expect(advertiserMicros).toBe(charged.length * priceMicros);
  expect(campaigns.reduce((sum, { charges }) => sum + charges, 0)).toBe(charged.length);
  for (const ledger of campaigns) {
    expect(ledger.usedMicros).toBe(ledger.chargedMicros);
    expect(ledger.heldMicros).toBe(ledger.openMicros);
    expect(ledger.daysOutOfBalance).toEqual([]);
  }
}
