import { describe, expect, it } from "vitest";
import { createMemoryRateLimiter, createMemoryStore } from "../../adapters/memory/mod.ts";
import {
  ConformanceFailure,
  type RateLimiterHarness,
  rateLimitCases,
  type StoreHarness,
  storeCases,
} from "../conformance/mod.ts";
import { brokenLimiters, brokenStores } from "./broken-stores/mod.ts";

const sound: StoreHarness = {
  open: async (clock) => {
    const store = createMemoryStore({ clock: clock.now });
    return { stores: [store, store], close: async () => {} };
  },
};

const soundLimiter: RateLimiterHarness = {
  open: async (clock) => {
    const limiter = createMemoryRateLimiter({ clock: clock.now });
    return { limiters: [limiter, limiter], close: async () => {} };
  },
};

describe("the conformance kit refuses a store that", () => {
  it.each(brokenStores)("$name", async ({ caughtBy, open }) => {
    const guard = storeCases.find(({ name }) => name === caughtBy);
    if (guard === undefined) throw new Error(`there is no case named "${caughtBy}": correct caughtBy`);
    await guard.run(sound);
    await expect(guard.run({ open, deadlineMs: 200 })).rejects.toBeInstanceOf(ConformanceFailure);
  });

  it("breaks any of several promises, each of its own name", () => {
    expect(new Set(brokenStores.map(({ name }) => name)).size).toBe(brokenStores.length);
    expect(new Set(storeCases.map(({ name }) => name)).size).toBe(storeCases.length);
  });
});

describe("the conformance kit refuses a rate limiter that", () => {
  it.each(brokenLimiters)("$name", async ({ caughtBy, open }) => {
    const guard = rateLimitCases.find(({ name }) => name === caughtBy);
    if (guard === undefined) throw new Error(`there is no case named "${caughtBy}": correct caughtBy`);
    await guard.run(soundLimiter);
    await expect(guard.run({ open })).rejects.toBeInstanceOf(ConformanceFailure);
  });
});
