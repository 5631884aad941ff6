import { describe, expect, it } from "vitest";
import { parseCatalog } from "../../../core/planning/mod.ts";
import { createPacer } from "../../../core/selection/pacing/pacer.ts";
import { createTrafficWatch, type TrafficWatch } from "../../../core/selection/pacing/traffic.ts";
import { compileWeek, hourOfWeek } from "../../../core/selection/pacing/week-curve.ts";
import type { CountTotal } from "../../../core/storage/counts.ts";
import { zoneDay, zoneOffsetMs } from "../../../core/timing/zone-day.ts";
import { createTestClock } from "../../conformance/clock.ts";
import { campaign, choice, deliveryIdAt, order } from "../../conformance/fixtures.ts";
import { install, post } from "../pipeline/installation.ts";
import { seededDraw } from "../seeded.ts";
import { evenCampaign, hourMs, midnight } from "./pacing-rig.ts";
import { spend } from "./stub-store.ts";

const quarterMs = hourMs / 4;

describe("a day of a time zone", () => {
  it.each([
    ["UTC", "2026-03-04T00:00:00Z", "2026-03-05T00:00:00Z"],
    ["Europe/Berlin", "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z"],
    ["Europe/Berlin", "2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z"],
    ["Asia/Kathmandu", "2026-03-03T18:15:00Z", "2026-03-04T18:15:00Z"],
    // The clocks go forward at midnight: the day begins at one.
    ["Asia/Beirut", "2026-03-28T22:00:00Z", "2026-03-29T21:00:00Z"],
  ])("is as long as the zone makes it: %s from %s to %s", (zone, from, to) => {
    const day = { startsAt: Date.parse(from), endsAt: Date.parse(to) };
    for (const at of [day.startsAt, day.startsAt + 7 * hourMs, day.endsAt - 1]) {
      expect(zoneDay(zone, at)).toEqual(day);
    }
    expect(zoneDay(zone, day.endsAt).startsAt).toBe(day.endsAt);
  });

  it("is so far ahead of UTC as its clocks say", () => {
    expect(zoneOffsetMs("Asia/Kathmandu", midnight)).toBe(5.75 * hourMs);
    expect(zoneOffsetMs("America/New_York", midnight)).toBe(-5 * hourMs);
    expect(zoneOffsetMs("America/New_York", midnight + 180 * 24 * hourMs)).toBe(-4 * hourMs);
  });
});

describe("the curve of a week", () => {
  const hourly = Array.from({ length: 24 }, (_, hour) => (hour < 12 ? 0.5 : 1.5));

  it("adds up what a sum over its quarters of an hour does", () => {
    const hours = [
      { days: [1, 2, 3, 4, 5], from: 9, to: 18 },
      { days: [6], from: 22, to: 24 },
    ];
    const offsetMs = 5.75 * hourMs;
    const curve = compileWeek(hours, offsetMs, hourly);
    const isIn = (at: number): boolean => {
      const local = new Date(at + offsetMs);
      const hour = local.getUTCHours();
      const weekday = local.getUTCDay();
      return weekday === 6 ? hour >= 22 : weekday !== 0 && hour >= 9 && hour < 18;
    };
    const from = midnight + 5 * hourMs;
    let time = 0;
    let traffic = 0;
    for (let at = from; at < from + 16 * 24 * hourMs; at += quarterMs) {
      expect(curve.density(at) > 0).toBe(isIn(at));
      if (isIn(at)) {
        time += 0.25;
        traffic += (hourly[new Date(at).getUTCHours()] ?? 0) / 4;
      }
      expect(curve.hours(from, at + quarterMs)).toBeCloseTo(time, 6);
      expect(curve.traffic(from, at + quarterMs)).toBeCloseTo(traffic, 6);
    }
  });

  it("has each weekday's own hours where those of a week are given", () => {
    const ofWeek = Array.from({ length: 168 }, (_, hour) => 1 + hour);
    const curve = compileWeek(undefined, 0, ofWeek);
    // 2026-03-02 was a Monday.
    const monday = Date.UTC(2026, 2, 2);
    for (const hour of [0, 30, 167]) expect(curve.density(monday + hour * hourMs)).toBe(1 + hour);
  });

  it("knows the end of the last hours before an instant", () => {
    const curve = compileWeek([{ days: [1, 2, 3, 4, 5, 6, 7], from: 8, to: 20 }], 0, hourly);
    expect(curve.lastUpTo(midnight + 24 * hourMs)).toBe(midnight + 20 * hourMs);
    expect(curve.lastUpTo(midnight + 12 * hourMs)).toBe(midnight + 12 * hourMs);
    expect(curve.lastUpTo(midnight + 8 * hourMs)).toBe(midnight - 4 * hourMs);
  });
});

/** A watch over hourly counts, `[hours from midnight, n]`, and what it asks for. */
function watch(counts: readonly (readonly [number, number])[]): {
  readonly watch: TrafficWatch;
  readonly lines: CountTotal[];
  readonly asked: number[];
  readonly clock: ReturnType<typeof createTestClock>;
} {
  const clock = createTestClock(midnight);
  const lines: CountTotal[] = counts.map(([hour, n]) => ({
    hour: midnight + hour * hourMs,
    metric: "request",
    n,
  }));
  const asked: number[] = [];
  const readCounts = async ({ from, to }: { from: number; to: number }): Promise<readonly CountTotal[]> => {
    asked.push((to - from) / hourMs);
    return lines.filter(({ hour = 0 }) => hour >= from && hour < to);
  };
  return { watch: createTrafficWatch({ readCounts }, clock.now), lines, asked, clock };
}

describe("the traffic that is expected", () => {
  it("is learned without the requests that proved nothing", async () => {
    const people = watch([
      [-2, 100],
      [-1, 200],
    ]);
    const withAttack = watch([
      [-2, 100],
      [-1, 6_200],
    ]);
    withAttack.lines.push({ hour: midnight - hourMs, metric: "unlearned_request", n: 6_000 });
    for (const made of [people, withAttack]) await made.watch.learn();
    expect(withAttack.watch.current()).toEqual(people.watch.current());
  });

  it("is unknown where nothing was counted", async () => {
    const made = watch([]);
    await made.watch.learn();
    const { hourly, ...against } = made.watch.current();
    expect(new Set(hourly)).toEqual(new Set([undefined]));
    expect(against).toEqual({ level: 1, hour: 1, pace: 1 });
  });

  it("is that of the last hours and of their like to come, and unknown for hours that were never counted", async () => {
    const made = watch([
      [-2, 100],
      [-1, 300],
    ]);
    await made.watch.learn();
    const { hourly } = made.watch.current();
    const inHours = (hours: number): number | undefined => hourly[hourOfWeek(midnight + hours * hourMs)];
    expect([inHours(-2), inHours(-1), inHours(0), inHours(12)]).toEqual([0.5, 1.5, undefined, undefined]);
    expect([inHours(22), inHours(23), inHours(47), inHours(-26)]).toEqual([0.5, 1.5, 1.5, undefined]);
  });

  it("keeps the hours of a quiet weekday apart, however few come beside the day before", async () => {
    const quiet = (hour: number): number => (hour < 10 ? 100 : 300);
    const counts = Array.from(
      { length: 168 },
      (_, hour) => [hour - 168, hour < 24 ? quiet(hour) : 20_000] as const,
    );
    const made = watch(counts);
    await made.watch.learn();
    const { hourly } = made.watch.current();
    const inHours = (hours: number): number => hourly[hourOfWeek(midnight + hours * hourMs)] ?? 0;
    expect(inHours(12) / inHours(2)).toBeCloseTo(3, 5);
  });

  it("is read once a minute, the last day once an hour, and nine days once", async () => {
    const made = watch([[-1, 6_000]]);
    for (let second = 0; second < 3 * 3_600; second++) {
      await made.watch.learn();
      made.clock.advance(1_000);
    }
    expect(made.asked.filter((hours) => hours === 216)).toHaveLength(1);
    expect(made.asked.filter((hours) => hours === 25)).toHaveLength(2);
    expect(made.asked.filter((hours) => hours === 1)).toHaveLength(180);
  });

  it("follows a shock within minutes, and takes a busier day as it is", async () => {
    const made = watch(Array.from({ length: 24 }, (_, hour) => [hour - 24, 60_000]));
    const minutes = async (count: number, perMinute: number): Promise<void> => {
      for (let minute = 0; minute < count; minute++) {
        made.clock.advance(60_000);
        const hour = Math.floor(made.clock.now() / hourMs) * hourMs;
        made.lines.push({ hour, metric: "request", n: perMinute });
        await made.watch.learn();
      }
    };
    await made.watch.learn();
    await minutes(50, 1_500);
    expect(made.watch.current().level).toBeCloseTo(1.5, 1);
    expect(made.watch.current().pace).toBeCloseTo(1, 1);
    await minutes(9, 4_500);
    expect(made.watch.current().pace).toBeGreaterThan(1.8);
  });
});

describe("reading the spend from the store", () => {
  it("is done for at most 512 campaigns at a time, and all get their turn", async () => {
    const clock = createTestClock(midnight);
    const campaigns = new Map(
      Array.from({ length: 5_000 }, (_, index) => [`c${index}`, { ...evenCampaign(), id: `c${index}` }]),
    );
    const asked: (readonly string[])[] = [];
    const left = new Set<string>();
    const pacer = createPacer({
      store: {
        readSpend: async (ids) => {
          asked.push(ids);
          return ids.map((id) => spend(id));
        },
        readCounts: async () => [],
      },
      clock: clock.now,
      participation: { leave: (id) => left.add(id), enter: (id) => left.delete(id) },
      draw: seededDraw(1),
    });
    pacer.check({ campaigns });
    await pacer.settled();
    const issue = pacer.around(async () => ({ outcome: "refused", reasons: ["frequency_cap"] }));
    for (const id of campaigns.keys()) {
      await issue(order(deliveryIdAt(midnight, Number(id.slice(1))), [choice(id)]));
    }
    for (let round = 0; round < 3; round++) {
      clock.advance(2_000);
      pacer.check({ campaigns });
      await pacer.settled();
    }
    expect(Math.max(...asked.map((ids) => ids.length))).toBe(512);
    expect(new Set(asked.flat()).size).toBe(5_000);
  });

  it("never holds a check up, and is not done twice at a time", async () => {
    const clock = createTestClock(midnight);
    let asked = 0;
    const pacer = createPacer({
      store: {
        readSpend: () => {
          asked += 1;
          return new Promise(() => {});
        },
        readCounts: async () => [],
      },
      clock: clock.now,
      participation: { leave: () => {}, enter: () => {} },
      draw: seededDraw(1),
    });
    const campaigns = new Map([["c", evenCampaign()]]);
    for (let second = 0; second < 10; second++) {
      pacer.check({ campaigns });
      clock.advance(1_000);
    }
    expect(asked).toBe(1);
  });
});

describe("a campaign without an allowance", () => {
  it("leaves at once, comes back when it is not paced any more, and is the reason of a request without an ad", async () => {
    const { handbill, store, clock } = await install();
    const apply = async (pacing: "even" | "asap"): Promise<void> => {
      const { version } = await store.readCatalog();
      const campaigns = [campaign("c", { pacing, dailyBudgetMicros: 100_000 })];
      const none = { publishers: [], platforms: [], creatives: [], topics: [] };
      await store.applyCatalog({ expectedVersion: version, upserts: { ...none, campaigns }, removals: [] });
      clock.advance(2_000);
    };
    const ask = async (): Promise<boolean> => {
      const body = { platform_id: "pf_one", stable_user_id: "somebody", context: { type: "static" } };
      const answer: unknown = await (await handbill.fetch(post("/api/v1/web/ads", body))).json();
      return typeof answer === "object" && answer !== null && "has_ad" in answer && answer.has_ad === true;
    };
    await apply("even");
    expect([await ask(), await ask()]).toEqual([false, false]);
    clock.advance(15 * 60_000);
    expect([await ask(), await ask()]).toEqual([true, false]);
    await handbill.maintain();
    const noAds = store.counts().filter(({ metric }) => metric === "no_ad");
    expect(noAds.map(({ reason, n }) => [reason, n])).toEqual([["pacing", 3]]);
    await apply("asap");
    expect([await ask(), await ask(), await ask()]).toEqual([true, true, true]);
  });
});

describe("the declaration of pacing", () => {
  const declared = (fields: object): ReturnType<typeof parseCatalog> =>
    parseCatalog({
      campaigns: [{ id: "c", advertiser: "A", name: "C", priceMicros: 1, ...fields }],
    });

  it("even needs a daily budget or an end", () => {
    const refused = declared({ pacing: "even", totalBudgetMicros: 5 });
    expect(JSON.stringify(refused)).toContain("add dailyBudgetMicros or endsAt");
    for (const by of [{ dailyBudgetMicros: 5 }, { totalBudgetMicros: 5, endsAt: "2030-01-01T00:00:00Z" }]) {
      expect(JSON.stringify(declared({ pacing: "even", ...by }))).not.toContain("Even pacing");
    }
  });

  it("is asap by default", () => {
    expect(JSON.stringify(declared({ dailyBudgetMicros: 5 }))).toContain('"pacing":"asap"');
  });
});
