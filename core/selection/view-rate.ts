import type { Creative } from "../catalog/entities.ts";

/**
 * Views per issued delivery of a creative (clicks for a bot), relative to the mean of its surface. 1 is the mean. A ranking
 * compares creatives of one surface only, so ratios are enough.
 */
export interface ViewRate {
  /** The estimate. */
  readonly mean: number;
  /** The standard deviation of the estimate. */
  readonly deviation: number;
}

/** Estimates the view rate of a creative. */
export type RateOf = (creative: Creative) => ViewRate;

/** Issued and seen deliveries of one creative, with exponential decay. */
export interface Views {
  readonly issued: number;
  readonly seen: number;
}

/** The rates before anything is counted: all 1. */
export const equalRates: RateOf = () => unknownRate;
const unknownRate: ViewRate = { mean: 1, deviation: 0 };

/** Weight of the prior in issued deliveries. The prior is the mean rate of the surface. */
const priorStrength = 10;
/** Rates drift, so more deliveries than this do not reduce the deviation. */
const maxStrength = 1_000;
/** With fewer issued deliveries the mean rate of a surface is unknown. */
const minIssued = 100;

/** Estimates view rates from counts. `viewsOf` returns `undefined` for a creative without counts. */
export function estimateRates(
  total: { readonly web: Views; readonly bot: Views },
  viewsOf: (creativeId: string) => Views | undefined,
): RateOf {
  const surfaceMeans = { web: meanRate(total.web), bot: meanRate(total.bot) };
  const unknown = { web: estimate(surfaceMeans.web, noViews), bot: estimate(surfaceMeans.bot, noViews) };
  return ({ id, format }) => {
    const surface = format === "bot" ? "bot" : "web";
    const views = viewsOf(id);
    return views === undefined ? unknown[surface] : estimate(surfaceMeans[surface], views);
  };
}

const noViews: Views = { issued: 0, seen: 0 };

function meanRate({ issued, seen }: Views): number | undefined {
  return issued < minIssued ? undefined : (Math.min(seen, issued) + 1) / (issued + 2);
}

/** Mean and deviation of a Beta distribution, divided by the mean rate of the surface. */
function estimate(surfaceMean: number | undefined, { issued, seen }: Views): ViewRate {
  if (surfaceMean === undefined) return unknownRate;
  const all = issued + priorStrength;
  const mean = (Math.min(seen, issued) + surfaceMean * priorStrength) / all;
  const deviation = Math.sqrt((mean * (1 - mean)) / (Math.min(all, maxStrength) + 1));
  return { mean: mean / surfaceMean, deviation: deviation / surfaceMean };
}
