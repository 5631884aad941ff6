import type { Creative } from "../catalog/entities.ts";

/**
 * How often a creative is seen (a bot's: clicked) when it is issued, relative to what is usual on its surface: 1 is as
 * usual. Only ratios count in a ranking, and surfaces never meet in one.
 */
export interface ViewRate {
  readonly mean: number;
  /** How far the truth may be from the mean: one standard deviation. */
  readonly deviation: number;
}

/** What is known of the view rate of a creative. */
export type RateOf = (creative: Creative) => ViewRate;

/** Issued and seen deliveries of one creative; old ones count for less. */
export interface Views {
  readonly issued: number;
  readonly seen: number;
}

/** Before anything was counted: all alike. */
export const allAlike: RateOf = () => alike;
const alike: ViewRate = { mean: 1, deviation: 0 };

/** Issued deliveries that an estimate starts with: of a creative that is seen as often as is usual. */
const priorStrength = 10;
/** Rates drift, so no number of deliveries makes surer than so many. */
const mostStrength = 1_000;
/** With fewer issued on a surface nothing is known of what is usual there. */
const minIssued = 100;

/** View rates from what was counted. `viewsOf`: `undefined` for a creative of which nothing was. */
export function estimateRates(
  total: { readonly web: Views; readonly bot: Views },
  viewsOf: (creativeId: string) => Views | undefined,
): RateOf {
  const usual = { web: usualRate(total.web), bot: usualRate(total.bot) };
  const unknown = { web: estimate(usual.web, nothing), bot: estimate(usual.bot, nothing) };
  return ({ id, format }) => {
    const surface = format === "bot" ? "bot" : "web";
    const views = viewsOf(id);
    return views === undefined ? unknown[surface] : estimate(usual[surface], views);
  };
}

const nothing: Views = { issued: 0, seen: 0 };

function usualRate({ issued, seen }: Views): number | undefined {
  return issued < minIssued ? undefined : (Math.min(seen, issued) + 1) / (issued + 2);
}

/** The mean and the deviation of a Beta distribution, over the usual rate. */
function estimate(usual: number | undefined, { issued, seen }: Views): ViewRate {
  if (usual === undefined) return alike;
  const all = issued + priorStrength;
  const mean = (Math.min(seen, issued) + usual * priorStrength) / all;
  const deviation = Math.sqrt((mean * (1 - mean)) / (Math.min(all, mostStrength) + 1));
  return { mean: mean / usual, deviation: deviation / usual };
}
