import type { CountTotal, ServingStore } from "../../storage.ts";
import type { Clock, EpochMs } from "../../timing/clock.ts";
import { fillUnknown, type KnownHours } from "./unknown-hours.ts";

/** What is known of the traffic of this day. */
export interface Traffic {
  /** The last 24 whole hours by hour of the UTC day, relative to their mean: what is expected of the next 24. */
  readonly hourly: KnownHours;
  /** Today against yesterday: the hours to come are expected to have this much of `hourly`. */
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
/** So many hours are compared with those of the day before. */
const levelHours = 12;
/** An hour that is farther than this from most others had a shock. */
const nearFactor = 1.5;
/** An hour says something about the day when so much of it has come. */
const leastOfHourMs = 10 * minuteMs;
const maxPace = 4;

/** So many requests are taken as seen just as expected, so that a few more or less are no change. */
const priorRequests = 20;

/** Every hour is at least this part of the mean one: a dead hour of yesterday need not be one today. */
const leastHour = 0.05;

/** The daily curve of the `request` counts, and how today compares with it. */
export function createTrafficWatch(store: Pick<ServingStore, "readCounts">, clock: Clock): TrafficWatch {
  let hourly: KnownHours = Array.from({ length: 24 }, () => undefined);
  /** What this hour is expected to have by {@link hourly}, in requests. */
  let expected: number | undefined;
  let learntHour: EpochMs | undefined;
  let askedAt: EpochMs = Number.NEGATIVE_INFINITY;
  /** Requests of the current hour, as last read. */
  let seen = { at: 0, n: 0 };
  /** Today's whole hours against yesterday's. */
  let ratios: readonly number[] = [];
  let level = 1;
  let ofHour = 1;
  let short: number | undefined;

  const learnDay = async (hour: EpochMs): Promise<void> => {
    const counts = byHour(await store.readCounts(requestsBetween(hour - 48 * hourMs, hour)));
    const first = Math.min(...counts.keys());
    const countOf = (hoursAgo: number): number | undefined => {
      const at = hour - hoursAgo * hourMs;
      return at < first ? undefined : (counts.get(at) ?? 0);
    };
    const last = Array.from({ length: 24 }, (_, index) => countOf(index + 1));
    const counted = last.filter((n) => n !== undefined);
    const mean = counted.reduce((sum, n) => sum + n, 0) / counted.length;
    learntHour = hour;
    seen = { at: hour, n: 0 };
    ratios = Array.from({ length: levelHours }, (_, index) => {
      const before = countOf(index + 25);
      return before === undefined ? [] : [against(countOf(index + 1) ?? 0, before, 1)];
    }).flat();
    if (ratios.length > 0) level = middle(ratios);
    ofHour = level;
    if (!(mean > 0)) return;
    const curve: (number | undefined)[] = Array.from({ length: 24 });
    last.forEach((n, index) => {
      const at = hourOf(hour - (index + 1) * hourMs);
      curve[at] = n === undefined ? undefined : Math.max(n / mean, leastHour);
    });
    hourly = curve;
    expected = mean * (fillUnknown(curve, 0)[hourOf(hour)] ?? 1);
  };

  const learnHour = async (hour: EpochMs, now: EpochMs): Promise<void> => {
    const n = byHour(await store.readCounts(requestsBetween(hour, hour + hourMs))).get(hour) ?? 0;
    if (expected === undefined) return;
    const since = now - seen.at;
    const sinceHour = now - hour;
    ofHour = against(n, (expected * sinceHour) / hourMs, level);
    if (sinceHour >= leastOfHourMs && hasDayBefore(hour)) level = middle([...ratios, ofHour]);
    // Counts come in when they are written; while nothing has come there is nothing to learn.
    if (n <= seen.n || since <= 0) return;
    const ratio = Math.min(against(n - seen.n, (expected * since) / hourMs, level), 2 * maxPace);
    short = (short ?? ratio) + (ratio - (short ?? ratio)) * (1 - Math.exp(-since / shortMs));
    seen = { at: now, n };
  };

  const hasDayBefore = (hour: EpochMs): boolean => hourly[hourOf(hour)] !== undefined;

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
  return { from, to, metrics: ["request"], by: ["hour"], limit: 48 };
}

function byHour(totals: readonly CountTotal[]): ReadonlyMap<EpochMs, number> {
  return new Map(totals.flatMap(({ hour, n }) => (hour === undefined ? [] : [[hour, n]])));
}

function hourOf(at: EpochMs): number {
  return (at / hourMs) % 24;
}
