// `npm run bench:slots`: what a slot of a feed costs a page in Chromium, and a batch of 20 slots beside 20 single requests.
import { Agent, request } from "node:http";
import process from "node:process";
import type { Page } from "playwright-core";
import { buildBrowserBundle } from "../../runtimes/demo/browser-bundles.ts";
import { openAdServer } from "../browser/harness/ad-server.ts";
import { browserCatalog } from "../browser/harness/catalog.ts";
import { launchChromium, openWindow } from "../browser/harness/chromium.ts";
import { openSite } from "../browser/harness/site.ts";
import { apiKey, platformId } from "./installation.ts";
import { benchVisitor } from "./load/requests.ts";
import { median } from "./median.ts";
import { table } from "./print.ts";
import { startServer } from "./servers/bench-server.ts";

const slotsOfBatch = 20;
const rounds = 5;
const pagesPerRound = 400;
const pagesAtATime = 8;
const mostScriptMs = 2;
const mostShift = 0.05;

const post = `<article><p style="height:400px;margin:0">A post</p><div data-ad="chat" data-height="400" style="min-height:400px"></div></article>`;
const pageOf = (slots: number, script: string): string =>
  `<!doctype html><html lang="en"><title>Feed</title><style>body{margin:0}</style><script>
filled = 0; shift = 0;
document.addEventListener("handbill:rendered", () => filled++);
new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => { shift += value; })).observe({ type: "layout-shift", buffered: true });
</script><main>${post.repeat(slots)}</main><script async src="${script}" data-platform="pf_browser"></script>`;

const numberOf = (page: Page, name: string): Promise<number> =>
  page.evaluate((name) => Number(Reflect.get(globalThis, name)), name);

/** The script time of a tab since it was opened, in milliseconds. */
async function scriptClock(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  return async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return (metrics.find(({ name }) => name === "ScriptDuration")?.value ?? Number.NaN) * 1_000;
  };
}

/** Scrolls through the page as a reader does, until all slots are filled. */
async function readAll(page: Page, slots: number): Promise<void> {
  for (let scrolled = 0; (await numberOf(page, "filled")) < slots; scrolled++) {
    if (scrolled > 20 * slots + 100) throw new Error("Slots of the page stayed empty.");
    await page.mouse.wheel(0, 400);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
}

async function measurePages(): Promise<readonly (readonly string[])[]> {
  const [browser, site] = await Promise.all([launchChromium(), openSite()]);
  const scripts = { "/handbill.js": await buildBrowserBundle("handbill") };
  const catalog = browserCatalog(site.origin, [site.origin]);
  const server = await openAdServer({ catalog, scripts, trafficRules: { unprovenHolds: false } });
  const rows: (readonly string[])[] = [];
  try {
    for (const slots of [1, 20, 200]) {
      const path = site.add(`feed-${slots}`, { html: pageOf(slots, `${server.url}/handbill.js`) });
      // The same page without the SDK: its own script and the scrolling.
      const bare = site.add(`bare-${slots}`, { html: pageOf(0, "about:blank") });
      const window = await openWindow(browser, { viewport: { width: 800, height: 800 } });
      const page = await window.newPage();
      const spentMs = await scriptClock(page);
      await page.goto(`${site.origin}${bare}`);
      const before = await spentMs();
      await page.goto(`${site.origin}${path}`);
      await readAll(page, slots);
      const perCard = ((await spentMs()) - before) / slots;
      const shift = await numberOf(page, "shift");
      rows.push([
        `${slots} slots`,
        perCard.toFixed(2),
        // One card pays for the script and for all that a page does once.
        slots === 1 ? "" : verdict(perCard, mostScriptMs),
        before.toFixed(2),
        shift.toFixed(3),
        verdict(shift, mostShift),
      ]);
      await window.close();
    }
  } finally {
    await browser.close();
    await Promise.all([server.close(), site.close()]);
  }
  return rows;
}

const agent = new Agent({ keepAlive: true, maxSockets: pagesAtATime * slotsOfBatch });

function send(url: string, path: string, fields: object): Promise<void> {
  const body = JSON.stringify({ platform_id: platformId, ...fields });
  const headers = {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    authorization: `Bearer ${apiKey.key}`,
  };
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, { method: "POST", headers, agent }, (answer) => {
      answer.resume();
      answer.on("end", () =>
        answer.statusCode === 200 ? resolve() : reject(new Error(`${answer.statusCode}`)),
      );
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

const sides: Readonly<Record<string, (url: string, page: number) => Promise<unknown>>> = {
  "a batch of 20": (url, page) =>
    send(url, "/api/v1/web/ads/batch", {
      visitor_id: benchVisitor(page).visitorId,
      slots: Array.from({ length: slotsOfBatch }, () => ({})),
    }),
  "20 single requests": (url, page) =>
    Promise.all(
      Array.from({ length: slotsOfBatch }, () =>
        send(url, "/api/v1/web/ads", { visitor_id: benchVisitor(page).visitorId }),
      ),
    ),
};

async function measureBatches(): Promise<readonly (readonly string[])[]> {
  const server = await startServer("node", "handbill-node", { BENCH_CAMPAIGNS: "1000" });
  const found = Object.keys(sides).map((name) => ({
    name,
    perSecond: [] as number[],
    micros: [] as number[],
  }));
  try {
    for (let round = 0; round <= rounds; round++) {
      for (const side of found) {
        let next = 0;
        const work = async (): Promise<void> => {
          while (next < pagesPerRound) await sides[side.name]?.(server.url, next++);
        };
        const { cpuMicros } = await server.usage();
        const begun = performance.now();
        await Promise.all(Array.from({ length: pagesAtATime }, work));
        const seconds = (performance.now() - begun) / 1_000;
        const spent = (await server.usage()).cpuMicros - cpuMicros;
        // The first round warms up.
        if (round === 0) continue;
        side.perSecond.push(pagesPerRound / seconds);
        side.micros.push(spent / pagesPerRound);
      }
    }
  } finally {
    agent.destroy();
    await server.stop();
  }
  return found.map(({ name, perSecond, micros }) => [
    name,
    median(perSecond).toFixed(0),
    median(micros).toFixed(0),
    (median(micros) / slotsOfBatch).toFixed(1),
  ]);
}

function verdict(value: number, most: number): string {
  return `≤ ${most} ${value <= most ? "reached" : "NOT reached"}`;
}

const pageHead = ["", "script ms a card", "goal", "of a page without slots, ms", "layout shift", "goal"];
process.stdout.write(`A feed in Chromium\n${table([pageHead, ...(await measurePages())])}`);
const batchHead = ["20 slots", "pages/s", "server's CPU µs a page", "a slot"];
process.stdout.write(
  `A page of 20 slots on the memory store, node, 1,000 campaigns, median of ${rounds}\n${table([batchHead, ...(await measureBatches())])}`,
);
