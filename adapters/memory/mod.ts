export { createMemoryRateLimiter } from "./ratelimit.ts";
export { createMemoryStore, type MemoryStore, type MemoryStoreOptions } from "./store.ts";
