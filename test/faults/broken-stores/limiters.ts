import type { RateClaim, RateDecision, RateLimiter } from "../../../core/ratelimit.ts";
import type { RateLimiterHarness, TestClock } from "../../conformance/mod.ts";

/** A limiter that breaks one promise, and the case of the conformance kit that refuses it. */
export interface BrokenLimiter {
  readonly name: string;
  readonly caughtBy: string;
  readonly open: RateLimiterHarness["open"];
}

export const brokenLimiters: readonly BrokenLimiter[] = [
  brokenLimiter(
    "begins a window anew at fixed times",
    "no window, wherever it begins, grants more than the limit (seed 7)",
    (clock) => limiterOf((claim) => `${claim.key} ${Math.floor(clock.now() / claim.windowMs)}`),
  ),
  brokenLimiter("lets every key share a limit", "keys do not share a limit, whatever their text", () =>
    limiterOf(() => "everybody"),
  ),
  brokenLimiter("counts refused claims too", "a refused claim takes nothing", () =>
    limiterOf(({ key }) => key, true),
  ),
  brokenLimiter("looks in one step and takes in another", "64 racers share a limit of ten", () => {
    const limiter = limiterOf(({ key }) => key);
    let granted = true;
    return {
      take: async (claims) => {
        const looked = granted;
        await Promise.resolve();
        const decisions = await limiter.take(claims);
        granted = decisions.every((decision) => decision.granted);
        return decisions.map((decision) => ({ ...decision, granted: decision.granted || looked }));
      },
    };
  }),
  brokenLimiter("never gives anything back", "somebody who waits two windows has the whole limit again", () =>
    limiterOf(({ key }) => key),
  ),
  brokenLimiter(
    "does not say how long to wait",
    "a claim is granted after retryAfterMs, and not a millisecond sooner",
    () => limiterOf(({ key }) => key),
  ),
];

function brokenLimiter(
  name: string,
  caughtBy: string,
  make: (clock: TestClock) => RateLimiter,
): BrokenLimiter {
  return {
    name,
    caughtBy,
    open: async (clock) => {
      const limiter = make(clock);
      return { limiters: [limiter, limiter], close: async () => {} };
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
