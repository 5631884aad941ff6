import { describeError, type Log } from "../log.ts";
import type { Clock, EpochMs } from "../timing/clock.ts";
import { createDeadlines, type Stopwatch, type Timer } from "../timing/deadlines.ts";
import type { RateLimiter } from "./rate-limiter.ts";

/** How long a request waits for a limiter that does not answer. */
export const limiterTimeoutMs = 300;

/** The pause after a failure of the limiter; then one request tries it. */
const pauseMs = 1_000;

const lineEveryMs = 1_000;

/** The last failure: plain data, which the instances of one isolate share. */
export interface LimiterGuardState {
  failedAt?: EpochMs | undefined;
  loggedAt?: EpochMs | undefined;
  leftOut?: number | undefined;
}

export interface LimiterGuardOptions {
  /** Default: a new one. */
  readonly state?: LimiterGuardState | undefined;
  readonly clock: Clock;
  readonly log: Log;
  /** Called at each failure. */
  readonly onFailed?: (() => void) | undefined;
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
  { clock, log, onFailed, timer, stopwatch, state = {} }: LimiterGuardOptions,
): RateLimiter {
  const timeoutMs = (): number => limiterTimeoutMs;
  const deadlines = createDeadlines({ subject: "The rate limiter", timeoutMs, timer, stopwatch });
  const leaveOut = (): void => {
    state.leftOut = (state.leftOut ?? 0) + 1;
  };

  const fail = (error: unknown): void => {
    state.failedAt = clock();
    onFailed?.();
    if (isWithin(lineEveryMs, state.loggedAt)) {
      leaveOut();
      return;
    }
    state.loggedAt = state.failedAt;
    log({
      level: "warn",
      code: "limiter-failed",
      message: "The rate limiter failed: requests are served without their limits.",
      error: describeError(error),
      ...(state.leftOut && { leftOut: state.leftOut }),
    });
    state.leftOut = 0;
  };
  // After a step back of the wall clock the pause is over, too.
  const isWithin = (ms: number, since: EpochMs | undefined): boolean =>
    since !== undefined && Math.abs(clock() - since) < ms;

  return {
    take: async (claims) => {
      if (isWithin(pauseMs, state.failedAt)) {
        leaveOut();
        return [];
      }
      // Requests that come while this one tries a failed limiter do not wait for it.
      if (state.failedAt !== undefined) state.failedAt = clock();
      try {
        const decisions = await deadlines.within(limiter.take(claims));
        if (decisions.length !== claims.length) throw new Error("It answered a batch with another length.");
        state.failedAt = undefined;
        return decisions;
      } catch (error) {
        fail(error);
        return [];
      }
    },
  };
}
