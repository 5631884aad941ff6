import { describe, expect, it } from "vitest";
import { createTrafficWatch, type Traffic } from "../../../../core/selection/pacing/traffic.ts";
import { createTestClock } from "../../../conformance/clock.ts";
import { createPrng } from "../../../conformance/prng.ts";
import { curveOf, dailyTraffic, evenCampaign, hourMs, midnight, rig } from "../pacing-rig.ts";

const day = 1_000;
const shockHour = 11;

/** The known hours at the end of an hour of today, from yesterday's counts and those of today so far. */
async function known(yesterday: readonly number[], today: readonly number[]): Promise<Traffic> {
  const clock = createTestClock(midnight + today.length * hourMs);
  const lines = [...yesterday, ...today].map((n, hour) => ({ hour: midnight + (hour - 24) * hourMs, n }));
  const watch = createTrafficWatch(
    { readCounts: async ({ from, to }) => lines.filter(({ hour }) => hour >= from && hour < to) },
    clock.now,
  );
  await watch.learn();
  return watch.current();
}

describe("how large today is against yesterday", () => {
  it("is learned from its hours, with any curve", async () => {
    const prng = createPrng(4);
    for (let trial = 0; trial < 50; trial++) {
      const times = 0.3 + prng.below(300) / 100;
      const yesterday = Array.from({ length: 24 }, () => 2_000 + prng.below(50_000));
      const today = yesterday.slice(0, 1 + prng.below(23)).map((n) => n * times);
      expect((await known(yesterday, today)).level / times).toBeCloseTo(1, 1);
    }
  });

  it("is not moved by one hour that had three times as many, or none", async () => {
    const prng = createPrng(5);
    for (let trial = 0; trial < 50; trial++) {
      const yesterday = Array.from({ length: 24 }, () => 2_000 + prng.below(50_000));
      const length = 4 + prng.below(19);
      const today = yesterday.slice(0, length).map((n) => n * (0.97 + prng.below(6) / 100));
      const calm = (await known(yesterday, today)).level;
      const at = prng.below(length);
      for (const times of [0, 3]) {
        const shocked = today.map((n, hour) => (hour === at ? times * n : n));
        expect(Math.abs((await known(yesterday, shocked)).level - calm)).toBeLessThan(0.04);
      }
    }
  });
});

describe("a budget on a day with a shock", () => {
  /** Yesterday was usual; an hour of today is not. The traffic repeats after two days. */
  const withShock = (times: number): readonly number[] => [
    ...dailyTraffic.map((n, hour) => (hour === shockHour ? times * n : n)),
    ...dailyTraffic,
  ];

  it.each([
    ["three times as many", 3, 1],
    ["three times as many, on three instances", 3, 3],
    ["none", 0, 1],
    ["none, on three instances", 0, 3],
  ])(
    "is on the curve of the traffic that really came soon after an hour with %s",
    async (_name, times, instances) => {
      const perHour = withShock(times);
      const { run, store } = await rig(evenCampaign(), { perHour, instances });
      const spent = await run(24);
      const due = curveOf(perHour.slice(0, 24));
      for (let hour = shockHour + 2; hour < 22; hour++) {
        expect(Math.abs((spent[hour] ?? 0) / day - (due[hour] ?? 0))).toBeLessThan(0.035);
      }
      expect(spent[23]).toBeGreaterThanOrEqual(0.98 * day);
      const [ledger] = (await store.auditLedger()).campaigns;
      expect(ledger?.usedMicros).toBeLessThanOrEqual(day * evenCampaign().priceMicros);
    },
  );

  it("is spent by the requests, not by the clock, while three times as many ask", async () => {
    const perHour = withShock(3);
    const { run } = await rig(evenCampaign(), { perHour });
    const spent = await run(24);
    const inHour = (hour: number): number => (spent[hour] ?? 0) - (spent[hour - 1] ?? 0);
    const perRequest = (hour: number): number => inHour(hour) / (perHour[hour] ?? 1);
    expect(perRequest(shockHour) / perRequest(shockHour - 1)).toBeGreaterThan(0.5);
    expect(perRequest(shockHour) / perRequest(shockHour - 1)).toBeLessThan(1.2);
  });
});
