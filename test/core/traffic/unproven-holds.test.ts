import { describe, expect, it } from "vitest";
import { createMemoryRateLimiter } from "../../../core/ratelimit/memory-rate-limiter.ts";
import type { RateLimiter } from "../../../core/ratelimit/rate-limiter.ts";
import { nextTick } from "../../../core/timing/next-tick.ts";
import {
  createUnprovenHolds,
  type HoldAllowance,
  type Holding,
  shareBpsOf,
  type UnprovenHolds,
} from "../../../core/traffic/unproven-holds.ts";
import { createTestClock, type TestClock } from "../../conformance/clock.ts";

const holds = { limit: 40, windowMs: 3_600_000 };

describe("unproven holds", () => {
  it("allows a network without views as many ads as the rule says, also when they are asked for at once", () => {
    const { trust } = create();
    const allowed = Array.from({ length: 1_000 }, (_, n) => trust.allow(visitor(`rotating-${n}`)));
    expect(count(allowed)).toEqual({ limited: 40, refused: 960 });
  });

  it("gives back what a request without an ad has reserved", () => {
    const { trust } = create();
    for (let n = 0; n < 1_000; n += 1) {
      expect(trust.allow(visitor(`v${n}`))).toBe(1);
      trust.notIssued(visitor(`v${n}`));
    }
  });

  it("never refuses a visitor with a confirmed view, whatever its network does", async () => {
    const { trust } = create();
    trust.confirmed(visitor("known"));
    await fill(trust, 100);
    expect(trust.allow(visitor("known"))).toBe("proven");
    expect(trust.allow(visitor("new"))).toBe("refused");
  });

  it("allows ten more ads for each view", async () => {
    const { trust } = create();
    await fill(trust, 40);
    expect(trust.allow(visitor("new"))).toBe("refused");
    trust.confirmed(visitor("looked"));
    const allowed = Array.from({ length: 20 }, (_, n) => trust.allow(visitor(`after-${n}`)));
    expect(count(allowed)).toEqual({ limited: 10, refused: 10 });
  });

  it("leaves a network the smaller a part of the share, the more of its ads were not confirmed", () => {
    const { trust } = create();
    const parts = Array.from({ length: 5 }, (_, n) => trust.allow(visitor(`v${n}`)));
    expect(parts).toEqual([1, 2 / 3, 1 / 2, 2 / 5, 1 / 3]);
    expect(parts.map((part) => shareBpsOf(part, 20))).toEqual([2_000, 1_334, 1_000, 800, 667]);
    expect(shareBpsOf("proven", 20)).toBeUndefined();
    expect(shareBpsOf(1, false)).toBeUndefined();
  });

  it("forgets ads after the window, without a view", async () => {
    const { trust, clock } = create();
    await fill(trust, 40);
    expect(trust.allow(visitor("new"))).toBe("refused");
    clock.advance(holds.windowMs * 1.1);
    // This answer is still from memory; the counts are read behind it.
    trust.allow(visitor("new"));
    await settled();
    expect(trust.allow(visitor("new"))).toBe(1);
  });

  it("does not limit a key whose views are a tenth of its ads, and limits it again when they are fewer", async () => {
    const { trust } = create();
    for (let n = 0; n < 200; n += 1) {
      if (trust.allow(server(`u${n}`)) !== "refused") trust.issued(server(`u${n}`));
      if (n % 5 === 0) trust.confirmed(server(`u${n}`));
    }
    await settled();
    expect(trust.allow(server("another"))).toBe("proven");
    trust.notIssued(server("another"));
    for (let n = 0; n < 5_000; n += 1) {
      if (trust.allow(server(`silent-${n}`)) !== "refused") trust.issued(server(`silent-${n}`));
    }
    expect(trust.allow(server("another"))).toBe("refused");
  });

  it("agrees with other instances through the limiter", async () => {
    const clock = createTestClock();
    const limiter = createMemoryRateLimiter({ clock: clock.now });
    const instances = Array.from({ length: 4 }, () => create(limiter, clock).trust);
    let issued = 0;
    for (let n = 0; n < 400; n += 1) {
      const trust = instances[n % instances.length];
      if (trust === undefined || trust.allow(visitor(`v${n}`)) === "refused") continue;
      trust.issued(visitor(`v${n}`));
      issued += 1;
      await settled();
    }
    // Each instance learns what the others did with its own next ad.
    expect(issued).toBeGreaterThanOrEqual(40);
    expect(issued).toBeLessThanOrEqual(40 + instances.length);
  });

  it("leaves a network that is not known to the store's limit", () => {
    const { trust } = create();
    const nobody = { userKey: "u", apiKeyId: "", network: undefined };
    for (let n = 0; n < 1_000; n += 1) expect(trust.allow({ ...nobody, userKey: `u${n}` })).toBe(1);
  });

  it("limits nobody while the limiter fails", async () => {
    const broken: RateLimiter = { take: () => Promise.reject(new Error("away")) };
    const { trust } = create(broken);
    for (let n = 0; n < 400; n += 1) {
      expect(trust.allow(visitor(`v${n}`))).toBe(1);
      trust.issued(visitor(`v${n}`));
      await settled();
    }
  });

  it("limits nobody where the rule is switched off", () => {
    const { trust } = create(undefined, undefined, false);
    for (let n = 0; n < 1_000; n += 1) expect(trust.allow(visitor(`v${n}`))).toBe("proven");
  });
});

function create(
  limiter?: RateLimiter,
  clock: TestClock = createTestClock(),
  rule: typeof holds | false = holds,
): { readonly trust: UnprovenHolds; readonly clock: TestClock } {
  const trust = createUnprovenHolds({
    limiter: limiter ?? createMemoryRateLimiter({ clock: clock.now }),
    rules: () => ({ unprovenHolds: rule }),
    clock: clock.now,
  });
  return { trust, clock };
}

async function fill(trust: UnprovenHolds, ads: number): Promise<void> {
  for (let n = 0; n < ads; n += 1) {
    if (trust.allow(visitor(`filling-${n}`)) !== "refused") trust.issued(visitor(`filling-${n}`));
  }
  await settled();
}

async function settled(): Promise<void> {
  await nextTick();
  await nextTick();
}

function visitor(userKey: string): Holding {
  return { userKey, apiKeyId: "", network: "a network" };
}

function server(userKey: string): Holding {
  return { userKey, apiKeyId: "key_1", network: undefined };
}

function count(allowed: readonly HoldAllowance[]): { readonly limited: number; readonly refused: number } {
  return {
    limited: allowed.filter((allowance) => typeof allowance === "number").length,
    refused: allowed.filter((allowance) => allowance === "refused").length,
  };
}
