import { describe, expect, it } from "vitest";
import { seasonalForecast } from "../../../../core/selection/pacing/seasonal-forecast.ts";
import { createPrng, type Prng } from "../../../conformance/prng.ts";

const usual = [
  30, 20, 20, 20, 30, 50, 70, 90, 100, 110, 120, 120, 120, 120, 110, 110, 120, 130, 140, 150, 150,
]
  .concat([120, 90, 60])
  .map((n) => 50 * n);
const atWork = Array.from({ length: 24 }, (_, hour) => (hour >= 8 && hour < 18 ? 8_000 : 500));
const dayOff = Array.from({ length: 24 }, (_, hour) => (hour >= 10 ? 1_500 : 400));

/** Days in their order, each hour up to a tenth off. */
function count(prng: Prng, days: readonly (readonly number[])[]): number[] {
  return days.flat().map((n) => Math.round(n * (0.9 + prng.below(200) / 1_000)));
}

/** The forecast of the 24 hours after these. */
function next(hours: readonly number[]): readonly (number | undefined)[] {
  const days = seasonalForecast((hoursAgo) => hours[hours.length - hoursAgo]);
  return Array.from({ length: 24 }, (_, ahead) => days.expected(ahead));
}

/** How far the parts of a day that come in its hours are from those of another; of 1. */
function off(expected: readonly (number | undefined)[], day: readonly number[]): number {
  const sum = (values: readonly (number | undefined)[]): number =>
    values.reduce<number>((all, n) => all + (n ?? 0), 0);
  return sum(day.map((n, hour) => Math.abs(n / sum(day) - (expected[hour] ?? 0) / sum(expected)))) / 2;
}

function times<T>(n: number, one: T): readonly T[] {
  return Array.from({ length: n }, () => one);
}

describe("the hours to come", () => {
  it("are those of yesterday where nothing else is known", () => {
    const yesterday = count(createPrng(1), [usual]);
    expect(next(yesterday)).toEqual(yesterday);
  });

  it("are unknown where no day has them", () => {
    const expected = next(usual.slice(0, 10));
    expect(expected.slice(0, 14)).toEqual(times(14, undefined));
    expect(expected.slice(14)).toEqual(usual.slice(0, 10));
  });

  it.each([7, 8, 9, 12])(
    "are those of the same weekday where weekends differ, with %i days counted",
    (known) => {
      const week = [atWork, atWork, atWork, atWork, atWork, dayOff, dayOff];
      for (let weekday = 0; weekday < 7; weekday++) {
        const before = Array.from(
          { length: known },
          (_, index) => week[(weekday + 21 - known + index) % 7] ?? [],
        );
        const expected = next(count(createPrng(weekday), before));
        expect(off(expected, week[weekday] ?? [])).toBeLessThan(0.06);
      }
    },
  );

  it.each([
    ["never", [dayOff, atWork]],
    ["once", [dayOff, atWork, dayOff]],
  ])("are not those of the day before yesterday where that was tried %s", (_name, before) => {
    const days = count(createPrng(2), before);
    expect(next(days)).toEqual(days.slice(-24));
  });

  it.each([
    ["none", 0],
    ["three times as many", 3],
  ])("forget that yesterday an hour had %s, where the days before were alike", (_name, factor) => {
    const days = count(createPrng(3), times(9, usual));
    const shocked = days.map((n, index) => (index === 8 * 24 + 11 ? factor * n : n));
    expect(off(next(shocked), usual)).toBeLessThan(0.04);
  });

  it("do not follow the size of days, only their hours", () => {
    const grown = times(9, usual).map((day, index) => day.map((n) => n * 1.03 ** index));
    expect(off(next(count(createPrng(4), grown)), usual)).toBeLessThan(0.04);
  });
});
