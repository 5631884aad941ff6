import type { Problem } from "../contract/problem.ts";
import type { RateClaim, RateDecision, RateLimiter } from "../ratelimit/rate-limiter.ts";
import type { RateLimit } from "../ratelimit/rate-limits.ts";

/** A limit that applies to a request, and its subject as a keyed hash or a public id. */
export interface LimitedBy {
  /** The name of the limit, part of its key and of the answer's headers. */
  readonly name: string;
  readonly rate: RateLimit | false;
  readonly subject: string;
}

interface Exceeded {
  readonly name: string;
  readonly rate: RateLimit;
  readonly decision: RateDecision;
}

/** The outcome of the limits of a request, and of further claims that were taken in the same call. */
export interface TakenRates {
  readonly refused: Problem | undefined;
  /** Of the further claims, in their order; empty when the limiter failed. */
  readonly decisions: readonly RateDecision[];
}

const noneTaken: TakenRates = { refused: undefined, decisions: [] };

/** contract.md §7, 429. A limiter that fails refuses nobody. */
export async function limitRate(
  limiter: RateLimiter,
  limits: readonly LimitedBy[],
): Promise<Problem | undefined> {
  return (await takeRates(limiter, limits, [])).refused;
}

/** Takes all claims in one call. Refuses for the exceeded limit with the longest wait. */
export async function takeRates(
  limiter: RateLimiter,
  limits: readonly LimitedBy[],
  further: readonly RateClaim[],
): Promise<TakenRates> {
  const claims: RateClaim[] = [];
  for (const { name, rate, subject } of limits) if (rate !== false) claims.push(claimOf(name, rate, subject));
  claims.push(...further);
  if (claims.length === 0) return noneTaken;
  try {
    const decisions = await limiter.take(claims);
    return {
      refused: exceededOf(limits, decisions),
      decisions: decisions.slice(claims.length - further.length),
    };
  } catch {
    return noneTaken;
  }
}

function exceededOf(limits: readonly LimitedBy[], decisions: readonly RateDecision[]): Problem | undefined {
  let longest: Exceeded | undefined;
  let index = 0;
  for (const { name, rate } of limits) {
    if (rate === false) continue;
    const decision = decisions[index++];
    if (decision?.granted !== false) continue;
    if (decision.retryAfterMs > (longest?.decision.retryAfterMs ?? -1)) longest = { name, rate, decision };
  }
  return longest && tooMany(longest);
}

function claimOf(name: string, rate: RateLimit, subject: string): RateClaim {
  return { key: `${name}:${subject}`, limit: rate.limit, windowMs: rate.windowMs, cost: 1 };
}

/**
 * Seconds are rounded up, so a client that waits as long is not too early. The headers beside Retry-After are those of
 * draft-ietf-httpapi-ratelimit-headers-10: `r` is the rest of the quota, `t` the seconds until it grows, `q` the quota and
 * `w` its window in seconds.
 */
function tooMany({ name, rate, decision }: Exceeded): Problem {
  const seconds = Math.max(1, Math.ceil(decision.retryAfterMs / 1_000));
  return {
    problem: "rate_limited",
    detail: `Wait ${seconds} s, then send at most ${rate.limit} requests in ${rate.windowMs / 1_000} s.`,
    headers: {
      "retry-after": String(seconds),
      ratelimit: `"${name}";r=${decision.remaining};t=${seconds}`,
      "ratelimit-policy": `"${name}";q=${rate.limit};w=${Math.ceil(rate.windowMs / 1_000)}`,
    },
  };
}
