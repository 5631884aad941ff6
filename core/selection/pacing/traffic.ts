import type { CountTotal } from "../../storage/counts.ts";
import type { ServingStore } from "../../storage/serving-store.ts";
import type { Clock, EpochMs } from "../../timing/clock.ts";
import { fillWeek, type KnownHours } from "./cold-start-prior.ts";
import { daysKnown, seasonalForecast } from "./seasonal-forecast.ts";
import { hourOfWeek, weekHours } from "./week-curve.ts";

/** What is known of the traffic of this day. */
export interface Traffic {
  /**
   * By hour of the UTC week, relative to the mean of the last 24: the hours that came as they were counted, those to come
   * as the days that they are like have them.
   */
  readonly hourly: KnownHours;
  /** Today against the days that it is like: the hours to come are expected to have this much of `hourly`. */
  readonly level: number;
  /** The same of this hour alone, as far as it has come. */
  readonly hour: number;
  /** What comes in these minutes against what would by {@link level}; 1 is as expected. */
  readonly pace: number;
}

export interface TrafficWatch {
  readonly current: () => Traffic;
  /** Asks the store when the last answer is a minute old; for whole days once an hour. Rejects when it cannot be reached. */
  readonly learn: () => Promise<void>;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const learnEveryMs = minuteMs;

/** Time in which a change of the traffic is followed. */
const shortMs = 4 * minuteMs;
/** So many hours are compared with those of the days that they are like. */
const levelHours = 6;
/** An hour that is farther than this from most others had a shock. */
const nearFactor = 1.5;
/** An hour says something about the day when so much of it has come. */
const leastOfHourMs = 10 * minuteMs;
const maxPace = 4;

/** So many requests are taken as seen just as expected, so that a few more or less are no change. */
const priorRequests = 20;

/**
 * Every hour has at least this part of the mean one, of the last day or the next: a dead hour of yesterday need not be one
 * today.
 */
const leastHour = 0.05;

/** The daily curve of the `request` counts, and how today compares with it. */
export function createTrafficWatch(store: Pick<ServingStore, "readCounts">, clock: Clock): TrafficWatch {
  let hourly: KnownHours = Array.from({ length: weekHours }, () => undefined);
  /** Requests by hour. */
  let counts: ReadonlyMap<EpochMs, number> = new Map();
  /** What this hour is expected to have by {@link hourly}, in requests. */
  let expected: number | undefined;
  let learntHour: EpochMs | undefined;
  let askedAt: EpochMs = Number.NEGATIVE_INFINITY;
  /** Requests of the current hour, as last read. */
  let seen = { at: 0, n: 0 };
  /** The last whole hours against those of the days that they are like. */
  let ratios: readonly number[] = [];
  let level = 1;
  let ofHour = 1;
  let short: number | undefined;

  const learnDay = async (hour: EpochMs): Promise<void> => {
    const oldest = hour - 24 * daysKnown * hourMs;
    // What is a day older than the last answer does not change any more.
    const from = Math.max(oldest, Math.min(learntHour ?? oldest, hour) - 24 * hourMs);
    const read = byHour(await store.readCounts(requestsBetween(from, hour)));
    counts = new Map([...[...counts].filter(([at]) => at >= oldest && at < from), ...read]);
    const first = Math.min(...counts.keys());
    const countOf = (hoursAgo: number): number | undefined => {
      const at = hour - hoursAgo * hourMs;
      return at < first ? undefined : (counts.get(at) ?? 0);
    };
    const days = seasonalForecast(countOf);
    const mean = meanOf(countOf, 1) ?? 0;
    const least = leastHour * Math.min(mean, meanOf(days.expected, 0) || mean);
    learntHour = hour;
    seen = { at: hour, n: 0 };
    ratios = Array.from({ length: levelHours }, (_, index) => {
      const like = days.expected(-1 - index);
      return like === undefined ? [] : [against(countOf(index + 1) ?? 0, like, 1)];
    }).flat();
    if (ratios.length > 0) level = middle(ratios);
    ofHour = level;
    if (mean === 0) return;
    const known: (number | undefined)[] = Array.from({ length: weekHours });
    for (let ahead = -weekHours / 2; ahead < weekHours / 2; ahead++) {
      const n = ahead < 0 ? countOf(-ahead) : days.expected(ahead);
      known[hourOfWeek(hour + ahead * hourMs)] = n === undefined ? undefined : Math.max(n, least) / mean;
    }
    hourly = known;
    expected = mean * (fillWeek(known, 0)[hourOfWeek(hour)] ?? 1);
  };

  const learnHour = async (hour: EpochMs, now: EpochMs): Promise<void> => {
    const n = byHour(await store.readCounts(requestsBetween(hour, hour + hourMs))).get(hour) ?? 0;
    if (expected === undefined) return;
    const since = now - seen.at;
    const sinceHour = now - hour;
    ofHour = against(n, (expected * sinceHour) / hourMs, level);
    if (sinceHour >= leastOfHourMs && isForeseen(hour)) level = middle([...ratios, ofHour]);
    // Counts come in when they are written; while nothing has come there is nothing to learn.
    if (n <= seen.n || since <= 0) return;
    const ratio = Math.min(against(n - seen.n, (expected * since) / hourMs, level), 2 * maxPace);
    short = (short ?? ratio) + (ratio - (short ?? ratio)) * (1 - Math.exp(-since / shortMs));
    seen = { at: now, n };
  };

  const isForeseen = (hour: EpochMs): boolean => hourly[hourOfWeek(hour)] !== undefined;

  return {
    current: () => ({
      hourly,
      level: Math.min(Math.max(level, 1 / maxPace), maxPace),
      hour: ofHour,
      pace: Math.min(Math.max((short ?? level) / level, 1 / maxPace), maxPace),
    }),
    learn: async () => {
      const now = clock();
      if (now - askedAt >= 0 && now - askedAt < learnEveryMs) return;
      askedAt = now;
      const hour = Math.floor(now / hourMs) * hourMs;
      if (learntHour !== hour) await learnDay(hour);
      await learnHour(hour, now);
    },
  };
}

/** Of 24 hours; `undefined` where none of them is known. */
function meanOf(of: (hours: number) => number | undefined, from: number): number | undefined {
  const known = Array.from({ length: 24 }, (_, index) => of(from + index)).filter((n) => n !== undefined);
  return known.length === 0 ? undefined : known.reduce((sum, n) => sum + n, 0) / known.length;
}

/** How many came against how many were expected; few of them are taken for `usual`. */
function against(n: number, expected: number, usual: number): number {
  return (n + priorRequests * usual) / (expected + priorRequests);
}

/** The mean of those that are near the one in the middle: a shock is not what the day is like. */
function middle(values: readonly number[]): number {
  const median = values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 1;
  const near = values.filter((value) => value <= median * nearFactor && value >= median / nearFactor);
  return near.reduce((sum, value) => sum + value, 0) / near.length;
}

function requestsBetween(from: EpochMs, to: EpochMs): Parameters<ServingStore["readCounts"]>[0] {
  return { from, to, metrics: ["request"], by: ["hour"], limit: 24 * daysKnown };
}

function byHour(totals: readonly CountTotal[]): ReadonlyMap<EpochMs, number> {
  return new Map(totals.flatMap(({ hour, n }) => (hour === undefined ? [] : [[hour, n]])));
}
