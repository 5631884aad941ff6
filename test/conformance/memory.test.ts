import { describe, it } from "vitest";
import { createMemoryRateLimiter, createMemoryStore } from "../../adapters/memory/mod.ts";
import { type RateLimiterHarness, rateLimitCases, type StoreHarness, storeCases } from "./mod.ts";

const stores: StoreHarness = {
  open: async (clock) => {
    const store = createMemoryStore({ clock: clock.now });
    return { stores: [store, store], close: async () => {} };
  },
};

const limiters: RateLimiterHarness = {
  open: async (clock) => {
    const limiter = createMemoryRateLimiter({ clock: clock.now });
    return { limiters: [limiter, limiter], close: async () => {} };
  },
};

describe("the memory store", () => {
  it.each(storeCases)("$name", ({ run }) => run(stores));
});

describe("the memory rate limiter", () => {
  it.each(rateLimitCases)("$name", ({ run }) => run(limiters));
});
