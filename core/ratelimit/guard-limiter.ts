import { describeError, type Log } from "../log.ts";
import type { Clock, EpochMs } from "../timing/clock.ts";
import { createDeadlines, type Stopwatch, type Timer } from "../timing/deadlines.ts";
import type { RateLimiter } from "./rate-limiter.ts";

/** How long a request waits for a limiter that does not answer. */
export const limiterTimeoutMs = 300;

/** For how long a limiter that failed is left alone; then one request tries it. */
const pauseMs = 1_000;

const lineEveryMs = 1_000;

export interface LimiterGuardOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** For tests. */
  readonly timer?: Timer | undefined;
  /** For tests. */
  readonly stopwatch?: Stopwatch | undefined;
}

/**
 * A limiter that never refuses or delays for its own trouble: when it rejects, does not answer in time or answers
 * nonsense, the claims get no decision, which means granted. It is then left alone for a second, so that a dead one
 * does not slow every request down, and the log says so once a second.
 */
export function guardLimiter(
  limiter: RateLimiter,
  { clock, log, timer, stopwatch }: LimiterGuardOptions,
): RateLimiter {
  const timeoutMs = (): number => limiterTimeoutMs;
  const deadlines = createDeadlines({ subject: "The rate limiter", timeoutMs, timer, stopwatch });
  let failedAt: EpochMs | undefined;
  let saidAt: EpochMs | undefined;
  let leftOut = 0;

  const fail = (error: unknown): void => {
    failedAt = clock();
    if (isWithin(lineEveryMs, saidAt)) {
      leftOut += 1;
      return;
    }
    saidAt = failedAt;
    log({
      level: "warn",
      message: "The rate limiter failed: requests are served without their limits.",
      error: describeError(error),
      ...(leftOut > 0 && { leftOut }),
    });
    leftOut = 0;
  };
  // A wall clock may step back: then too the time is over.
  const isWithin = (ms: number, since: EpochMs | undefined): boolean =>
    since !== undefined && Math.abs(clock() - since) < ms;

  return {
    take: async (claims) => {
      if (isWithin(pauseMs, failedAt)) {
        leftOut += 1;
        return [];
      }
      // Whoever comes while this request tries a limiter that had failed does not wait for it.
      if (failedAt !== undefined) failedAt = clock();
      try {
        const decisions = await deadlines.within(limiter.take(claims));
        if (decisions.length !== claims.length) throw new Error("It answered a batch with another length.");
        failedAt = undefined;
        return decisions;
      } catch (error) {
        fail(error);
        return [];
      }
    },
  };
}
