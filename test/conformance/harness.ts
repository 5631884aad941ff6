import type { RateLimiter } from "../../core/ratelimit/rate-limiter.ts";
import type { Store } from "../../core/storage/store.ts";
import type { TestClock } from "./clock.ts";

/** Gives the kit an adapter of the storage ports. */
export interface StoreHarness {
  /**
   * Two stores on one backend, fresh and empty. Both judge time by `clock.now` and by nothing else. An adapter
   * whose instances share everything within a process may return one object twice.
   */
  readonly open: (clock: TestClock) => Promise<OpenStores>;
  /** `false` for a store without `listDeliveries`. Default: it has the operation. */
  readonly listsDeliveries?: false | undefined;
  /** How long a case that could deadlock may take, in milliseconds. Default 10,000. */
  readonly deadlineMs?: number | undefined;
}

/** Two stores of one backend, for one case. */
export interface OpenStores {
  /** Two instances; a change through one shows through the other. */
  readonly stores: readonly [Store, Store];
  /** Called after the case, also after a failed one. */
  readonly close: () => Promise<void>;
}

/** Gives the kit a rate limiter. */
export interface RateLimiterHarness {
  /** Opens two fresh limiters that judge time by `clock.now` and share their grants. */
  readonly open: (clock: TestClock) => Promise<OpenLimiters>;
}

/** Two limiters of one backend, for one case. */
export interface OpenLimiters {
  /** Two instances that share their grants. */
  readonly limiters: readonly [RateLimiter, RateLimiter];
  /** Called after the case, also after a failed one. */
  readonly close: () => Promise<void>;
}

/** One promise of a port. `run` is fulfilled when it is kept and rejected with the reason when it is not. */
export interface ConformanceCase<Harness> {
  /** The promise in a sentence, unique in its list. */
  readonly name: string;
  /** Rejects with a `ConformanceFailure` when the promise is not kept. */
  readonly run: (harness: Harness) => Promise<void>;
}

/** A promise of the storage ports. */
export type StoreCase = ConformanceCase<StoreHarness>;
/** A promise of the rate limiter's port. */
export type RateLimitCase = ConformanceCase<RateLimiterHarness>;
