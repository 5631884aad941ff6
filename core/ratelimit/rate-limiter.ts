/**
 * The rate-limit port. A claim asks for `cost` units under a key; the limiter grants it or returns when to try
 * again. Limits are sliding: no interval of `windowMs` has more than `limit` granted units, wherever it begins.
 */
export interface RateLimiter {
  /**
   * Decides each claim in array order, each seeing what the ones before it took. A refused claim takes nothing.
   * A rejected promise means an outage: the core then serves as if everything were granted.
   */
  take(claims: readonly RateClaim[]): Promise<readonly RateDecision[]>;
}

/** A request for units under one key. */
export interface RateClaim {
  /** A keyed hash of the limited party and the limit; never a raw identity or address. */
  readonly key: string;
  /** The maximum number of units in a window. */
  readonly limit: number;
  /** The length of the sliding window in milliseconds. */
  readonly windowMs: number;
  /** The units to take. */
  readonly cost: number;
}

/** The answer to a {@link RateClaim}. */
export interface RateDecision {
  /** Whether the claim took its units. */
  readonly granted: boolean;
  /** Units that could still be granted now. */
  readonly remaining: number;
  /** Until everything that was taken is given back. */
  readonly resetAfterMs: number;
  /** Until a claim of the same cost is granted if nobody else takes any; 0 when granted. */
  readonly retryAfterMs: number;
}
