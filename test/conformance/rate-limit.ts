import type { RateClaim, RateDecision, RateLimiter } from "../../core/ratelimit/rate-limiter.ts";
import { at, check, same } from "./assert.ts";
import { createTestClock, type TestClock } from "./clock.ts";
import type { RateLimitCase } from "./harness.ts";
import { createPrng } from "./prng.ts";
import { hostileIds } from "./store/hostile.ts";

/** The tools of a case: two limiters that share their grants. */
export interface LimitWorld {
  readonly clock: TestClock;
  readonly first: RateLimiter;
  readonly second: RateLimiter;
  readonly take: (claim: Partial<RateClaim>, limiter?: RateLimiter) => Promise<RateDecision>;
}

function claimOf(fields: Partial<RateClaim>): RateClaim {
  return { key: "somebody", limit: 3, windowMs: 60_000, cost: 1, ...fields };
}

export function limitCase(name: string, body: (world: LimitWorld) => Promise<void>): RateLimitCase {
  return {
    name,
    run: async (harness) => {
      const clock = createTestClock();
      const { limiters, close } = await harness.open(clock);
      const [first, second] = limiters;
      try {
        const take: LimitWorld["take"] = async (claim, limiter = first) =>
          at(await limiter.take([claimOf(claim)]), 0);
        await body({ clock, first, second, take });
      } finally {
        await close();
      }
    },
  };
}

/** Cases that follow from the port alone, for any limiter that is never too generous. */
export const rateLimitPromises: readonly RateLimitCase[] = [
  limitCase("as many units as the limit are granted, and no more", async ({ take, second }) => {
    for (const remaining of [2, 1, 0]) {
      const decision = await take({});
      same([decision.granted, decision.remaining, decision.retryAfterMs], [true, remaining, 0], "decision");
    }
    const refused = await take({}, second);
    same([refused.granted, refused.remaining], [false, 0], "decision past the limit");
    check(refused.retryAfterMs > 0, `retryAfterMs is ${refused.retryAfterMs}`);
  }),

  limitCase("64 racers share a limit of ten", async ({ first, second }) => {
    const claims = Array.from({ length: 64 }, (_, index) =>
      (index % 2 === 0 ? first : second).take([claimOf({ limit: 10 })]),
    );
    const decisions = (await Promise.all(claims)).flat();
    same(decisions.filter(({ granted }) => granted).length, 10, "claims granted");
  }),

  limitCase("claims of one batch are decided in order, each seeing the ones before it", async ({ first }) => {
    const claims = [{ cost: 2 }, { cost: 2 }, { cost: 1 }, { cost: 1 }, { key: "other", cost: 3 }].map(
      claimOf,
    );
    const decisions = await first.take(claims);
    same(
      decisions.map(({ granted }) => granted),
      [true, false, true, false, true],
      "granted",
    );
    same(
      decisions.map(({ remaining }) => remaining),
      [1, 1, 0, 0, 0],
      "remaining",
    );
  }),

  limitCase("an empty batch is answered with nothing", async ({ first }) => {
    same(await first.take([]), [], "decisions");
  }),

  limitCase("a refused claim takes nothing", async ({ take }) => {
    await take({ cost: 2 });
    for (let n = 0; n < 10; n += 1) same((await take({ cost: 2 })).granted, false, "granted");
    same((await take({ cost: 1 })).granted, true, "granted what is left");
  }),

  limitCase("a claim that costs more than its limit is refused and takes nothing", async ({ take }) => {
    same((await take({ cost: 4 })).granted, false, "granted");
    same((await take({ cost: 3 })).granted, true, "granted the whole limit");
  }),

  limitCase("a limit of nothing grants nothing", async ({ take }) => {
    same((await take({ limit: 0 })).granted, false, "granted");
  }),

  limitCase("keys do not share a limit, whatever their text", async ({ first }) => {
    const claims = hostileIds.map((key) => claimOf({ key, limit: 1 }));
    same(
      (await first.take(claims)).every(({ granted }) => granted),
      true,
      "all granted once",
    );
    same(
      (await first.take(claims)).some(({ granted }) => granted),
      false,
      "any granted twice",
    );
  }),

  limitCase("nothing is given back before the window has passed", async ({ clock, take, second }) => {
    await take({ cost: 3 });
    clock.advance(59_999);
    same((await take({}, second)).granted, false, "granted at 59,999 ms");
  }),

  limitCase("the claims of others give nothing back", async ({ clock, take }) => {
    await take({ cost: 3 });
    for (let n = 0; n < 59; n += 1) {
      clock.advance(1_000);
      await take({ key: `other ${n}` });
    }
    clock.advance(999);
    same((await take({})).granted, false, "granted at 59,999 ms");
    clock.advance(60_000);
    same((await take({})).granted, true, "granted after the window");
  }),

  limitCase(
    "a claim is granted after retryAfterMs, and not a millisecond sooner",
    async ({ clock, take }) => {
      await take({ cost: 1 });
      clock.advance(20_000);
      await take({ cost: 2 });
      for (const cost of [1, 2]) {
        const { granted, retryAfterMs } = await take({ cost });
        same(granted, false, "granted at once");
        clock.advance(retryAfterMs - 1);
        same((await take({ cost })).granted, false, `granted 1 ms before retryAfterMs for ${cost}`);
        clock.advance(1);
        same((await take({ cost })).granted, true, `granted after retryAfterMs for ${cost}`);
      }
    },
  ),

  limitCase("everything is given back after resetAfterMs", async ({ clock, take }) => {
    await take({ cost: 1 });
    clock.advance(30_000);
    const { resetAfterMs } = await take({ cost: 2 });
    check(resetAfterMs >= 60_000, `resetAfterMs is ${resetAfterMs}, before the window has passed`);
    clock.advance(resetAfterMs);
    const again = await take({ cost: 3 });
    same([again.granted, again.remaining], [true, 0], "decision for the whole limit");
  }),

  limitCase("a key without claims for two windows has the whole limit again", async ({ clock, take }) => {
    for (let n = 0; n < 3; n += 1) {
      same((await take({ cost: 3 })).granted, true, "granted");
      clock.advance(120_000);
    }
  }),

  ...[7, 20_261_120].map(anyWindowCase),
];

export function anyWindowCase(seed: number): RateLimitCase {
  return limitCase(
    `no window, wherever it begins, grants more than the limit (seed ${seed})`,
    async (world) => {
      const prng = createPrng(seed);
      const grants: { readonly at: number; readonly units: number }[] = [];
      const limit = 10;
      for (let n = 0; n < 600; n += 1) {
        world.clock.advance(prng.pick([0, 1, 7, 50, 333, 999]));
        const cost = 1 + prng.below(3);
        const limiter = prng.pick([world.first, world.second]);
        const { granted } = await world.take({ limit, windowMs: 1_000, cost }, limiter);
        const now = world.clock.now();
        if (granted) grants.push({ at: now, units: cost });
        const inWindow = grants.filter((grant) => grant.at > now - 1_000);
        const units = inWindow.reduce((sum, grant) => sum + grant.units, 0);
        check(
          units <= limit,
          `seed ${seed}: ${units} units in the 1,000 ms up to claim ${n}, the limit is ${limit}`,
        );
      }
      check(grants.length > 100, `seed ${seed}: only ${grants.length} of 600 claims granted`);
    },
  );
}
