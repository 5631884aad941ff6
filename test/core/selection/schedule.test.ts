import { describe, expect, it } from "vitest";
import type { Campaign, WeeklyHours } from "../../../core/catalog/entities.ts";
import { isRunningAt } from "../../../core/selection/schedule.ts";
import { campaign } from "../../conformance/fixtures.ts";

const hourMs = 3_600_000;
const everyDay = [1, 2, 3, 4, 5, 6, 7];

function runs(fields: Partial<Campaign>): (instant: string) => boolean {
  const schedule = (now: number) => isRunningAt(campaign("c", fields), now);
  return (instant) => schedule(Date.parse(instant));
}

const inHours = (timeZone: string, ...hours: WeeklyHours[]): ((instant: string) => boolean) =>
  runs({ timeZone, hours });

/** The minutes of the day after `start` in which the campaign runs. */
function minutesFrom(start: string, fields: Partial<Campaign>): number {
  const schedule = (now: number) => isRunningAt(campaign("c", fields), now);
  const first = Date.parse(start);
  let minutes = 0;
  for (let minute = 0; minute < 26 * 60; minute++) if (schedule(first + minute * 60_000)) minutes += 1;
  return minutes;
}

describe("a campaign's schedule", () => {
  it("is always without start, end and hours", () => {
    const always = runs({});
    for (const instant of ["1970-01-01T00:00:00Z", "2026-03-04T12:00:00Z", "2999-12-31T23:59:59Z"]) {
      expect(always(instant)).toBe(true);
    }
  });

  it("begins at startsAt and has ended at endsAt, to the millisecond, whatever their offset", () => {
    const week = runs({ startsAt: "2026-03-01T01:00:00+01:00", endsAt: "2026-03-07T19:00:00-05:00" });
    expect(week("2026-02-28T23:59:59.999Z")).toBe(false);
    expect(week("2026-03-01T00:00:00.000Z")).toBe(true);
    expect(week("2026-03-07T23:59:59.999Z")).toBe(true);
    expect(week("2026-03-08T00:00:00.000Z")).toBe(false);
  });

  it("takes hours from the first minute of `from` to the last before `to`, on its days only", () => {
    const office = inHours("UTC", { days: [1, 3], from: 9, to: 17 });
    expect(office("2026-03-04T08:59:59.999Z")).toBe(false);
    expect(office("2026-03-04T09:00:00.000Z")).toBe(true);
    expect(office("2026-03-04T16:59:59.999Z")).toBe(true);
    expect(office("2026-03-04T17:00:00.000Z")).toBe(false);
    expect(office("2026-03-05T12:00:00.000Z")).toBe(false);
    expect(office("2026-03-02T12:00:00.000Z")).toBe(true);
  });

  it("counts days from Monday, 1, to Sunday, 7, in the campaign's zone", () => {
    // Monday 2026-03-02, and so on to Sunday the 8th.
    for (const day of everyDay) {
      const only = inHours("UTC", { days: [day], from: 0, to: 24 });
      const running = everyDay.filter((other) => only(`2026-03-0${other + 1}T12:00:00Z`));
      expect(running).toEqual([day]);
    }
    const monday = inHours("Pacific/Auckland", { days: [1], from: 0, to: 24 });
    expect(monday("2026-03-01T10:59:00Z")).toBe(false);
    expect(monday("2026-03-01T11:00:00Z")).toBe(true);
    expect(monday("2026-03-02T11:00:00Z")).toBe(false);
  });

  it("runs around midnight: hour 0 is the first, 24 the end", () => {
    const night = inHours(
      "Europe/Berlin",
      { days: everyDay, from: 22, to: 24 },
      { days: everyDay, from: 0, to: 2 },
    );
    expect(night("2026-01-10T20:59:00Z")).toBe(false);
    expect(night("2026-01-10T21:00:00Z")).toBe(true);
    expect(night("2026-01-10T23:30:00Z")).toBe(true);
    expect(night("2026-01-11T00:59:00Z")).toBe(true);
    expect(night("2026-01-11T01:00:00Z")).toBe(false);
  });

  it.each([
    ["Asia/Kolkata", "2026-03-04T03:29:59Z", "2026-03-04T03:30:00Z"],
    ["Asia/Kathmandu", "2026-03-04T03:14:59Z", "2026-03-04T03:15:00Z"],
    ["America/St_Johns", "2026-01-14T12:29:59Z", "2026-01-14T12:30:00Z"],
    ["Pacific/Chatham", "2026-01-13T19:14:59Z", "2026-01-13T19:15:00Z"],
  ])("begins on the minute in %s, whose hours begin within ours", (timeZone, before, at) => {
    const fromNine = inHours(timeZone, { days: everyDay, from: 9, to: 10 });
    expect([fromNine(before), fromNine(at)]).toEqual([false, true]);
  });

  it("follows the clock when it changes: 9 o'clock is an hour earlier in summer", () => {
    const fromNine = inHours("Europe/Berlin", { days: everyDay, from: 9, to: 10 });
    expect([fromNine("2026-03-28T08:00:00Z"), fromNine("2026-03-29T08:00:00Z")]).toEqual([true, false]);
    expect([fromNine("2026-03-28T07:00:00Z"), fromNine("2026-03-29T07:00:00Z")]).toEqual([false, true]);
  });

  it.each([
    ["an hour that the clock skips is not there", "Europe/Berlin", "2026-03-28T23:00:00Z", 2, 0],
    ["an hour that the clock repeats is there twice", "Europe/Berlin", "2026-10-24T22:00:00Z", 2, 120],
    ["a half hour that the clock skips is half there", "Australia/Lord_Howe", "2026-10-03T13:30:00Z", 2, 30],
    [
      "a half hour that the clock repeats is there once more",
      "Australia/Lord_Howe",
      "2026-04-04T13:00:00Z",
      1,
      90,
    ],
  ])("%s (%s)", (_name, timeZone, midnight, hour, minutes) => {
    expect(minutesFrom(midnight, { timeZone, hours: [{ days: [7], from: hour, to: hour + 1 }] })).toBe(
      minutes,
    );
  });

  it("returns the same result for instants in any order", () => {
    const fields = { timeZone: "Asia/Kathmandu", hours: [{ days: [3], from: 9, to: 17 }] };
    const kept = (now: number) => isRunningAt(campaign("c", fields), now);
    const start = Date.UTC(2026, 2, 3, 20);
    for (let step = 0; step < 2_000; step++) {
      const at = start + ((step * 7_919) % 40) * (hourMs / 4) + (step % 3);
      expect(kept(at)).toBe(isRunningAt(campaign("c", fields), at));
    }
  });

  it("needs both: the hours of the week within start and end", () => {
    const both = runs({ startsAt: "2026-03-04T12:00:00Z", hours: [{ days: [3], from: 9, to: 17 }] });
    expect(both("2026-03-04T10:00:00Z")).toBe(false);
    expect(both("2026-03-04T13:00:00Z")).toBe(true);
    expect(both("2026-03-05T13:00:00Z")).toBe(false);
  });

  it("never runs in an empty list of hours", () => {
    expect(runs({ hours: [] })("2026-03-04T12:00:00Z")).toBe(false);
  });
});
