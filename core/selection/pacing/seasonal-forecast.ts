/** Requests of the hour that is this many hours ago; `undefined` before counting began. */
export type CountOf = (hoursAgo: number) => number | undefined;

/** A forecast of requests by hour. */
export interface SeasonalForecast {
  /**
   * Forecast requests of an hour; `undefined` when no comparable hour was counted. 0 is the current hour; -1 is the last whole
   * hour as it would have been forecast.
   */
  readonly expected: (hoursAhead: number) => number | undefined;
}

/** Distances in days: yesterday, the day before it, and the same weekday. */
const distances = [1, 2, 7];
const week = 7 * 24;
/** Days of counts that are read. The same weekday needs some record, too. */
export const daysKnown = 9;

/** Weight of the prior, in requests: small differences are none. */
const priorRequests = 20;
/** The largest error of one hour, a factor of two: an outlier says little about a day. */
const maxError = Math.log(2) ** 2;
/** The prior error of a distance, a tenth, and its weight in hours. */
const priorError = 0.01;
const priorHours = 6;

/**
 * Forecasts an hour as the weighted median of the same hour at three distances in days. Each hour of the last week is compared
 * with the hour at each distance; a distance weighs the inverse square of its mean error. So the same weekday dominates where
 * weekends differ. Where all days are alike, all distances weigh the same and an outlier has no effect.
 */
export function seasonalForecast(countOf: CountOf): SeasonalForecast {
  const weights = distances.map((days) => ({ hours: 24 * days, weight: weightOf(countOf, 24 * days) }));
  return {
    expected: (hoursAhead) => {
      const values = weights.flatMap(({ hours, weight }) => {
        const rounds = Math.max(Math.floor(hoursAhead / hours) + 1, 1);
        const n = countOf(rounds * hours - hoursAhead);
        return n === undefined || weight === 0 ? [] : [{ n, weight }];
      });
      return medianOf(values);
    },
  };
}

function weightOf(countOf: CountOf, distance: number): number {
  let error = priorHours * priorError;
  let tried = 0;
  while (tried < week) {
    const before = countOf(tried + 1 + distance);
    if (before === undefined) break;
    tried += 1;
    const ratio = ((countOf(tried) ?? 0) + priorRequests) / (before + priorRequests);
    error += Math.min(Math.log(ratio) ** 2, maxError);
  }
  // The day before yesterday resembles today on three weekdays of five, so it needs a whole week of comparisons.
  const isUntried = distance === 2 * 24 && tried < week;
  return isUntried ? 0 : (error / (priorHours + tried)) ** -2;
}

function medianOf(values: readonly { readonly n: number; readonly weight: number }[]): number | undefined {
  const half = values.reduce((sum, { weight }) => sum + weight, 0) / 2;
  let below = 0;
  for (const { n, weight } of values.toSorted((a, b) => a.n - b.n)) {
    below += weight;
    if (below >= half) return n;
  }
  return undefined;
}
