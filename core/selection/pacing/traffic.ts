import type { CountTotal, ServingStore } from "../../storage.ts";
import type { Clock, EpochMs } from "../../timing/clock.ts";
import type { HourlyTraffic } from "./week-curve.ts";

/** What is known of the traffic of this day. */
export interface Traffic {
  /** The last 24 whole hours by hour of the UTC day: what is expected of the next 24. */
  readonly hourly: HourlyTraffic;
  /** What comes in these minutes against what would by {@link level}; 1 is as expected. */
  readonly pace: number;
  /** Today against yesterday: the hours to come are expected to have this much of `hourly`. */
  readonly level: number;
}

export interface TrafficWatch {
  readonly current: () => Traffic;
  /** Asks the store when the last answer is a minute old; the whole day once an hour. Rejects when it cannot be reached. */
  readonly learn: () => Promise<void>;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const learnEveryMs = minuteMs;

/** Time in which a change of the traffic is followed, and in which it becomes what is expected of the day. */
const shortMs = 4 * minuteMs;
const longMs = 12 * hourMs;
const maxPace = 4;

/** So many requests are taken as seen just as expected, so that a few more or less are no change. */
const priorRequests = 20;

/** Every hour is at least this part of the mean one: a dead hour of yesterday need not be one today. */
const leastHour = 0.05;

/** The daily curve of the `request` counts. Flat while there is no history; hours before the first count are taken as mean. */
export function createTrafficWatch(store: Pick<ServingStore, "readCounts">, clock: Clock): TrafficWatch {
  let hourly: HourlyTraffic = flat;
  /** Requests of a mean hour. */
  let mean: number | undefined;
  let learntHour: EpochMs | undefined;
  let askedAt: EpochMs = Number.NEGATIVE_INFINITY;
  /** Requests of the current hour, as last read. */
  let seen = { at: 0, n: 0 };
  let short = 1;
  let long = 1;
  /** For how long there was something to compare. */
  let known = 0;

  const learnDay = async (hour: EpochMs): Promise<void> => {
    const totals = await store.readCounts(requestsBetween(hour - 24 * hourMs, hour));
    const known = byHour(totals);
    const first = Math.min(...known.keys());
    const counted = Array.from({ length: 24 }, (_, index) => hour - (index + 1) * hourMs).filter(
      (at) => at >= first,
    );
    const sum = counted.reduce((total, at) => total + (known.get(at) ?? 0), 0);
    learntHour = hour;
    seen = { at: hour, n: 0 };
    if (sum === 0) return;
    const average = sum / counted.length;
    mean = average;
    const curve = Array.from({ length: 24 }, () => 1);
    for (const at of counted) {
      curve[hourOf(at)] = Math.max((known.get(at) ?? 0) / average, leastHour);
    }
    hourly = curve;
  };

  const learnPace = async (hour: EpochMs, now: EpochMs): Promise<void> => {
    const totals = await store.readCounts(requestsBetween(hour, hour + hourMs));
    const n = byHour(totals).get(hour) ?? 0;
    const since = now - seen.at;
    // Counts come in when they are written; while nothing has come there is nothing to learn.
    if (n <= seen.n || since <= 0 || mean === undefined) return;
    const expected = (mean * (hourly[hourOf(hour)] ?? 1) * since) / hourMs;
    const usual = known === 0 ? 1 : long;
    const ratio = Math.min((n - seen.n + priorRequests * usual) / (expected + priorRequests), 2 * maxPace);
    short += (ratio - short) * (1 - Math.exp(-since / shortMs));
    known += since;
    // A mean of all, while it is not known for long: a day with more traffic than the last is not one of shocks.
    long += (ratio - long) * (1 - Math.exp(-since / Math.min(known, longMs)));
    seen = { at: now, n };
  };

  return {
    current: () => ({
      hourly,
      pace: Math.min(Math.max(short / long, 1 / maxPace), maxPace),
      level: Math.min(Math.max(long, 1 / maxPace), maxPace),
    }),
    learn: async () => {
      const now = clock();
      if (now - askedAt >= 0 && now - askedAt < learnEveryMs) return;
      askedAt = now;
      const hour = Math.floor(now / hourMs) * hourMs;
      if (learntHour !== hour) await learnDay(hour);
      await learnPace(hour, now);
    },
  };
}

const flat: HourlyTraffic = Array.from({ length: 24 }, () => 1);

function requestsBetween(from: EpochMs, to: EpochMs): Parameters<ServingStore["readCounts"]>[0] {
  return { from, to, metrics: ["request"], by: ["hour"], limit: 24 };
}

function byHour(totals: readonly CountTotal[]): ReadonlyMap<EpochMs, number> {
  return new Map(totals.flatMap(({ hour, n }) => (hour === undefined ? [] : [[hour, n]])));
}

function hourOf(at: EpochMs): number {
  return (at / hourMs) % 24;
}
