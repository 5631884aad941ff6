export { createMemoryRateLimiter } from "../../core/pipeline/memory-ratelimit.ts";
