/** Statistics are stored and expired holds come back without calls of `maintain`. */
import { AsyncLocalStorage } from "node:async_hooks";
import { afterEach, describe, expect, it, vi } from "vitest";
import { deliveryLifetimeMs } from "../../core/timing/windows.ts";
import { platformId } from "../conformance/fixtures.ts";
import { type Installation, install, post } from "./pipeline/installation.ts";
import { settled } from "./settled.ts";

const ad = (user = "somebody"): Request =>
  post("/api/v1/web/ads", { platform_id: platformId, stable_user_id: user });

/** How often each metric is in the store. */
function stored({ store }: Installation): Readonly<Record<string, number>> {
  const sums = new Map<string, number>();
  for (const { metric, n } of store.counts()) sums.set(metric, (sums.get(metric) ?? 0) + n);
  return Object.fromEntries(sums);
}

const held = async ({ store }: Installation): Promise<number | undefined> =>
  (await store.auditLedger()).campaigns[0]?.heldMicros;

afterEach(() => vi.useRealTimers());

describe("where no host calls maintain, statistics", () => {
  it("are stored behind the first answer after five seconds, and that answer is in the next ones", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const world = await install();
    for (let n = 0; n < 10; n++) await world.handbill.fetch(ad());
    world.clock.advance(4_999);
    await world.handbill.fetch(ad());
    await settled();
    expect(stored(world)).toEqual({});
    world.clock.advance(1);
    await world.handbill.fetch(ad());
    await settled();
    expect(stored(world)).toEqual({ request: 12, issued: 12 });
    await world.handbill.close();
  });

  it("are stored without another request", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const world = await install();
    await world.handbill.fetch(ad());
    world.clock.advance(5_000);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(stored(world)).toEqual({ request: 1, issued: 1 });
    await world.handbill.close();
  });

  it("hold up no answer, and are written once at a time", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const writes: (() => void)[] = [];
    const world = await install({}, { addCounts: () => new Promise((resolve) => writes.push(resolve)) });
    for (let n = 0; n < 5; n++) {
      world.clock.advance(5_000);
      expect((await world.handbill.fetch(ad())).status).toBe(200);
    }
    await settled();
    expect(writes).toHaveLength(1);
    writes[0]?.();
    await settled();
    expect(writes).toHaveLength(2);
  });

  it("that could not be stored fail no answer, are all stored later, and are in the log once", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const world = await install();
    const { addCounts } = world.store;
    let isAway = true;
    let calls = 0;
    const other = await install(
      {},
      {
        addCounts: async (counts) => {
          calls += 1;
          if (isAway) throw new Error("away");
          await addCounts(counts);
        },
      },
    );
    for (let n = 0; n < 20; n++) {
      other.clock.advance(5_000);
      expect((await other.handbill.fetch(ad(`user-${n}`))).status).toBe(200);
      await settled();
    }
    // A pause follows each failure: 1, 2, 4, 8, 16, 32 and 60 seconds.
    expect(calls).toBeGreaterThan(2);
    expect(calls).toBeLessThan(8);
    expect(other.log.filter(({ message }) => message.includes("could not be stored"))).toHaveLength(1);
    isAway = false;
    other.clock.advance(60_000);
    await other.handbill.fetch(ad());
    await settled();
    expect(stored(world)).toEqual({ request: 21, issued: 21 });
  });

  it("of a failed write are counted exactly once when the store is back", async () => {
    let isAway = true;
    const world = await install();
    const { addCounts } = world.store;
    const again = await install(
      {},
      {
        addCounts: (counts) => (isAway ? Promise.reject(new Error("away")) : addCounts(counts)),
      },
    );
    await again.handbill.fetch(ad());
    await expect(again.handbill.maintain()).rejects.toThrow("away");
    await again.handbill.fetch(ad());
    await expect(again.handbill.maintain()).rejects.toThrow("away");
    isAway = false;
    await again.handbill.maintain();
    expect(stored(world)).toEqual({ request: 2, issued: 2 });
    await again.handbill.maintain();
    expect(stored(world)).toEqual({ request: 2, issued: 2 });
  });

  it("of a write that outlasts the store's time are not counted twice", async () => {
    const world = await install();
    const { addCounts } = world.store;
    const slow: (() => void)[] = [];
    const other = await install(
      { storeTimeoutMs: 100 },
      {
        addCounts: async (counts) => {
          await new Promise<void>((resolve) => slow.push(resolve));
          await addCounts(counts);
        },
      },
    );
    await other.handbill.fetch(ad());
    await expect(other.handbill.maintain()).rejects.toThrow("did not answer");
    const next = other.handbill.maintain();
    for (const end of slow) end();
    await next;
    await settled();
    expect(stored(world)).toEqual({ request: 1, issued: 1 });
  });

  it("of a write that never ends are stored after a minute", async () => {
    const world = await install();
    const { addCounts } = world.store;
    let calls = 0;
    const other = await install(
      { storeTimeoutMs: 100 },
      { addCounts: (counts) => (calls++ === 0 ? new Promise(() => {}) : addCounts(counts)) },
    );
    await other.handbill.fetch(ad());
    await expect(other.handbill.maintain()).rejects.toThrow("did not answer");
    await other.handbill.maintain();
    expect(stored(world)).toEqual({});
    other.clock.advance(60_000);
    await other.handbill.maintain();
    expect(stored(world)).toEqual({ request: 1, issued: 1 });
  });
});

describe("where the platform stops a function after its answer, statistics", () => {
  it("are stored by the promise that waitUntil gets, of every answer", async () => {
    const world = await install();
    for (const n of [1, 2, 3]) {
      const work: Promise<void>[] = [];
      const response = await world.handbill.fetch(ad(), { waitUntil: (promise) => void work.push(promise) });
      expect(response.status).toBe(200);
      await Promise.all(work);
      expect(stored(world)).toEqual({ request: n, issued: n });
    }
  });

  it("of 64 answers at once are all stored by the promises of those answers", async () => {
    const world = await install();
    const work: Promise<void>[] = [];
    const requests = Array.from({ length: 64 }, async (_, n) => {
      await world.handbill.fetch(ad(`user-${n}`), { waitUntil: (promise) => void work.push(promise) });
    });
    await Promise.all(requests);
    await Promise.all(work);
    expect(stored(world)).toEqual({ request: 64, issued: 64 });
  });

  it("that cannot be stored reject no such promise, and come with a later answer", async () => {
    let isAway = true;
    const world = await install();
    const { addCounts } = world.store;
    const other = await install(
      {},
      { addCounts: (counts) => (isAway ? Promise.reject(new Error("away")) : addCounts(counts)) },
    );
    const work: Promise<void>[] = [];
    const waitUntil = (promise: Promise<void>): void => void work.push(promise);
    expect((await other.handbill.fetch(ad(), { waitUntil })).status).toBe(200);
    await Promise.all(work);
    isAway = false;
    other.clock.advance(1_000);
    await other.handbill.fetch(ad(), { waitUntil });
    await Promise.all(work);
    expect(stored(world)).toEqual({ request: 2, issued: 2 });
  });

  it("are stored although the platform's waitUntil throws", async () => {
    const world = await install();
    const waitUntil = (): never => {
      throw new Error("The request is over.");
    };
    expect((await world.handbill.fetch(ad(), { waitUntil })).status).toBe(200);
    await settled();
    expect(stored(world)).toEqual({ request: 1, issued: 1 });
  });
});

describe.each(["@vercel/request-context", "@next/request-context"])("under %s", (name) => {
  afterEach(() => Reflect.deleteProperty(globalThis, Symbol.for(name)));

  it("statistics are stored through the request's own waitUntil, although no host passes it on", async () => {
    const requests = new AsyncLocalStorage<{ waitUntil: (work: Promise<unknown>) => void }>();
    Reflect.set(globalThis, Symbol.for(name), { get: () => requests.getStore() });
    const world = await install();
    const works: Promise<unknown>[][] = [];
    await Promise.all(
      Array.from({ length: 8 }, (_, n) => {
        const work: Promise<unknown>[] = [];
        works.push(work);
        const context = { waitUntil: (promise: Promise<unknown>) => void work.push(promise) };
        return requests.run(context, () => world.handbill.fetch(ad(`user-${n}`)));
      }),
    );
    expect(works.every((work) => work.length <= 1)).toBe(true);
    await Promise.all(works.flat());
    expect(stored(world)).toEqual({ request: 8, issued: 8 });
    // Outside of a request the platform has none.
    expect((await world.handbill.fetch(ad())).status).toBe(200);
  });
});

describe("where no host calls maintain", () => {
  it("the hold of an expired ad comes back within a minute, even without further requests", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const world = await install();
    const pass = async (ms: number): Promise<void> => {
      for (let passed = 0; passed < ms; passed += 1_000) {
        world.clock.advance(1_000);
        await vi.advanceTimersByTimeAsync(1_000);
      }
    };
    await world.handbill.fetch(ad());
    await pass(deliveryLifetimeMs);
    expect(await held(world)).toBeGreaterThan(0);
    await pass(60_000);
    expect(await held(world)).toBe(0);
    // Long after the last request no timer is left.
    await pass(120_000);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("the log warns once, after a minute", async () => {
    const world = await install();
    const said = (): number => world.log.filter(({ message }) => message.includes("maintain()")).length;
    await world.handbill.fetch(ad());
    world.clock.advance(59_999);
    await world.handbill.fetch(ad());
    expect(said()).toBe(0);
    world.clock.advance(1);
    for (let n = 0; n < 3; n++) await world.handbill.fetch(ad());
    expect(said()).toBe(1);
  });

  it("the log does not warn a host that does, or that may have a cron", async () => {
    const kept = await install();
    await kept.handbill.maintain();
    const served = await install();
    for (const { handbill, clock, log } of [kept, served]) {
      for (let n = 0; n < 3; n++) {
        const waitUntil = (): void => undefined;
        await handbill.fetch(ad(), handbill === served.handbill ? { waitUntil } : {});
        clock.advance(600_000);
      }
      expect(log).toEqual([]);
    }
  });
});
