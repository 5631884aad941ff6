export { createMemoryRateLimiter } from "../../core/ratelimit/memory-rate-limiter.ts";
