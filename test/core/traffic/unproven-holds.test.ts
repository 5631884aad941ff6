import { describe, expect, it } from "vitest";
import { createMemoryRateLimiter } from "../../../core/ratelimit/memory-rate-limiter.ts";
import type { RateLimiter } from "../../../core/ratelimit/rate-limiter.ts";
import { createNextTick } from "../../../core/timing/next-tick.ts";
import { createUnconfirmedAds, type UnconfirmedAds } from "../../../core/traffic/unconfirmed.ts";
import {
  createUnprovenHolds,
  type Holding,
  type HoldRequest,
  shareBpsOf,
} from "../../../core/traffic/unproven-holds.ts";
import { createTestClock, type TestClock } from "../../conformance/clock.ts";

const holds = { limit: 40, windowMs: 3_600_000 };

describe("unproven holds", () => {
  it("allow a network without views as many ads as the rule says, also when they are asked for at once", () => {
    const { trust } = create();
    const begun = Array.from({ length: 1_000 }, (_, n) => trust.begin(visitor(`rotating-${n}`)));
    expect(begun.filter((request) => request !== undefined)).toHaveLength(40);
  });

  it("give back what a request without an ad has reserved, also of a visitor who was confirmed meanwhile", () => {
    const { trust } = create();
    for (let n = 0; n < 1_000; n += 1) {
      const request = trust.begin(visitor(`v${n}`));
      expect(request?.part).toBe(1);
      if (n % 100 === 0) trust.confirmed({ ...visitor(`v${n}`), network: "another network" });
      request?.end(false);
    }
  });

  it("never refuse a visitor with a confirmed view, whatever the others of its network do", async () => {
    const { trust } = create();
    trust.confirmed(visitor("known"));
    await fill(trust, 100);
    expect(trust.begin(visitor("known"))?.part).toBeUndefined();
    expect(trust.begin(visitor("known"))).toBeDefined();
    expect(trust.begin(visitor("new"))).toBeUndefined();
  });

  it("limit a visitor again after ten ads without another view, however few ads its network has", async () => {
    const { trust, unconfirmed } = create();
    trust.confirmed(visitor("known"));
    for (let n = 0; n < 9; n += 1) unconfirmed.noteIssued("known");
    expect(trust.begin(visitor("known"))?.part).toBeUndefined();
    unconfirmed.noteIssued("known");
    expect(trust.begin(visitor("known"))?.part).toBe(2 / (2 + 10 / 8));
    expect(trust.begin(visitor("another"))?.part).toBe(2 / (2 + 0));
    unconfirmed.noteConfirmed("known");
    trust.confirmed(visitor("known"));
    expect(trust.begin(visitor("known"))?.part).toBeUndefined();
  });

  it("count ads that a visitor itself has not confirmed an eighth", async () => {
    const { trust, unconfirmed } = create();
    await fill(trust, 2);
    unconfirmed.noteIssued("filling-0");
    expect(trust.begin(visitor("filling-0"))?.part).toBe(2 / (2 + 1 + 1 / 8));
    await fill(trust, 37);
    expect(trust.begin(visitor("filling-0"))).toBeUndefined();
  });

  it("count ads of others an eighth, too, once the network has paused for five minutes", async () => {
    const { trust, clock } = create();
    await fill(trust, 8);
    clock.advance(299_999);
    trust.begin(visitor("too soon"))?.end(false);
    clock.advance(299_999);
    expect(trust.begin(visitor("asks on"))?.part).toBe(2 / (2 + 8));
    clock.advance(300_000);
    expect(trust.begin(visitor("after a pause"))?.part).toBe(2 / (2 + 9 / 8));
    expect(trust.begin(visitor("at once"))?.part).toBe(2 / (2 + 10));
  });

  it("allow ten more ads for each view", async () => {
    const { trust } = create();
    await fill(trust, 40);
    expect(trust.begin(visitor("new"))).toBeUndefined();
    trust.confirmed(visitor("looked"));
    const begun = Array.from({ length: 20 }, (_, n) => trust.begin(visitor(`after-${n}`)));
    expect(begun.filter((request) => request !== undefined)).toHaveLength(10);
  });

  it("leave a network the smaller a part of the share, the more of its ads were not confirmed", () => {
    const { trust } = create();
    const parts = Array.from({ length: 5 }, (_, n) => trust.begin(visitor(`v${n}`))?.part);
    expect(parts).toEqual([1, 2 / 3, 1 / 2, 2 / 5, 1 / 3]);
    expect(parts.map((part) => shareBpsOf(part, 20))).toEqual([2_000, 1_334, 1_000, 800, 667]);
    expect(shareBpsOf(undefined, 20)).toBeUndefined();
    expect(shareBpsOf(1, false)).toBeUndefined();
  });

  it("forget ads after the window, without a view", async () => {
    const { trust, clock } = create();
    await fill(trust, 40);
    clock.advance(1_000);
    await fill(trust, 1);
    expect(trust.begin(visitor("new"))).toBeUndefined();
    clock.advance(holds.windowMs * 1.1);
    // This answer is still from memory; the counts are read behind it.
    trust.begin(visitor("new"));
    await settled();
    expect(trust.begin(visitor("new"))?.part).toBe(1);
  });

  it("do not limit a key whose views are a tenth of its ads, and limit it again when they are fewer", () => {
    const { trust } = create();
    for (let n = 0; n < 200; n += 1) {
      trust.begin(server(`u${n}`))?.end(true);
      if (n % 5 === 0) trust.confirmed(server(`u${n}`));
    }
    const normal = trust.begin(server("another"));
    expect([normal === undefined, normal?.part]).toEqual([false, undefined]);
    normal?.end(false);
    for (let n = 0; n < 5_000; n += 1) trust.begin(server(`silent-${n}`))?.end(true);
    expect(trust.begin(server("another"))).toBeUndefined();
  });

  it("agree with other instances through the limiter, to within what each does in a second", async () => {
    const clock = createTestClock();
    const limiter = createMemoryRateLimiter({ clock: clock.now });
    const instances = Array.from({ length: 4 }, () => create(limiter, clock).trust);
    let issued = 0;
    for (let n = 0; n < 400; n += 1) {
      clock.advance(500);
      const request = instances[n % instances.length]?.begin(visitor(`v${n}`));
      request?.end(true);
      if (request !== undefined) issued += 1;
      await settled();
    }
    expect(issued).toBeGreaterThanOrEqual(40);
    expect(issued).toBeLessThanOrEqual(40 + 2 * instances.length);
  });

  it("call the limiter once a second, however much is counted", async () => {
    const clock = createTestClock();
    const calls: number[] = [];
    const limiter: RateLimiter = {
      take: async (claims) => {
        calls.push(claims.reduce((sum, { cost }) => sum + cost, 0));
        return [];
      },
    };
    const { trust } = create(limiter, clock);
    for (let n = 0; n < 30; n += 1) {
      trust.begin(visitor(`v${n}`))?.end(true);
      clock.advance(100);
      await settled();
    }
    expect(calls).toEqual([1, 10, 10]);
  });

  it("leave a network that is not known to the store's limit", () => {
    const { trust } = create();
    const nobody = { userKey: "u", apiKeyId: "", network: undefined };
    for (let n = 0; n < 1_000; n += 1) expect(trust.begin({ ...nobody, userKey: `u${n}` })?.part).toBe(1);
  });

  it("limit nobody for longer than a second while the limiter fails", async () => {
    const broken: RateLimiter = { take: () => Promise.reject(new Error("away")) };
    const { trust, clock } = create(broken);
    for (let n = 0; n < 400; n += 1) {
      const request = trust.begin(visitor(`v${n}`));
      expect(request).toBeDefined();
      request?.end(true);
      clock.advance(1_000);
      await settled();
    }
  });

  it("limit nobody where the rule is switched off", () => {
    const { trust } = create(undefined, undefined, false);
    for (let n = 0; n < 1_000; n += 1) expect(trust.begin(visitor(`v${n}`))).toBeDefined();
  });
});

function create(
  limiter?: RateLimiter,
  clock: TestClock = createTestClock(),
  rule: typeof holds | false = holds,
): { readonly trust: Trust; readonly unconfirmed: UnconfirmedAds; readonly clock: TestClock } {
  const unconfirmed = createUnconfirmedAds();
  const { begin, confirmed } = createUnprovenHolds({
    limiter: limiter ?? createMemoryRateLimiter({ clock: clock.now }),
    unconfirmed,
    clock: clock.now,
  });
  const rules = { unprovenHolds: rule };
  const trust: Trust = { begin: (who) => begin(who, rules), confirmed: (who) => confirmed(who, rules) };
  return { trust, unconfirmed, clock };
}

/** The holds under one rule. */
interface Trust {
  readonly begin: (who: Holding) => HoldRequest | undefined;
  readonly confirmed: (who: Holding) => void;
}

async function fill(trust: Trust, ads: number): Promise<void> {
  for (let n = 0; n < ads; n += 1) trust.begin(visitor(`filling-${n}`))?.end(true);
  await settled();
}

async function settled(): Promise<void> {
  const nextTick = createNextTick();
  await nextTick();
  await nextTick();
}

function visitor(userKey: string): Holding {
  return { userKey, apiKeyId: "", network: "a network" };
}

function server(userKey: string): Holding {
  return { userKey, apiKeyId: "key_1", network: undefined };
}
