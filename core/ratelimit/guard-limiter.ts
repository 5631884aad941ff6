import { describeError, type Log } from "../log.ts";
import type { Clock, EpochMs } from "../timing/clock.ts";
import { createDeadlines, type Stopwatch, type Timer } from "../timing/deadlines.ts";
import type { RateLimiter } from "./rate-limiter.ts";

/** How long a request waits for a limiter that does not answer. */
export const limiterTimeoutMs = 300;

/** The pause after a failure of the limiter; then one request tries it. */
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
 * A limiter whose failure never refuses or delays a request: when it rejects, does not answer in time or returns invalid
 * decisions, the claims get no decision, which means granted. It then pauses for a second, so that a dead limiter does not
 * slow every request down, and the log gets one line a second.
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
  // After a step back of the wall clock the pause is over, too.
  const isWithin = (ms: number, since: EpochMs | undefined): boolean =>
    since !== undefined && Math.abs(clock() - since) < ms;

  return {
    take: async (claims) => {
      if (isWithin(pauseMs, failedAt)) {
        leftOut += 1;
        return [];
      }
      // Requests that come while this one tries a failed limiter do not wait for it.
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
