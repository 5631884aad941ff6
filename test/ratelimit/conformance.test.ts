import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createMemoryRateLimiter } from "../../adapters/memory/mod.ts";
import type { RateClaim } from "../../core/ratelimit/rate-limiter.ts";
import { createTestClock, rateLimitCases } from "../conformance/mod.ts";
import { createPrng } from "../conformance/prng.ts";
import { seeds } from "../core/seeds.ts";
import { type LimiterBackend, pgliteLimiters, serverLimiters } from "./backends.ts";

describe.each([
  ["PGlite", pgliteLimiters],
  ["a PostgreSQL server", serverLimiters],
] as const)("the PostgreSQL rate limiter on %s", (_, start) => {
  let backend: LimiterBackend;
  beforeAll(async () => {
    backend = await start();
  }, 60_000);
  afterAll(() => backend.close(), 60_000);

  test.each(rateLimitCases)("$name", ({ run }) => run({ open: (clock) => backend.open(clock) }), 60_000);

  test.each(seeds)(
    "decides 2,000 random claims as the memory limiter does, to the millisecond (seed %i)",
    async (seed) => {
      const prng = createPrng(seed);
      const clock = createTestClock();
      const { limiters, close } = await backend.open(clock);
      const memory = createMemoryRateLimiter({ clock: clock.now });
      for (let round = 0; round < 100; round += 1) {
        clock.advance(prng.pick([0, 1, 13, 50, 51, 400, 999, 5_000, -30, -4_000]));
        const claims = Array.from({ length: 20 }, (): RateClaim => {
          const windowMs = prng.pick([1_000, 1_001, 60_000]);
          const cost = prng.pick([0, 1, 1, 2, 7]);
          return { key: `key ${prng.below(4)}`, windowMs, limit: prng.pick([0, 3, 10, 40]), cost };
        });
        expect(await prng.pick(limiters).take(claims)).toEqual(await memory.take(claims));
      }
      await close();
    },
    60_000,
  );

  test("64 racers over two limiters, each with claims on two keys in opposite orders, share the limits", async () => {
    const { limiters, close } = await backend.open();
    for (let round = 0; round < 20; round += 1) {
      const claims = ["a", "b"].map((key) => ({
        key: `${key}${round}`,
        limit: 10,
        windowMs: 3_600_000,
        cost: 1,
      }));
      const answers = await Promise.all(
        Array.from({ length: 64 }, (__, n) => {
          const limiter = limiters[n % 2 === 0 ? 0 : 1];
          return limiter.take(n % 4 < 2 ? claims : [...claims].reverse());
        }),
      );
      for (const key of [0, 1]) {
        const granted = answers.filter((decisions, n) => decisions[n % 4 < 2 ? key : 1 - key]?.granted);
        expect(granted).toHaveLength(10);
      }
    }
    await close();
  }, 60_000);

  test("rows of keys that are idle are removed while new ones come", async () => {
    const clock = createTestClock();
    const { limiters, close, rows } = await backend.open(clock);
    const use = (name: string) =>
      limiters[0].take(
        Array.from({ length: 200 }, (__, n) => ({ key: `${name} ${n}`, limit: 5, windowMs: 1_000, cost: 1 })),
      );
    for (let round = 0; round < 20; round += 1) {
      await use(`round ${round}`);
      clock.advance(1_000);
    }
    // 4,000 keys came; 200 of them are in use at a time.
    expect(await rows()).toBeLessThan(1_200);
    await close();
  }, 60_000);

  test("claims of one moment are one statement", async () => {
    const { limiters, close } = await backend.open(createTestClock());
    const [limiter] = limiters;
    const decisions = await Promise.all(
      Array.from({ length: 50 }, () => limiter.take([{ key: "one", limit: 20, windowMs: 60_000, cost: 1 }])),
    );
    expect(decisions.flat().map(({ remaining }) => remaining)).toEqual(
      Array.from({ length: 50 }, (__, n) => Math.max(0, 19 - n)),
    );
    await close();
  }, 60_000);
});
