import { describe, expect, it } from "vitest";
import { createLearningShare, wholeAds } from "../../../core/traffic/learning-share.ts";
import { createTestClock } from "../../conformance/clock.ts";
import { createPrng } from "../../conformance/prng.ts";

describe("learning share", () => {
  it("learns from at most about twice the whole ads of one network and hour", () => {
    const { share } = create();
    const learned = Array.from({ length: 6_000 }, () => share.ofIssued("one")).filter(Boolean).length;
    expect(learned).toBeGreaterThanOrEqual(wholeAds);
    expect(learned).toBeLessThanOrEqual(5 * wholeAds);
  });

  it("learns from every ad of networks that have few", () => {
    const { share } = create();
    for (let n = 0; n < 1_000 * wholeAds; n += 1) expect(share.ofIssued(`network-${n % 1_000}`)).toBe(true);
  });

  it("learns from views and ads of a large network in the same proportion", () => {
    const { share } = create();
    let [ads, views] = [0, 0];
    for (let hour = 0; hour < 2_000; hour += 1) {
      for (let n = 0; n < 200; n += 1) {
        if (share.ofIssued(`${hour}`)) ads += 1;
        if (n % 2 === 0 && share.ofView(`${hour}`)) views += 1;
      }
    }
    expect(views / ads).toBeGreaterThan(0.45);
    expect(views / ads).toBeLessThan(0.55);
  });

  it("begins again with the next hour, and learns always where no network is known", () => {
    const { share, clock } = create();
    for (let n = 0; n < 1_000; n += 1) share.ofIssued("one");
    clock.advance(3_600_000);
    expect(share.ofIssued("one")).toBe(true);
    for (let n = 0; n < 1_000; n += 1)
      expect(share.ofIssued(undefined) && share.ofView(undefined)).toBe(true);
  });
});

function create(): {
  share: ReturnType<typeof createLearningShare>;
  clock: ReturnType<typeof createTestClock>;
} {
  const clock = createTestClock();
  const prng = createPrng(7);
  return { share: createLearningShare(clock.now, () => prng.below(2 ** 32) / 2 ** 32), clock };
}
