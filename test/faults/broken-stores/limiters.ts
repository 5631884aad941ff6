import { createMemoryRateLimiter } from "../../../adapters/memory/mod.ts";
import type { RateClaim, RateDecision, RateLimiter } from "../../../core/ratelimit/rate-limiter.ts";
import type { RateLimiterHarness, TestClock } from "../../conformance/mod.ts";

/** A limiter that breaks one promise, and the case of the conformance kit that refuses it. */
export interface BrokenLimiter {
  /** The fault, as the end of a sentence: a limiter that … */
  readonly name: string;
  /** The name of the case that refuses it. */
  readonly caughtBy: string;
  /** Opens it as a harness does. */
  readonly open: RateLimiterHarness["open"];
}

/** Every broken limiter. */
export const brokenLimiters: readonly BrokenLimiter[] = [
  brokenLimiter(
    "begins a window anew at fixed times",
    "no window, wherever it begins, grants more than the limit (seed 7)",
    (_, clock) => limiterOf((claim) => `${claim.key} ${Math.floor(clock.now() / claim.windowMs)}`),
  ),
  brokenLimiter(
    "can be doubled at the edge of a minute",
    "history: a limit cannot be doubled at the edge of a minute",
    (_, clock) => limiterOf((claim) => `${claim.key} ${Math.floor(clock.now() / claim.windowMs)}`),
  ),
  brokenLimiter("lets every key share a limit", "keys do not share a limit, whatever their text", (inner) =>
    mapClaims(inner, (claim) => ({ ...claim, key: "everybody" })),
  ),
  brokenLimiter("compares keys without their case", "history: keys take nothing from each other", (inner) =>
    mapClaims(inner, (claim) => ({ ...claim, key: claim.key.toLowerCase() })),
  ),
  brokenLimiter("counts refused claims too", "a refused claim takes nothing", () =>
    limiterOf(({ key }) => key, true),
  ),
  brokenLimiter(
    "begins the wait anew at every refusal",
    "history: a refused claim takes nothing and postpones nothing",
    (inner) =>
      mapDecisions(inner, (decision, { windowMs }) =>
        decision.granted ? decision : { ...decision, resetAfterMs: windowMs, retryAfterMs: windowMs },
      ),
  ),
  brokenLimiter("looks in one step and takes in another", "64 racers share a limit of ten", (inner) => {
    let granted = true;
    return {
      take: async (claims) => {
        const looked = granted;
        await Promise.resolve();
        const decisions = await inner.take(claims);
        granted = decisions.every((decision) => decision.granted);
        return decisions.map((decision) => ({ ...decision, granted: decision.granted || looked }));
      },
    };
  }),
  brokenLimiter(
    "never gives anything back",
    "a key without claims for two windows has the whole limit again",
    () => limiterOf(({ key }) => key),
  ),
  brokenLimiter(
    "gives a unit back a millisecond too soon",
    "nothing is given back before the window has passed",
    (inner) => mapClaims(inner, (claim) => ({ ...claim, windowMs: claim.windowMs - 1 })),
  ),
  brokenLimiter(
    "gives back at any claim of anybody",
    "the claims of others give nothing back",
    (_, clock) => {
      let limiter = createMemoryRateLimiter({ clock: clock.now });
      let claims = 0;
      return {
        take: (wanted) => {
          claims += 1;
          if (claims % 20 === 0) limiter = createMemoryRateLimiter({ clock: clock.now });
          return limiter.take(wanted);
        },
      };
    },
  ),
  brokenLimiter(
    "does not say how long to wait",
    "a claim is granted after retryAfterMs, and not a millisecond sooner",
    () => limiterOf(({ key }) => key),
  ),
  brokenLimiter(
    "tells who wants much to wait as long as who wants little",
    "history: a dear claim waits for as many units as it needs",
    (inner) => ({
      take: async (claims) => {
        const decisions = await inner.take(claims);
        const least = await inner.take(claims.map((claim) => ({ ...claim, cost: 0 })));
        return decisions.map((decision, n) => ({
          ...decision,
          retryAfterMs: Math.min(decision.retryAfterMs, least[n]?.resetAfterMs ?? 0, 40_000),
        }));
      },
    }),
  ),
  brokenLimiter(
    "counts claims instead of units",
    "as many units as the limit are granted, and no more",
    (inner) => mapDecisions(inner, (decision) => ({ ...decision, remaining: decision.remaining + 1 })),
  ),
  brokenLimiter(
    "takes every claim for one unit",
    "a claim that costs more than its limit is refused and takes nothing",
    (inner) => mapClaims(inner, (claim) => ({ ...claim, cost: 1 })),
  ),
  brokenLimiter(
    "decides a batch by its first claim",
    "claims of one batch are decided in order, each seeing the ones before it",
    (inner) => ({
      take: async (claims) => {
        const [first] = await inner.take(claims.slice(0, 1));
        return first === undefined ? [] : claims.map(() => first);
      },
    }),
  ),
  brokenLimiter(
    "answers an empty batch with a decision",
    "an empty batch is answered with nothing",
    (inner) => ({
      take: async (claims) =>
        claims.length > 0
          ? inner.take(claims)
          : [{ granted: true, remaining: 0, resetAfterMs: 0, retryAfterMs: 0 }],
    }),
  ),
  brokenLimiter("takes a limit of nothing for no limit", "a limit of nothing grants nothing", (inner) =>
    mapClaims(inner, (claim) => (claim.limit === 0 ? { ...claim, limit: 1_000 } : claim)),
  ),
  brokenLimiter(
    "says that all comes back with the first unit",
    "everything is given back after resetAfterMs",
    (inner) =>
      mapDecisions(inner, (decision) => ({
        ...decision,
        resetAfterMs: Math.floor(decision.resetAfterMs / 2),
      })),
  ),
  brokenLimiter(
    "lets a burst last for ever",
    "history: a burst ends a twentieth of its window after its first unit, however steadily units are taken",
    (_, clock) => {
      const limiter = createMemoryRateLimiter({ clock: () => Math.floor(clock.now() / 100) * 100 });
      return limiter;
    },
  ),
  brokenLimiter(
    "gives back what it granted in a time that is now to come",
    "history: a clock that is set back gives nothing back: grants of its future count from now",
    (inner, clock) => {
      let [limiter, latest] = [inner, clock.now()];
      return {
        take: (claims) => {
          if (clock.now() < latest) limiter = createMemoryRateLimiter({ clock: clock.now });
          latest = clock.now();
          return limiter.take(claims);
        },
      };
    },
  ),
  brokenLimiter(
    "refuses until its clock is where it was",
    "history: a clock that is set back by an hour refuses no key for longer than the window",
    (_, clock) => {
      let latest = 0;
      const late = createMemoryRateLimiter({ clock: () => (latest = Math.max(latest, clock.now())) });
      return late;
    },
  ),
  brokenLimiter(
    "forgets a key as soon as nothing is taken",
    "history: a clock that is set back takes returned grants again, with any claims meanwhile",
    (inner, clock) => {
      let [limiter, idleAt] = [inner, 0];
      return {
        take: async (claims) => {
          if (clock.now() >= idleAt) limiter = createMemoryRateLimiter({ clock: clock.now });
          const decisions = await limiter.take(claims);
          const resets = decisions.map(({ resetAfterMs }) => clock.now() + resetAfterMs);
          idleAt = Math.max(idleAt, ...resets);
          return decisions;
        },
      };
    },
  ),
  {
    name: "shares nothing between its instances",
    caughtBy: "history: a limit is used up and comes back whole",
    open: async ({ now: clock }) => ({
      limiters: [createMemoryRateLimiter({ clock }), createMemoryRateLimiter({ clock })],
      close: async () => {},
    }),
  },
];

function brokenLimiter(
  name: string,
  caughtBy: string,
  make: (inner: RateLimiter, clock: TestClock) => RateLimiter,
): BrokenLimiter {
  return {
    name,
    caughtBy,
    open: async (clock) => {
      const limiter = make(createMemoryRateLimiter({ clock: clock.now }), clock);
      return { limiters: [limiter, limiter], close: async () => {} };
    },
  };
}

function mapClaims(inner: RateLimiter, map: (claim: RateClaim) => RateClaim): RateLimiter {
  return { take: (claims) => inner.take(claims.map(map)) };
}

function mapDecisions(
  inner: RateLimiter,
  map: (decision: RateDecision, claim: RateClaim) => RateDecision,
): RateLimiter {
  return {
    take: async (claims) => {
      const decisions = await inner.take(claims);
      return decisions.map((decision, index) => {
        const claim = claims[index];
        return claim === undefined ? decision : map(decision, claim);
      });
    },
  };
}

/** Adds up under a bucket's name, and never forgets. */
function limiterOf(bucketOf: (claim: RateClaim) => string, countRefused = false): RateLimiter {
  const taken = new Map<string, number>();
  const decide = (claim: RateClaim): RateDecision => {
    const bucket = bucketOf(claim);
    const before = taken.get(bucket) ?? 0;
    const granted = before + claim.cost <= claim.limit;
    const after = granted || countRefused ? before + claim.cost : before;
    taken.set(bucket, after);
    const wait = claim.windowMs;
    return {
      granted,
      remaining: Math.max(0, claim.limit - after),
      resetAfterMs: wait,
      retryAfterMs: granted ? 0 : wait,
    };
  };
  return { take: async (claims) => claims.map(decide) };
}
