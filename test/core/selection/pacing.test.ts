import { describe, expect, it } from "vitest";
import {
  curveOf,
  dailyTraffic,
  evenCampaign,
  flatTraffic,
  hourMs,
  midnight,
  officeTraffic,
  priceMicros,
  rig,
} from "./pacing-rig.ts";

const day = 1_000;
/** Of a day's budget at midnight: some of what is held then is seen later, and some never. */
const almost = 0.98;

const quietEvening = Array.from({ length: 24 }, (_, hour) => (hour < 7 || hour > 18 ? 250 : 1_900));
const quietNight = Array.from({ length: 24 }, (_, hour) => (hour < 6 ? 300 : 1_500));

/** How far the spending of each hour's end is from what was due, at most; parts of the day's budget. */
function farthest(spent: readonly number[], due: readonly number[]): number {
  return Math.max(...due.map((part, hour) => Math.abs((spent[hour] ?? 0) / day - part)));
}

describe("a daily budget with even pacing", () => {
  it.each([1, 3, 8])(
    "is spent along yesterday's traffic, whole and never over, by %i instances",
    async (instances) => {
      const { run } = await rig(evenCampaign(), { instances, perHour: dailyTraffic });
      const spent = await run(24);
      expect(farthest(spent, curveOf(dailyTraffic))).toBeLessThan(0.05);
      expect(spent[23]).toBeGreaterThanOrEqual(almost * day);
      expect(spent[23]).toBeLessThanOrEqual(day);
    },
  );

  it.each([
    // Until its morning this night is that of the flat day.
    ["hardly anybody comes at night", quietNight, 0.2],
    ["as many come at night", flatTraffic, 0.04],
  ])(
    "is spent by what usual days are like where nothing was counted yesterday and %s",
    async (_name, perHour, most) => {
      const { run } = await rig(evenCampaign(), { daysCounted: 0, perHour });
      const spent = await run(24);
      expect(farthest(spent, curveOf(perHour))).toBeLessThan(most);
      expect(spent[23]).toBeGreaterThanOrEqual(almost * day);
      expect(spent[23]).toBeLessThanOrEqual(day);
    },
  );

  it("is spent but for a fiftieth by midnight, although each unseen ad holds its price for an hour, with a view rate of 30 %", async () => {
    const { run } = await rig(evenCampaign(), { viewRate: 0.3, perHour: dailyTraffic });
    expect((await run(24))[23]).toBeGreaterThanOrEqual(almost * day);
  });

  it("is spent within three points of the limit that holds set, with a view rate of 10 %", async () => {
    const { run } = await rig(evenCampaign({ dailyBudgetMicros: day * priceMicros }), { viewRate: 0.1 });
    expect((await run(24))[23]).toBeGreaterThanOrEqual((1 - 0.9 ** 24 - 0.03) * day);
  });

  it("is spent within a point of the limit that holds set, with a view rate of 15 %, mean of four days", async () => {
    let left = 0;
    for (const seed of [1, 2, 3, 4]) {
      const { run } = await rig(evenCampaign(), { viewRate: 0.15, seed });
      left += (1 - ((await run(24))[23] ?? 0) / day) / 4;
    }
    expect(left - 0.85 ** 24).toBeLessThan(0.01);
  });

  it.each([
    ["a busy evening", 40, 0.022, 0.018, dailyTraffic],
    ["a busy evening", 70, 0.005, 0.003, dailyTraffic],
    ["hardly anybody in the evening", 40, 0.012, 0.012, quietEvening],
  ])(
    "goes before a curve with %s no more than pays, with a view rate of %i %, mean of six days",
    async (_name, percent, mostOff, mostLeft, perHour) => {
      const due = curveOf(perHour);
      let off = 0;
      let left = 0;
      for (const seed of [1, 2, 3, 4, 5, 6]) {
        const { run } = await rig(evenCampaign(), { viewRate: percent / 100, perHour, seed });
        const spent = await run(24);
        const end = spent[23] ?? 0;
        const byHour = due.map((part, hour) => Math.abs((spent[hour] ?? 0) / end - part));
        off += byHour.reduce((sum, one) => sum + one, 0) / byHour.length / 6;
        left += (1 - end / day) / 6;
      }
      expect(off).toBeLessThan(mostOff);
      expect(left).toBeLessThan(mostLeft);
    },
  );

  it.each([1, 3])(
    "of 40 impressions is spent along its curve by %i instances, mean of six days",
    async (instances) => {
      const few = 40;
      const due = curveOf(flatTraffic);
      let off = 0;
      for (const seed of [1, 2, 3, 4, 5, 6]) {
        const { run } = await rig(evenCampaign({ dailyBudgetMicros: few * priceMicros }), {
          instances,
          seed,
        });
        const spent = await run(24);
        off += due.reduce((sum, part, hour) => sum + Math.abs((spent[hour] ?? 0) / few - part), 0) / 24 / 6;
      }
      // One impression is 2.5 % of it.
      expect(off).toBeLessThan(0.03);
    },
  );

  it("is kept for the traffic that comes when a dead hour is over", async () => {
    const traffic = Array.from({ length: 24 }, (_, hour) => (hour === 10 ? 0 : 1_200));
    const { run } = await rig(evenCampaign(), { perHour: traffic });
    const spent = await run(24);
    expect((spent[10] ?? 0) - (spent[9] ?? 0)).toBeLessThan(10);
    // No burst when it is over: at most what two hours have.
    expect((spent[11] ?? 0) - (spent[10] ?? 0)).toBeLessThan(100);
    expect(spent[23]).toBeGreaterThanOrEqual(almost * day);
  });

  it("is spent over the day again on the next day", async () => {
    const { run } = await rig(evenCampaign());
    const spent = await run(36);
    expect(((spent[35] ?? 0) - (spent[23] ?? 0)) / day).toBeCloseTo(12 / 22.5, 1);
  });
});

describe("a day that is unlike yesterday", () => {
  it.each([
    ["Monday", Date.UTC(2026, 2, 9)],
    ["Saturday", Date.UTC(2026, 2, 7)],
  ])(
    "is spent along its own weekday, whole and never over, on an office's %s after a counted week",
    async (_name, start) => {
      const { run } = await rig(evenCampaign(), { start, perHour: officeTraffic, daysCounted: 7 });
      const spent = await run(24);
      const from = (start / hourMs) % officeTraffic.length;
      expect(farthest(spent, curveOf(officeTraffic.slice(from, from + 24)))).toBeLessThan(0.06);
      expect(spent[23]).toBeGreaterThanOrEqual(almost * day);
      expect(spent[23]).toBeLessThanOrEqual(day);
    },
  );

  it("is spent whole on an office's Monday where only the Sunday was counted", async () => {
    const { run } = await rig(evenCampaign(), { start: Date.UTC(2026, 2, 9), perHour: officeTraffic });
    expect((await run(24))[23]).toBeGreaterThanOrEqual(almost * day);
  });
});

describe("changes during the day", () => {
  it("a raised budget is spent over the rest of the day", async () => {
    const { run, apply } = await rig(evenCampaign());
    await run(12);
    await apply(evenCampaign({ dailyBudgetMicros: 2 * day * priceMicros }));
    const spent = await run(12);
    const atNoon = spent[11] ?? 0;
    expect((spent[12] ?? 0) - atNoon).toBeGreaterThan(100);
    expect((spent[12] ?? 0) - atNoon).toBeLessThan(300);
    expect(spent[23]).toBeGreaterThanOrEqual(almost * 2 * day);
    expect(spent[23]).toBeLessThanOrEqual(2 * day);
  });

  it("the others take over the spend of a dead instance", async () => {
    const { run, pacers } = await rig(evenCampaign(), { instances: 3, perHour: dailyTraffic });
    await run(11);
    pacers.splice(0, 1);
    const spent = await run(13);
    expect(farthest(spent, curveOf(dailyTraffic))).toBeLessThan(0.05);
    expect(spent[23]).toBeGreaterThanOrEqual(almost * day);
  });

  it("instances that begin at the same time do not burst", async () => {
    const perHour = [12_000];
    const { run, issued } = await rig(evenCampaign(), { instances: 40, viewsLateMs: 120_000, perHour });
    await run(0.5);
    // Half an hour has 23 impressions, at a view rate of 60 % 37 ads.
    expect(issued()).toBeGreaterThan(15);
    expect(issued()).toBeLessThan(75);
  });

  it("an outage of the store's reads leaves the last allowance as it was", async () => {
    let isAway = false;
    const made = await rig(evenCampaign(), {
      instances: 3,
      broken: {
        readSpend: (ids) => (isAway ? Promise.reject(new Error("not there")) : made.store.readSpend(ids)),
      },
    });
    await made.run(10);
    isAway = true;
    const during = await made.run(3);
    const spent = (during[12] ?? 0) - (during[9] ?? 0);
    expect(spent / day).toBeCloseTo(3 / 22.5, 1);
    isAway = false;
    expect((await made.run(11))[23]).toBeGreaterThanOrEqual(almost * day);
  });
});

describe("while the store cannot be read", () => {
  it.each([1, 3, 12])("a budget is spent as fast as before, by %i instances", async (instances) => {
    let ofAll = 0;
    for (const seed of [1, 2, 3, 4]) {
      let isAway = false;
      const made = await rig(evenCampaign(), {
        instances,
        seed,
        broken: {
          readSpend: (ids) => (isAway ? Promise.reject(new Error("not there")) : made.store.readSpend(ids)),
        },
      });
      await made.run(5);
      isAway = true;
      const spent = await made.run(4);
      ofAll += ((spent[8] ?? 0) - (spent[4] ?? 0)) / day / 4;
    }
    expect(Math.abs(ofAll / (4 / 22.5) - 1)).toBeLessThan(0.1);
  });
});

describe("a schedule", () => {
  it("that starts at noon spends the day's budget over the rest of it", async () => {
    const { run } = await rig(evenCampaign({ startsAt: new Date(midnight + 12 * hourMs).toISOString() }));
    const spent = await run(24);
    expect(spent[11]).toBe(0);
    expect((spent[16] ?? 0) / day).toBeCloseTo(5 / 11.25, 1);
    expect(spent[23]).toBeGreaterThanOrEqual(almost * day);
  });

  it("with hours spends it within them, and evenly", async () => {
    const hours = [{ days: [1, 2, 3, 4, 5, 6, 7], from: 8, to: 20 }];
    const { run } = await rig(evenCampaign({ hours }));
    const spent = await run(24);
    expect(spent[7]).toBe(0);
    expect((spent[12] ?? 0) / day).toBeCloseTo(5 / 11.25, 1);
    expect(spent[19]).toBeGreaterThanOrEqual(0.98 * day);
  });

  it.each([
    ["23 hours, where the clocks go forward", "2026-03-28T23:00:00Z", 23],
    ["25 hours, where the clocks go back", "2026-10-24T22:00:00Z", 25],
  ])("ends with a day of %s", async (_name, start, length) => {
    const berlin = evenCampaign({ timeZone: "Europe/Berlin" });
    const { run } = await rig(berlin, { start: Date.parse(start) });
    const spent = await run(length);
    expect((spent[11] ?? 0) / day).toBeCloseTo(12 / (length - 1.5), 1);
    expect((spent[length - 4] ?? 0) / day).toBeLessThan(0.97);
    expect(spent[length - 1]).toBeGreaterThanOrEqual(almost * day);
  });

  it("of two days halves a total budget", async () => {
    const endsAt = new Date(midnight + 48 * hourMs).toISOString();
    const startsAt = new Date(midnight).toISOString();
    const total = { dailyBudgetMicros: undefined, totalBudgetMicros: day * priceMicros, startsAt, endsAt };
    const { run } = await rig(evenCampaign(total));
    const spent = await run(48);
    expect((spent[23] ?? 0) / day).toBeCloseTo(24 / 46.5, 1);
    expect(spent[47]).toBeGreaterThanOrEqual(almost * day);
    expect(spent[47]).toBeLessThanOrEqual(day);
  });

  it("with a total and a daily budget keeps to the tighter one", async () => {
    const endsAt = new Date(midnight + 48 * hourMs).toISOString();
    const both = { dailyBudgetMicros: 0.3 * day * priceMicros, totalBudgetMicros: day * priceMicros, endsAt };
    const { run } = await rig(evenCampaign(both));
    const spent = await run(48);
    expect((spent[11] ?? 0) / day).toBeCloseTo((0.3 * 12) / 22.5, 1);
    expect((spent[23] ?? 0) / day).toBeLessThanOrEqual(0.3);
    expect((spent[47] ?? 0) / day).toBeGreaterThanOrEqual(almost * 0.6);
  });
});

describe("campaigns that are not paced", () => {
  it.each([
    ["asap", { pacing: "asap" as const }],
    ["a house campaign", { priceMicros: 0, dailyBudgetMicros: undefined }],
  ])("takes every request and asks the store nothing: %s", async (_name, fields) => {
    const { run, issued, calls } = await rig(evenCampaign({ dailyBudgetMicros: 10 ** 9, ...fields }));
    await run(1);
    expect(issued()).toBe(1_200);
    expect(calls).toEqual([]);
  });
});
