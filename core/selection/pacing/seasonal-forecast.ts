/** Requests of an hour, so many hours ago; `undefined` where nothing was counted yet. */
export type CountOf = (hoursAgo: number) => number | undefined;

/** Tells which days an hour is like. */
export interface SeasonalForecast {
  /**
   * Requests that those days had at its time; `undefined` where none of them was counted. 0 is the hour that begins, and
   * -1 the last whole one as it would have been expected.
   */
  readonly expected: (hoursAhead: number) => number | undefined;
}

/** Yesterday, the day before it, and the same weekday. */
const distances = [1, 2, 7];
const week = 7 * 24;
/** Days of which the counts are to be known: the same weekday needs some record too. */
export const daysKnown = 9;

/** So few requests more or less are none. */
const priorRequests = 20;
/** An hour that is off by more than twice is off by twice: one shock says little about a day. */
const mostError = Math.log(2) ** 2;
/** What was not tried yet is taken to be off by a tenth, for so many hours. */
const priorError = 0.01;
const priorHours = 6;

/**
 * Days are like yesterday, or like the same weekday: the hours of the last week tell. Each of them is compared with the
 * one that many days before it; the smaller the mean error, the more that distance counts, by the square. An hour is
 * expected to have the median of what it had then. So where weekends differ the same weekday is left; where every day is
 * like the other all count alike, and a shock of one of them is forgotten.
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
    error += Math.min(Math.log(ratio) ** 2, mostError);
  }
  // The day before yesterday is like today on three weekdays of five, so less than a week says nothing about it.
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
