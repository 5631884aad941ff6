import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { limitRate } from "../../core/pipeline/limit-rate.ts";
import { createMemoryRateLimiter } from "../../core/ratelimit/memory-rate-limiter.ts";
import type { RateLimit } from "../../core/ratelimit/rate-limits.ts";
import { createTestClock } from "../conformance/clock.ts";
import { holdsLater } from "../core/property.ts";

const limit: fc.Arbitrary<RateLimit> = fc.record({
  limit: fc.integer({ min: 1, max: 12 }),
  windowMs: fc.oneof(fc.integer({ min: 1, max: 120_000 }), fc.constantFrom(1_000, 60_000, 59_999, 60_001)),
});
/** When requests come, as milliseconds since the one before. */
const pauses = fc.array(fc.oneof(fc.constant(0), fc.nat(2_000), fc.nat(40_000)), {
  minLength: 1,
  maxLength: 60,
});

interface Refusal {
  readonly retryAfter: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** Requests of one subject under one limit or several, by a clock that the test moves. */
function world(...rates: readonly RateLimit[]) {
  const clock = createTestClock();
  const limiter = createMemoryRateLimiter({ clock: clock.now });
  const names = ["adsPerVisitor", "requestsPerNetwork"] as const;
  const limits = rates.map((rate, n) => ({ name: names[n] ?? "adsPerVisitor", rate, subject: "somebody" }));
  return {
    clock,
    request: async (): Promise<Refusal | undefined> => {
      const problem = await limitRate(limiter, limits);
      const headers = problem?.headers;
      return headers && { retryAfter: Number(headers["retry-after"]), headers };
    },
  };
}

/** Sends requests until one is refused, or all were sent. */
async function untilRefused({ clock, request }: ReturnType<typeof world>, after: readonly number[]) {
  for (const pause of after) {
    clock.advance(pause);
    const refusal = await request();
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

describe("§7 who is refused", () => {
  it("and waits for exactly Retry-After seconds is served", () =>
    holdsLater(
      fc.asyncProperty(limit, pauses, async (rate, after) => {
        const one = world(rate);
        const refusal = await untilRefused(one, after);
        if (refusal === undefined) return;
        one.clock.advance(refusal.retryAfter * 1_000);
        expect(await one.request()).toBeUndefined();
      }),
      500,
    ));

  it("and waits for a second less is refused again, unless less than a second was left", () =>
    holdsLater(
      fc.asyncProperty(limit, pauses, async (rate, after) => {
        const one = world(rate);
        const refusal = await untilRefused(one, after);
        if (refusal === undefined) return;
        one.clock.advance((refusal.retryAfter - 1) * 1_000);
        const again = await one.request();
        expect(again?.retryAfter).toBe(1);
      }),
      500,
    ));

  it("reads the same seconds in RateLimit, and the quota and its window in RateLimit-Policy", async () => {
    const one = world({ limit: 2, windowMs: 1_500 });
    expect(await one.request()).toBeUndefined();
    one.clock.advance(200);
    expect(await one.request()).toBeUndefined();
    expect((await one.request())?.headers).toEqual({
      "retry-after": "2",
      ratelimit: '"adsPerVisitor";r=0;t=2',
      "ratelimit-policy": '"adsPerVisitor";q=2;w=2',
    });
    one.clock.advance(1_299);
    expect((await one.request())?.headers["ratelimit"]).toBe('"adsPerVisitor";r=0;t=1');
    one.clock.advance(1);
    expect(await one.request()).toBeUndefined();
  });

  it("by two limits at once gets the longer wait, and then both limits grant it", async () => {
    const both = world({ limit: 1, windowMs: 2_000 }, { limit: 1, windowMs: 60_000 });
    expect(await both.request()).toBeUndefined();
    expect((await both.request())?.headers).toMatchObject({
      "retry-after": "60",
      "ratelimit-policy": '"requestsPerNetwork";q=1;w=60',
    });
    both.clock.advance(60_000);
    expect(await both.request()).toBeUndefined();
  });
});

describe("§7 a limit", () => {
  it("cannot be doubled at a window's edge: no interval of its window, wherever it begins, holds more", () =>
    holdsLater(
      fc.asyncProperty(limit, pauses, async (rate, after) => {
        const { clock, request } = world(rate);
        const served: number[] = [];
        for (const pause of after) {
          clock.advance(pause);
          // As many as possible, like a client that waits for the edge.
          for (let tries = 0; tries <= rate.limit; tries += 1) {
            if ((await request()) === undefined) served.push(clock.now());
          }
          const now = clock.now();
          expect(served.filter((at) => at > now - rate.windowMs).length).toBeLessThanOrEqual(rate.limit);
        }
      }),
      300,
    ));
});
