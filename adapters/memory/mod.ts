export { createMemoryRateLimiter } from "./ratelimit.ts";
export { createMemoryStore, type MemoryStore } from "./store.ts";
