import { describe, expect, it } from "vitest";
import { campaignDay } from "../../core/timing/campaign-day.ts";

/** The days one millisecond before an instant and at it. */
function around(timeZone: string, midnight: number): readonly string[] {
  return [campaignDay(timeZone, midnight - 1), campaignDay(timeZone, midnight)];
}

describe("the day of a campaign", () => {
  it.each([
    ["UTC", Date.UTC(2026, 2, 5), "2026-03-04", "2026-03-05"],
    ["Pacific/Kiritimati", Date.UTC(2026, 2, 4, 10), "2026-03-04", "2026-03-05"],
    ["Pacific/Pago_Pago", Date.UTC(2026, 2, 4, 11), "2026-03-03", "2026-03-04"],
    ["Asia/Kathmandu", Date.UTC(2026, 2, 4, 18, 15), "2026-03-04", "2026-03-05"],
    ["Asia/Tokyo", Date.UTC(2025, 11, 31, 15), "2025-12-31", "2026-01-01"],
    ["UTC", Date.UTC(2028, 1, 29), "2028-02-28", "2028-02-29"],
  ])("begins at midnight in %s", (timeZone, midnight, before, after) => {
    expect(around(timeZone, midnight)).toEqual([before, after]);
  });

  it("has 23 hours when the clocks go forward", () => {
    expect(around("America/New_York", Date.UTC(2026, 2, 8, 5))).toEqual(["2026-03-07", "2026-03-08"]);
    expect(around("America/New_York", Date.UTC(2026, 2, 9, 4))).toEqual(["2026-03-08", "2026-03-09"]);
  });

  it("has 25 hours when the clocks go back", () => {
    expect(around("America/New_York", Date.UTC(2026, 10, 1, 4))).toEqual(["2026-10-31", "2026-11-01"]);
    expect(around("America/New_York", Date.UTC(2026, 10, 2, 5))).toEqual(["2026-11-01", "2026-11-02"]);
  });

  it("has 24.5 hours where the clocks change by half an hour", () => {
    expect(around("Australia/Lord_Howe", Date.UTC(2026, 3, 4, 13))).toEqual(["2026-04-04", "2026-04-05"]);
    expect(around("Australia/Lord_Howe", Date.UTC(2026, 3, 5, 13, 30))).toEqual(["2026-04-05", "2026-04-06"]);
  });

  it("begins at one o'clock where the clocks skip midnight", () => {
    expect(around("Africa/Cairo", Date.UTC(2026, 3, 23, 22))).toEqual(["2026-04-23", "2026-04-24"]);
  });

  it("is left out where a country changed sides of the date line", () => {
    expect(around("Pacific/Apia", Date.UTC(2011, 11, 30, 10))).toEqual(["2011-12-29", "2011-12-31"]);
  });

  it("comes back for 59 minutes where the clocks went back just after midnight", () => {
    const oneMinutePast = Date.UTC(2009, 10, 1, 2, 31);
    expect(around("America/St_Johns", oneMinutePast)).toEqual(["2009-11-01", "2009-10-31"]);
    expect(around("America/St_Johns", oneMinutePast + 59 * 60_000)).toEqual(["2009-10-31", "2009-11-01"]);
  });

  it("is right after any earlier call", () => {
    const [noon, later] = [Date.UTC(2026, 2, 4, 12), Date.UTC(2026, 2, 5, 12)];
    const asked = [noon, later, noon].flatMap((at) => [
      campaignDay("UTC", at),
      campaignDay("Asia/Tokyo", at),
    ]);
    expect(asked).toEqual([
      "2026-03-04",
      "2026-03-04",
      "2026-03-05",
      "2026-03-05",
      "2026-03-04",
      "2026-03-04",
    ]);
  });

  it("agrees with the calendar of the zone in every hour of a year", () => {
    const calendar = new Intl.DateTimeFormat("sv-SE", { timeZone: "America/New_York", dateStyle: "short" });
    for (let hour = 0; hour < 366 * 24; hour += 1) {
      const at = Date.UTC(2026, 0, 1) + hour * 3_600_000;
      expect(campaignDay("America/New_York", at)).toBe(calendar.format(at));
    }
  });

  it("is an error in a zone that does not exist", () => {
    expect(() => campaignDay("Mars/Olympus_Mons", 0)).toThrow(RangeError);
  });
});
