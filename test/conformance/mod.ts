export { ConformanceFailure } from "./assert.ts";
export { createTestClock, type TestClock } from "./clock.ts";
export type {
  ConformanceCase,
  OpenLimiters,
  OpenStores,
  RateLimitCase,
  RateLimiterHarness,
  StoreCase,
  StoreHarness,
} from "./harness.ts";
export { rateLimitCases } from "./rate-limit-cases.ts";
export {
  type PinnedDecision,
  type RateLimitHistory,
  type RateLimitStep,
  rateLimitHistories,
} from "./rate-limit-histories.ts";
export { type CaseFailure, type RunStoreCasesOptions, runStoreCases } from "./run-store-cases.ts";
export { storeCases } from "./store-cases.ts";
