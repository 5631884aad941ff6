import type { CountTotal } from "../../storage/counts.ts";
import type { ServingStore } from "../../storage/serving-store.ts";
import type { Clock, EpochMs } from "../../timing/clock.ts";
import { fillWeek, type KnownHours } from "./cold-start-prior.ts";
import { daysKnown, seasonalForecast } from "./seasonal-forecast.ts";
import { hourOfWeek, weekHours } from "./week-curve.ts";

/** The traffic of today, compared with its forecast. */
export interface Traffic {
  /**
   * By hour of the UTC week, relative to the mean of the last 24 hours: past hours as counted, coming hours as forecast.
   */
  readonly hourly: KnownHours;
  /** Today's traffic relative to its forecast. Coming hours are expected to have this multiple of `hourly`. */
  readonly level: number;
  /** The same for the current hour so far. */
  readonly hour: number;
  /** Traffic of the last minutes relative to {@link level}; 1 is as expected. */
  readonly pace: number;
}

/** Follows the traffic. */
export interface TrafficWatch {
  /** The last result. */
  readonly current: () => Traffic;
  /** Reads counts, at most once a minute; whole days once an hour. Rejects when the store cannot be reached. */
  readonly learn: () => Promise<void>;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const learnEveryMs = minuteMs;

/** Time constant of `pace`. */
const shortMs = 4 * minuteMs;
/** Number of past hours that are compared with their forecast. */
const levelHours = 6;
/** An hour that is off the median by more than this factor is an outlier. */
const nearFactor = 1.5;
/** The current hour counts from this time on. */
const leastOfHourMs = 10 * minuteMs;
const maxPace = 4;

/** Weight of the prior, in requests: small differences are no change. */
const priorRequests = 20;

/**
 * Every hour is forecast with at least this share of the mean hour. An hour without traffic yesterday may have some today.
 */
const leastHour = 0.05;

/** The traffic that a watch has learned: plain data that the instances of one isolate share. */
export interface TrafficState {
  hourly: KnownHours;
  /** Requests by hour. */
  counts: ReadonlyMap<EpochMs, number>;
  /** Requests that `hourly` forecasts for this hour. */
  expected: number | undefined;
  learntHour: EpochMs | undefined;
  askedAt: EpochMs;
  /** Requests of the current hour, as last read. */
  seen: { readonly at: EpochMs; readonly n: number };
  /** The last whole hours relative to their forecasts. */
  ratios: readonly number[];
  level: number;
  ofHour: number;
  short: number | undefined;
}

/** Nothing learnt yet. */
export function createTrafficState(): TrafficState {
  return {
    hourly: Array.from({ length: weekHours }, () => undefined),
    counts: new Map(),
    expected: undefined,
    learntHour: undefined,
    askedAt: Number.NEGATIVE_INFINITY,
    seen: { at: 0, n: 0 },
    ratios: [],
    level: 1,
    ofHour: 1,
    short: undefined,
  };
}

/** Learns the forecast from the counted requests and compares today with it. */
export function createTrafficWatch(
  store: Pick<ServingStore, "readCounts">,
  clock: Clock,
  state: TrafficState = createTrafficState(),
): TrafficWatch {
  const learnDay = async (hour: EpochMs): Promise<void> => {
    const oldest = hour - 24 * daysKnown * hourMs;
    // Counts that are a day older than the last read no longer change.
    const from = Math.max(oldest, Math.min(state.learntHour ?? oldest, hour) - 24 * hourMs);
    const read = byHour(await store.readCounts(requestsBetween(from, hour)));
    state.counts = new Map([...[...state.counts].filter(([at]) => at >= oldest && at < from), ...read]);
    const first = Math.min(...state.counts.keys());
    const countOf = (hoursAgo: number): number | undefined => {
      const at = hour - hoursAgo * hourMs;
      return at < first ? undefined : (state.counts.get(at) ?? 0);
    };
    const days = seasonalForecast(countOf);
    const mean = meanOf(countOf, 1) ?? 0;
    const least = leastHour * Math.min(mean, meanOf(days.expected, 0) || mean);
    state.learntHour = hour;
    state.seen = { at: hour, n: 0 };
    state.ratios = Array.from({ length: levelHours }, (_, index) => {
      const like = days.expected(-1 - index);
      return like === undefined ? [] : [ratioOf(countOf(index + 1) ?? 0, like, 1)];
    }).flat();
    if (state.ratios.length > 0) state.level = robustMean(state.ratios);
    state.ofHour = state.level;
    if (mean === 0) return;
    const known: (number | undefined)[] = Array.from({ length: weekHours });
    for (let ahead = -weekHours / 2; ahead < weekHours / 2; ahead++) {
      const n = ahead < 0 ? countOf(-ahead) : days.expected(ahead);
      known[hourOfWeek(hour + ahead * hourMs)] = n === undefined ? undefined : Math.max(n, least) / mean;
    }
    state.hourly = known;
    state.expected = mean * (fillWeek(known, 0)[hourOfWeek(hour)] ?? 1);
  };

  const learnHour = async (hour: EpochMs, now: EpochMs): Promise<void> => {
    const n = byHour(await store.readCounts(requestsBetween(hour, hour + hourMs))).get(hour) ?? 0;
    if (state.expected === undefined) return;
    const since = now - state.seen.at;
    const sinceHour = now - hour;
    state.ofHour = ratioOf(n, (state.expected * sinceHour) / hourMs, state.level);
    if (sinceHour >= leastOfHourMs && isForeseen(hour))
      state.level = robustMean([...state.ratios, state.ofHour]);
    // Instances write counts with a delay. Without new counts there is nothing to learn.
    if (n <= state.seen.n || since <= 0) return;
    const ratio = Math.min(
      ratioOf(n - state.seen.n, (state.expected * since) / hourMs, state.level),
      2 * maxPace,
    );
    state.short =
      (state.short ?? ratio) + (ratio - (state.short ?? ratio)) * (1 - Math.exp(-since / shortMs));
    state.seen = { at: now, n };
  };

  const isForeseen = (hour: EpochMs): boolean => state.hourly[hourOfWeek(hour)] !== undefined;

  return {
    current: () => ({
      hourly: state.hourly,
      level: Math.min(Math.max(state.level, 1 / maxPace), maxPace),
      hour: state.ofHour,
      pace: Math.min(Math.max((state.short ?? state.level) / state.level, 1 / maxPace), maxPace),
    }),
    learn: async () => {
      const now = clock();
      if (now - state.askedAt >= 0 && now - state.askedAt < learnEveryMs) return;
      state.askedAt = now;
      const hour = Math.floor(now / hourMs) * hourMs;
      if (state.learntHour !== hour) await learnDay(hour);
      await learnHour(hour, now);
    },
  };
}

/** The mean of 24 hours; `undefined` when none is known. */
function meanOf(of: (hours: number) => number | undefined, from: number): number | undefined {
  const known = Array.from({ length: 24 }, (_, index) => of(from + index)).filter((n) => n !== undefined);
  return known.length === 0 ? undefined : known.reduce((sum, n) => sum + n, 0) / known.length;
}

/** The ratio of counted to expected requests, with a prior of `usual`. */
function ratioOf(n: number, expected: number, usual: number): number {
  return (n + priorRequests * usual) / (expected + priorRequests);
}

/** The mean without outliers: of the values near the median. */
function robustMean(values: readonly number[]): number {
  const median = values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 1;
  const near = values.filter((value) => value <= median * nearFactor && value >= median / nearFactor);
  return near.reduce((sum, value) => sum + value, 0) / near.length;
}

function requestsBetween(from: EpochMs, to: EpochMs): Parameters<ServingStore["readCounts"]>[0] {
  const metrics = ["request", "unlearned_request"] as const;
  return { from, to, metrics, by: ["hour", "metric"], limit: 24 * daysKnown * metrics.length };
}

/** Requests that the forecast learns from. */
function byHour(totals: readonly CountTotal[]): ReadonlyMap<EpochMs, number> {
  const counts = new Map<EpochMs, number>();
  for (const { hour = 0, metric, n } of totals) {
    counts.set(hour, (counts.get(hour) ?? 0) + (metric === "request" ? n : -n));
  }
  return counts;
}
