import { describe, expect, it } from "vitest";
import { fillFromPrior } from "../../../../core/selection/pacing/cold-start-prior.ts";
import { createPrng, type Prng } from "../../../conformance/prng.ts";

const hourMs = 3_600_000;
const hours = Array.from({ length: 24 }, (_, hour) => hour);
const nothing: readonly (number | undefined)[] = hours.map(() => undefined);

/** A day that is none of the built-in kinds: people come in a block of some hours, more or less, and less outside of it. */
function someDay(prng: Prng): readonly number[] {
  const from = 7 + prng.below(6);
  const to = 17 + prng.below(7);
  const outside = 5 + prng.below(50);
  return hours.map((hour) => (hour >= from && hour < to ? 80 + prng.below(40) : outside + prng.below(10)));
}

function until(day: readonly number[], hour: number): readonly (number | undefined)[] {
  return day.map((n, index) => (index < hour ? n : undefined));
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}

describe("hours of which nothing is known", () => {
  it("leave those as they are that were counted", () => {
    const prng = createPrng(1);
    for (let trial = 0; trial < 50; trial++) {
      const day = someDay(prng);
      const known = day.map((n) => (prng.below(2) === 0 ? n : undefined));
      const filled = fillFromPrior(known, 0);
      known.forEach((n, hour) => {
        if (n !== undefined) expect(filled[hour]).toBe(n);
      });
      expect(fillFromPrior(day, 0)).toEqual(day);
    }
  });

  it("grow with those that were counted", () => {
    const known = until(someDay(createPrng(2)), 9);
    const tenfold = fillFromPrior(
      known.map((n) => (n === undefined ? undefined : 10 * n)),
      0,
    );
    fillFromPrior(known, 0).forEach((n, hour) => {
      expect(tenfold[hour]).toBeCloseTo(10 * n, 6);
    });
  });

  it("are taken by the clocks of the audience: the night is where its night is", () => {
    const atHome = fillFromPrior(nothing, 0);
    const abroad = fillFromPrior(nothing, 5.5 * hourMs);
    expect(sum(atHome) / 24).toBeCloseTo(1, 6);
    expect(Math.min(...atHome)).toBe(Math.min(...atHome.slice(1, 6)));
    expect(Math.min(...abroad)).toBe(Math.min(...abroad.slice(20, 24)));
  });

  it("are forecast better than by the mean of the past", () => {
    const prng = createPrng(3);
    const off = { filled: 0, mean: 0 };
    for (let trial = 0; trial < 300; trial++) {
      const day = someDay(prng);
      const hour = 4 + prng.below(14);
      const rest = sum(day.slice(hour));
      const byMean = (sum(day.slice(0, hour)) / hour) * (24 - hour);
      const filled = sum(fillFromPrior(until(day, hour), 0).slice(hour));
      // A budget goes by the part of the day that has come.
      off.filled += Math.abs(Math.log(filled / rest));
      off.mean += Math.abs(Math.log(byMean / rest));
    }
    expect(off.filled).toBeLessThan(0.7 * off.mean);
  });

  it("are hardly expected to differ when as many have come at every hour until the afternoon", () => {
    const filled = fillFromPrior(
      until(
        Array.from({ length: 24 }, () => 100),
        15,
      ),
      0,
    );
    for (const n of filled) expect(Math.abs(n - 100)).toBeLessThan(15);
  });

  it("are numbers above 0 however unlike any day the known ones are", () => {
    const known = hours.map((hour) => (hour === 23 ? undefined : hour % 2 === 0 ? 0.05 : 24));
    expect(fillFromPrior(known, 0)[23]).toBeGreaterThan(0);
    expect(fillFromPrior(known, 0)[23]).toBeLessThan(100);
  });
});
