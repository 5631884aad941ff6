import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { defaultRateLimits } from "../../core/ratelimit/rate-limits.ts";
import { buildBrowserBundle } from "../../runtimes/demo/browser-bundles.ts";
import type { AdServerOptions } from "./harness/ad-server.ts";
import { countListeners } from "./harness/count-listeners.ts";
import { browserWorld, openServer, visit } from "./harness/world.ts";

const world = browserWorld();
const window = { viewport: { width: 800, height: 800 } };
let scripts: Record<string, string> = {};

beforeAll(async () => {
  scripts = { "/handbill.js": await buildBrowserBundle("handbill") };
});

const slot = '<div data-ad="chat" data-height="300" style="min-height:300px" data-formats="text"></div>';
const post = `<article><p style="height: 400px; margin: 0">A post</p>${slot}</article>`;

/** A page with `n` posts, an ad below each. Its feed grows by `grow` when the script of a test asks for it. */
const feed = (
  n: number,
) => `<!doctype html><html lang="en"><title>Feed</title><style>body { margin: 0 }</style>
<script>
heard = { filled: 0, "no-ad": 0, error: 0, rendered: 0 };
for (const name in heard) document.addEventListener("handbill:" + name, () => heard[name]++);
grow = (n) => document.querySelector("main").insertAdjacentHTML("beforeend", \`${post}\`.repeat(n));
shift = 0;
add = (entries) => { for (const { value } of entries) shift += value; };
shifts = new PerformanceObserver((list) => add(list.getEntries()));
shifts.observe({ type: "layout-shift", buffered: true });
</script><main>${post.repeat(n)}</main>
<script async src="{{ads}}/handbill.js" data-platform="pf_browser"></script>`;

/** The limits of a new server. One network has all visitors of this machine. */
const usual = { rateLimits: defaultRateLimits, trafficRules: { unprovenHolds: false } } as const;

async function visitFeed(n: number, options: Pick<AdServerOptions, "rateLimits" | "trafficRules"> = usual) {
  const server = await openServer(world(), scripts, undefined, options);
  const visited = await visit(world(), { html: feed(n), server, window });
  const end = async (): Promise<void> => {
    expect(visited.problems).toEqual([]);
    await visited.window.close();
    await server.close();
  };
  return { ...visited, end };
}

/** Resolves when as many slots were filled. */
const filled = (page: Page, n: number) =>
  page.waitForFunction((n) => Reflect.get(globalThis, "heard").filled >= n, n);

/** Scrolls a feed to its end, half a screen at a time, as soon as what is on screen is filled. */
const scrollToEnd = (page: Page, most: number) =>
  page.evaluate(async (most) => {
    const isOnScreen = (slot: Element): boolean => {
      const { top, bottom } = slot.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    };
    const slots = () => [...document.querySelectorAll("[data-ad]")];
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (;;) {
      while (
        slots().some((slot) => isOnScreen(slot) && !slot.firstElementChild?.shadowRoot?.firstElementChild)
      )
        await frame();
      const rest = document.documentElement.scrollHeight - scrollY - innerHeight;
      if (rest < 2 * innerHeight && slots().length < most) Reflect.get(globalThis, "grow")(10);
      else if (rest < 1) return;
      scrollBy(0, innerHeight / 2);
      await frame();
    }
  }, most);

describe("an endless feed of 200 slots", () => {
  test("gets an ad in every slot, without a 429, and moves nothing", async () => {
    const { page, server, end } = await visitFeed(10);
    await scrollToEnd(page, 200);
    await filled(page, 200);
    const state = await page.evaluate(() => {
      const state = globalThis as unknown as { shifts: PerformanceObserver; add: (list: unknown) => void };
      state.add(state.shifts.takeRecords());
      return [Reflect.get(globalThis, "heard"), Reflect.get(globalThis, "shift")];
    });
    expect(state).toEqual([{ filled: 200, "no-ad": 0, error: 0, rendered: 200 }, expect.any(Number)]);
    expect(state[1]).toBeLessThan(0.05);
    expect(server.batches.filter(({ status }) => status !== 200)).toEqual([]);
    expect(await server.deliveries()).toHaveLength(200);
    await end();
  });

  test("holds nothing for slots that were never near the screen", async () => {
    const { page, server, end } = await visitFeed(200);
    await filled(page, 2);
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await page.waitForFunction(() => document.querySelector("article:last-child handbill-ad"));
    // What was asked for before the jump, and for the end, is there.
    await expect
      .poll(() =>
        page.evaluate(
          () => Reflect.get(globalThis, "heard").filled === document.querySelectorAll("handbill-ad").length,
        ),
      )
      .toBe(true);
    const places = await page.evaluate(() =>
      [...document.querySelectorAll("[data-ad]")].flatMap((slot, index) =>
        slot.firstElementChild ? [index] : [],
      ),
    );
    expect(await server.deliveries()).toHaveLength(places.length);
    // A screen of 800 px and one on either side have at most four posts of 700 px.
    expect(places.filter((index) => index > 3 && index < 196)).toEqual([]);
    await end();
  });

  test("leaves nothing behind when its slots are removed", async () => {
    const { page, server, end } = await visitFeed(0);
    const fillAndRemove = async (n: number): Promise<void> => {
      for (let done = 0; done < n; done += 20) {
        await page.evaluate(() => {
          const main = document.querySelector("main");
          Reflect.get(globalThis, "heard").filled = 0;
          Reflect.get(globalThis, "grow")(20);
          for (const article of main?.children ?? [])
            article.setAttribute("style", "position: absolute; top: 0");
        });
        await filled(page, 20);
        await page.evaluate(() => document.querySelector("main")?.replaceChildren());
      }
    };
    await fillAndRemove(20);
    // The slots of one turn share a request.
    expect(server.batches).toHaveLength(1);
    const before = await countListeners(page);
    await fillAndRemove(200);
    // The browser decides when it collects garbage.
    await expect
      .poll(async () => {
        const after = await countListeners(page);
        return {
          listeners: after.listeners - before.listeners < 20,
          nodes: after.nodes - before.nodes < 20,
          observers: after.intersectionObservers - before.intersectionObservers < 20,
          ofPage: after.pageListeners - before.pageListeners,
        };
      })
      .toEqual({ listeners: true, nodes: true, observers: true, ofPage: 0 });
    await end();
  });
});

describe("slots", () => {
  test.each([1, 20])("%i on a page move nothing", async (n) => {
    const { page, end } = await visitFeed(n);
    await filled(page, Math.min(n, 2));
    await scrollToEnd(page, n);
    await filled(page, n);
    const shift = await page.evaluate(() => Reflect.get(globalThis, "shift"));
    expect(shift).toBeLessThan(0.05);
    await end();
  });

  test("wait out Retry-After, and send nothing before", async () => {
    const windowMs = 2_000;
    const adsPerVisitor = { limit: 5, windowMs };
    const { page, server, end } = await visitFeed(0, { ...usual, rateLimits: { adsPerVisitor } });
    await page.evaluate(() => {
      Reflect.get(globalThis, "grow")(12);
      for (const article of document.querySelectorAll("article"))
        article.setAttribute("style", "position: absolute; top: 0");
    });
    await filled(page, 12);
    expect(await page.evaluate(() => Reflect.get(globalThis, "heard"))).toMatchObject({
      error: 0,
      "no-ad": 0,
    });
    const { batches } = server;
    expect(batches.some(({ leftOver }) => leftOver > 0)).toBe(true);
    expect(batches.reduce((sum, { ads }) => sum + ads, 0)).toBe(12);
    batches.forEach(({ at, retryAfter }, index) => {
      const next = batches[index + 1];
      if (next !== undefined) expect(next.at - at).toBeGreaterThanOrEqual(retryAfter * 1_000 - 1);
    });
    await end();
  });

  test("that leave before their answer get no card, and come back as new ones", async () => {
    const { page, server, end } = await visitFeed(0);
    await page.evaluate(() => Reflect.get(globalThis, "grow")(1));
    await page.waitForFunction(() => document.querySelector("handbill-ad"));
    await page.evaluate(() => {
      const main = document.querySelector("main");
      const [article] = main?.children ?? [];
      article?.remove();
      Object.assign(globalThis, { article, cardOnRemoval: article?.querySelector("handbill-ad") });
    });
    await page.waitForFunction(() => !Reflect.get(globalThis, "article").querySelector("handbill-ad"));
    await page.evaluate(() => document.querySelector("main")?.append(Reflect.get(globalThis, "article")));
    await page.waitForFunction(() => document.querySelector("handbill-ad")?.shadowRoot?.firstElementChild);
    expect(server.batches.length).toBeGreaterThanOrEqual(2);
    expect(await page.evaluate(() => document.querySelectorAll("handbill-ad").length)).toBe(1);
    await end();
  });

  test("give back their place when there is no ad, once they are out of sight", async () => {
    const { page, end } = await visitFeed(0);
    await page.evaluate(() => {
      Reflect.get(globalThis, "grow")(3);
      for (const slot of document.querySelectorAll<HTMLElement>("[data-ad]")) slot.dataset["language"] = "fi";
    });
    await page.waitForFunction(() => Reflect.get(globalThis, "heard")["no-ad"] === 3);
    const heights = () =>
      page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>("[data-ad]")].map((slot) => slot.offsetHeight),
      );
    await expect.poll(heights).toEqual([300, 0, 0]);
    expect(await page.evaluate(() => Reflect.get(globalThis, "shift"))).toBeLessThan(0.05);
    await end();
  });
});
