import type { Problem } from "../contract/problem.ts";
import type { RateClaim, RateDecision, RateLimiter } from "../ratelimit/rate-limiter.ts";
import type { RateLimit } from "../ratelimit/rate-limits.ts";

/** A limit that applies to a request, and its subject as a keyed hash or a public id. */
export interface LimitedBy {
  /** The name of the limit, part of its key and of the answer's headers. */
  readonly name: string;
  readonly rate: RateLimit | false;
  readonly subject: string;
  /** The cost of a unit of the request. Default 1. */
  readonly cost?: number | undefined;
}

interface ActiveLimit extends LimitedBy {
  readonly rate: RateLimit;
}

interface Exceeded extends ActiveLimit {
  readonly decision: RateDecision;
}

/** The outcome of the limits of a request, and of further claims that were taken in the same call. */
export interface TakenRates {
  /** How many of the request's units the limits grant. */
  readonly granted: number;
  /** For the units that are not granted. */
  readonly refused: Problem | undefined;
  /** Of the further claims, in their order; empty when the limiter failed. */
  readonly decisions: readonly RateDecision[];
}

/** contract.md §7, 429. A limiter that fails refuses nobody. */
export async function limitRate(
  limiter: RateLimiter,
  limits: readonly LimitedBy[],
): Promise<Problem | undefined> {
  return (await takeRates(limiter, limits, [])).refused;
}

/**
 * Takes all claims in one call, `units` of each limit. Refuses for the exceeded limit with the longest wait. Where a limit has room
 * for some of several units, a second call takes these.
 */
export async function takeRates(
  limiter: RateLimiter,
  limits: readonly LimitedBy[],
  further: readonly RateClaim[],
  units = 1,
): Promise<TakenRates> {
  const noneRefused: TakenRates = { granted: units, refused: undefined, decisions: [] };
  const active = limits.flatMap(({ rate, ...limit }) => (rate === false ? [] : [{ ...limit, rate }]));
  const claims = [...active.map((limit) => claimOf(limit, units)), ...further];
  if (claims.length === 0) return noneRefused;
  try {
    const decisions = await limiter.take(claims);
    const exceeded = exceededOf(active, decisions);
    const taken =
      exceeded.length === 0 || units === 1
        ? { granted: exceeded.length === 0 ? units : 0, refused: refusalOf(exceeded) }
        : await takeSome(limiter, exceeded, units);
    return { ...taken, decisions: decisions.slice(active.length) };
  } catch {
    return noneRefused;
  }
}

/** Takes the remaining units of these limits, one by one. */
async function takeSome(
  limiter: RateLimiter,
  limits: readonly ActiveLimit[],
  units: number,
): Promise<Omit<TakenRates, "decisions">> {
  const each = limits.flatMap((limit) => Array.from({ length: units }, () => limit));
  const exceeded = exceededOf(each, await limiter.take(each.map((limit) => claimOf(limit, 1))));
  const refused = limits.map(({ name }) => exceeded.filter((one) => one.name === name).length);
  return { granted: units - Math.max(...refused), refused: refusalOf(exceeded) };
}

function exceededOf(limits: readonly ActiveLimit[], decisions: readonly RateDecision[]): readonly Exceeded[] {
  return limits.flatMap((limit, index) => {
    const decision = decisions[index];
    return decision?.granted === false ? [{ ...limit, decision }] : [];
  });
}

function claimOf({ name, rate, subject, cost = 1 }: ActiveLimit, units: number): RateClaim {
  return { key: `${name}:${subject}`, limit: rate.limit, windowMs: rate.windowMs, cost: cost * units };
}

function refusalOf(exceeded: readonly Exceeded[]): Problem | undefined {
  const [longest] = exceeded.toSorted((a, b) => b.decision.retryAfterMs - a.decision.retryAfterMs);
  return longest && tooMany(longest);
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
