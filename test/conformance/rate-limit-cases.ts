import { createMemoryRateLimiter } from "../../core/ratelimit/memory-rate-limiter.ts";
import type { RateClaim, RateDecision } from "../../core/ratelimit/rate-limiter.ts";
import { same } from "./assert.ts";
import type { RateLimitCase } from "./harness.ts";
import { createPrng, type Prng } from "./prng.ts";
import { type LimitWorld, limitCase, rateLimitPromises } from "./rate-limit.ts";
import { type RateLimitHistory, rateLimitHistories } from "./rate-limit-histories.ts";

/** Every checkable promise of the rate-limit port (core/ratelimit/rate-limiter.ts), and the decisions that all limiters share. */
export const rateLimitCases: readonly RateLimitCase[] = [
  ...rateLimitPromises,
  ...rateLimitHistories.map((history) =>
    limitCase(`history: ${history.name}`, (world) => repeat(world, history)),
  ),
  ...[3, 20_261_121].map(randomHistoryCase),
];

export function randomHistoryCase(seed: number): RateLimitCase {
  return limitCase(`a random history is decided as the memory limiter decides it (seed ${seed})`, (world) =>
    compare(world, createPrng(seed)),
  );
}

/** Each step on the other limiter, so that what is taken is seen to be shared. */
async function repeat(
  { clock, first, second }: LimitWorld,
  { usual, steps }: RateLimitHistory,
): Promise<void> {
  for (const [index, { afterMs, claims, decisions }] of steps.entries()) {
    clock.advance(afterMs);
    const limiter = index % 2 === 0 ? first : second;
    const answers = await limiter.take(claims.map((claim) => ({ ...usual, ...claim })));
    same(
      answers.map(pinned),
      decisions,
      `[granted, remaining, resetAfterMs, retryAfterMs] of step ${index + 1}`,
    );
  }
}

async function compare({ clock, first, second }: LimitWorld, prng: Prng): Promise<void> {
  const specification = createMemoryRateLimiter({ clock: clock.now });
  for (let n = 0; n < 300; n += 1) {
    clock.advance(prng.pick([0, 1, 7, 49, 50, 51, 333, 999, 1_000, 3_000, -20]));
    const claims = Array.from({ length: 1 + prng.below(4) }, () => randomClaim(prng));
    const answers = await prng.pick([first, second]).take(claims);
    const wanted = await specification.take(claims);
    same(answers.map(pinned), wanted.map(pinned), `decisions of call ${n} on ${JSON.stringify(claims)}`);
  }
}

function randomClaim(prng: Prng): RateClaim {
  const { windowMs, limit } = prng.pick([
    { windowMs: 1_000, limit: 5 },
    { windowMs: 10_001, limit: 12 },
    { windowMs: 60_000, limit: 40 },
  ]);
  return {
    key: `somebody ${windowMs} ${prng.below(2)}`,
    windowMs,
    limit,
    cost: prng.pick([1, 1, 1, 2, 3, 6]),
  };
}

function pinned(decision: RateDecision): unknown {
  return [decision.granted, decision.remaining, decision.resetAfterMs, decision.retryAfterMs];
}
