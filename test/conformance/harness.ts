import type { RateLimiter } from "../../core/ratelimit/rate-limiter.ts";
import type { Store } from "../../core/storage/store.ts";
import type { TestClock } from "./clock.ts";

/** How the kit gets at an adapter of the storage ports. */
export interface StoreHarness {
  /**
   * Two stores on one backend, fresh and empty. Both judge time by `clock.now` and by nothing else. An adapter
   * whose instances share everything within a process may return one object twice.
   */
  readonly open: (clock: TestClock) => Promise<OpenStores>;
  /** How long a case that could deadlock may take, in milliseconds. Default 10,000. */
  readonly deadlineMs?: number | undefined;
}

export interface OpenStores {
  readonly stores: readonly [Store, Store];
  readonly close: () => Promise<void>;
}

/** How the kit gets at a rate limiter: two limiters that share what they have granted, by `clock.now`. */
export interface RateLimiterHarness {
  readonly open: (clock: TestClock) => Promise<OpenLimiters>;
}

export interface OpenLimiters {
  readonly limiters: readonly [RateLimiter, RateLimiter];
  readonly close: () => Promise<void>;
}

/** One promise of a port. `run` is fulfilled when it is kept and rejected with the reason when it is not. */
export interface ConformanceCase<Harness> {
  readonly name: string;
  readonly run: (harness: Harness) => Promise<void>;
}

export type StoreCase = ConformanceCase<StoreHarness>;
export type RateLimitCase = ConformanceCase<RateLimiterHarness>;
