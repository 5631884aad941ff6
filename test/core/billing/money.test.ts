import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { maxMicros, publisherCredit, wholeShareBps } from "../../../core/money.ts";
import { holds } from "../property.ts";

const price = fc.oneof(
  fc.integer({ min: 0, max: maxMicros }),
  fc.integer({ min: maxMicros - 20_000, max: maxMicros }),
  fc.nat(20_000),
);
const share = fc.integer({ min: 0, max: wholeShareBps });

describe("the publisher's credit", () => {
  it.each([
    [100, 7_000, 70],
    [1, 9_999, 0],
    [3, 5_000, 1],
    [9_999, 1, 0],
    [10_000, 1, 1],
    [maxMicros, 0, 0],
    [maxMicros, wholeShareBps, maxMicros],
    [maxMicros, 7_000, 6_305_039_478_318_693],
    [maxMicros, 9_999, 9_006_298_534_815_516],
  ])("of a price of %i micros at %i basis points is %i", (priceMicros, shareBps, credit) => {
    expect(publisherCredit(priceMicros, shareBps)).toBe(credit);
  });

  it("of the largest price is the exact floor at every one of the 10,001 shares", () => {
    for (let bps = 0; bps <= wholeShareBps; bps++) {
      const credit = publisherCredit(maxMicros, bps);
      if (BigInt(credit) !== (BigInt(maxMicros) * BigInt(bps)) / 10_000n) expect.fail(`wrong at ${bps}`);
    }
  });

  it("is the largest integer not above price × share, so nothing is made or lost", () => {
    holds(
      fc.property(price, share, (priceMicros, shareBps) => {
        const credit = publisherCredit(priceMicros, shareBps);
        const exact = BigInt(priceMicros) * BigInt(shareBps);
        expect(Number.isSafeInteger(credit)).toBe(true);
        expect(BigInt(credit) * 10_000n <= exact && exact < (BigInt(credit) + 1n) * 10_000n).toBe(true);
        expect(credit + (priceMicros - credit)).toBe(priceMicros);
        expect(priceMicros - credit).toBeGreaterThanOrEqual(0);
      }),
      3_000,
    );
  });

  it("never falls when the price or the share rises", () => {
    holds(
      fc.property(price, price, share, share, (one, other, low, high) => {
        const [small, large] = [Math.min(one, other), Math.max(one, other)];
        const [less, more] = [Math.min(low, high), Math.max(low, high)];
        expect(publisherCredit(small, less)).toBeLessThanOrEqual(publisherCredit(large, more));
      }),
    );
  });

  it("refuses amounts that are no integers", () => {
    for (const wrong of [0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => publisherCredit(wrong, 7_000)).toThrow();
      expect(() => publisherCredit(100, wrong)).toThrow();
    }
  });
});
