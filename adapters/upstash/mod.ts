export { isOutage } from "../../core/outage.ts";
export { StoreDataError, StoreUnavailable } from "../kit/errors.ts";
export type { UpstashAddress, UpstashRedis } from "./client.ts";
export {
  type OpenUpstashOptions,
  type OpenUpstashRateLimiterOptions,
  openUpstash,
  openUpstashRateLimiter,
} from "./open-upstash.ts";
export {
  createUpstashRateLimiter,
  type RateLimiterOptions,
  type UpstashRateLimiter,
  type UpstashRateLimiterOptions,
} from "./ratelimit.ts";
export {
  createUpstashStore,
  type StoreOptions,
  type UpstashStore,
  type UpstashStoreOptions,
} from "./store.ts";
