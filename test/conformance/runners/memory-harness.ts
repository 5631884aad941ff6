import { createMemoryRateLimiter, createMemoryStore } from "../../../adapters/memory/mod.ts";
import type { RateLimiterHarness, StoreHarness } from "../mod.ts";

/** The kit wants two instances on one backend; those of the memory store are one object. */
export const storeHarness: StoreHarness = {
  open: async (clock) => {
    const store = createMemoryStore({ clock: clock.now });
    return { stores: [store, store], close: async () => {} };
  },
};

export const limiterHarness: RateLimiterHarness = {
  open: async (clock) => {
    const limiter = createMemoryRateLimiter({ clock: clock.now });
    return { limiters: [limiter, limiter], close: async () => {} };
  },
};
