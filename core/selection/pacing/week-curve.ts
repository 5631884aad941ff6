import type { WeeklyHours } from "../../catalog/entities.ts";
import type { EpochMs } from "../../timing/clock.ts";

/** Traffic by hour of the UTC day or week (from Monday); 1 is the mean hour. */
export type HourlyTraffic = readonly number[];

/** Traffic and time within a weekly schedule. */
export interface WeekCurve {
  /** Traffic within the scheduled hours, in mean hours. 0 when `to` is not later than `from`. */
  readonly traffic: (from: EpochMs, to: EpochMs) => number;
  /** Scheduled hours. */
  readonly hours: (from: EpochMs, to: EpochMs) => number;
  /** Mean hours of traffic per hour at an instant; 0 outside the schedule. */
  readonly density: (at: EpochMs) => number;
  /** The last scheduled instant up to `at`; `at` itself when a whole week before it has none. */
  readonly lastUpTo: (at: EpochMs) => EpochMs;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const weekMs = 7 * dayMs;
const slotMs = hourMs / 4;
const slotsPerWeek = weekMs / slotMs;
/** 1970-01-01 was a Thursday: three days after a Monday. */
const mondayMs = 3 * dayMs;

/** Hours of a week. */
export const weekHours: number = weekMs / hourMs;

/** 0 is the first hour of Monday in UTC. */
export function hourOfWeek(at: EpochMs): number {
  return Math.floor(mod(at + mondayMs, weekMs) / hourMs);
}

/**
 * Compiles the curve of a schedule. `offsetMs`, the zone's offset from UTC, is taken as constant: hours behind a change
 * of the clocks are an hour off until the curve is compiled again. The length of the day does not depend on it.
 */
export function compileWeek(
  hours: readonly WeeklyHours[] | undefined,
  offsetMs: number,
  hourly: HourlyTraffic,
): WeekCurve {
  const densities = new Float64Array(slotsPerWeek);
  const traffic = new Float64Array(slotsPerWeek + 1);
  const time = new Float64Array(slotsPerWeek + 1);
  for (let slot = 0; slot < slotsPerWeek; slot++) {
    const isIn = hours === undefined || runs(hours, slot * slotMs + offsetMs);
    const density = isIn ? (hourly[Math.floor(slot / 4) % hourly.length] ?? 1) : 0;
    densities[slot] = density;
    traffic[slot + 1] = (traffic[slot] ?? 0) + density / 4;
    time[slot + 1] = (time[slot] ?? 0) + (isIn ? 1 / 4 : 0);
  }
  const slotOf = (at: EpochMs): number => Math.floor(mod(at + mondayMs, weekMs) / slotMs);
  const isIn = (slot: number): boolean => (time[slot + 1] ?? 0) > (time[slot] ?? 0);
  return {
    traffic: (from, to) => (to > from ? sumTo(traffic, to) - sumTo(traffic, from) : 0),
    hours: (from, to) => (to > from ? sumTo(time, to) - sumTo(time, from) : 0),
    density: (at) => densities[slotOf(at)] ?? 0,
    lastUpTo: (at) => {
      let end = at;
      for (let step = 0; step < slotsPerWeek; step++) {
        if (isIn(slotOf(end - 1))) return end;
        end = Math.floor((end - 1) / slotMs) * slotMs;
      }
      return at;
    },
  };
}

/** The sum of all slots since the Monday before 1970. */
function sumTo(sums: Float64Array, at: EpochMs): number {
  const sinceMonday = at + mondayMs;
  const weeks = Math.floor(sinceMonday / weekMs);
  const slots = (sinceMonday - weeks * weekMs) / slotMs;
  const slot = Math.floor(slots);
  const before = sums[slot] ?? 0;
  const within = ((sums[slot + 1] ?? before) - before) * (slots - slot);
  return weeks * (sums[slotsPerWeek] ?? 0) + before + within;
}

function runs(hours: readonly WeeklyHours[], sinceMonday: number): boolean {
  const local = mod(sinceMonday, weekMs);
  const day = Math.floor(local / dayMs) + 1;
  const hour = Math.floor((local % dayMs) / hourMs);
  return hours.some((window) => window.days.includes(day) && hour >= window.from && hour < window.to);
}

function mod(value: number, by: number): number {
  return value - Math.floor(value / by) * by;
}
