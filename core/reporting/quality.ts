/** The events of a platform, or of one key on it, in a span of time. Web ads with a price only. */
export interface QualityCounts {
  readonly publisherId: string;
  readonly platformId: string;
  /** Empty for requests without a key. */
  readonly apiKeyId: string;
  readonly requests: number;
  /** Requests that were excluded. */
  readonly excluded: number;
  readonly issued: number;
  readonly seen: number;
  readonly clicks: number;
  /** The sum of the seconds from the issue to the first view. */
  readonly viewSeconds: number;
  /** Issued ads, views, presses and clicks. */
  readonly adEvents: number;
  /** Those of them that carry a mark. */
  readonly marked: number;
  /** Distinct visitors that saw an ad. Null: not counted. */
  readonly visitors: number | null;
  /** Distinct networks of these visitors per UTC day, added up. Null: not counted. */
  readonly networks: number | null;
}

/** The figures that are compared. Rates and shares are shares of 1. */
export const qualityFigures = [
  "viewRate",
  "meanSecondsToView",
  "clicksPerView",
  "viewsPerVisitor",
  "viewsPerNetwork",
  "excludedShare",
  "markedShare",
] as const;
export type QualityFigure = (typeof qualityFigures)[number];

/** Null: nothing to divide by, or too little traffic for a median. */
export type QualityFigures = Readonly<Record<QualityFigure, number | null>>;

/** A figure that is far from the median. */
export interface StandingOut {
  readonly figure: QualityFigure;
  readonly value: number;
  readonly median: number;
  /** For people, without the name of a rule. */
  readonly sentence: string;
}

export interface QualityLine extends QualityFigures {
  readonly publisherId: string;
  readonly platformId: string;
  readonly apiKeyId: string;
  readonly requests: number;
  readonly issued: number;
  readonly seen: number;
  readonly visitors: number | null;
  readonly networks: number | null;
  readonly standsOut: readonly StandingOut[];
}

/** A figure of less traffic than this enters no median and never stands out: so many requests, ads, views or events. */
export const leastTraffic = 1_000;
/** The least number of platforms with enough traffic for a median. Of two platforms neither is the odd one. */
export const leastPlatforms = 3;
/** A figure stands out from this multiple of the median on, or down to this part of it. */
export const farFactor = 3;
/**
 * The larger of the observed and the expected number of events must reach this. By chance a platform of 30 expected
 * events has 10 or fewer once in 40,000 times (Poisson), and one of 10 expected events has 30 or more even less often.
 */
export const leastEvents = 30;

type CountName = Exclude<keyof QualityCounts, "publisherId" | "platformId" | "apiKeyId">;

/** A figure is `part / whole`. */
interface Rule {
  /** The beginning of its sentence. */
  readonly words: string;
  readonly part: CountName;
  readonly whole: CountName;
  /** The events of which there must be enough. */
  readonly traffic: CountName;
  /** Smaller medians count as this value, so that a tiny share does not stand out from a median of 0. Default 0. */
  readonly floor?: number;
  /** Whether low values stand out, too. Default false. */
  readonly isTwoSided?: true;
}

const viewed = { part: "seen", traffic: "seen" } as const;
const perView = { whole: "seen", traffic: "seen", isTwoSided: true } as const;
const ofRequests = { whole: "requests", traffic: "requests", floor: 0.02 } as const;
const ofEvents = { whole: "adEvents", traffic: "adEvents", floor: 0.02 } as const;

const ruleOf: Readonly<Record<QualityFigure, Rule>> = {
  viewRate: { words: "The view rate is", part: "seen", whole: "issued", traffic: "issued", isTwoSided: true },
  meanSecondsToView: { words: "The time from issue to view is", part: "viewSeconds", ...perView },
  clicksPerView: { words: "Clicks per view are", part: "clicks", ...perView, floor: 0.001 },
  viewsPerVisitor: { words: "Views per visitor are", ...viewed, whole: "visitors" },
  viewsPerNetwork: { words: "Views per network are", ...viewed, whole: "networks" },
  excludedShare: { words: "The excluded share is", part: "excluded", ...ofRequests },
  markedShare: { words: "The marked share is", part: "marked", ...ofEvents },
};

/**
 * The median of each figure over the platforms with enough traffic for it. `isEnough`: whether these platforms may give a
 * median. Default: {@link leastPlatforms} of them.
 */
export function mediansOf(
  platforms: readonly QualityCounts[],
  isEnough: (having: readonly QualityCounts[]) => boolean = ({ length }) => length >= leastPlatforms,
): QualityFigures {
  return figuresBy((figure) => {
    const having = platforms.filter((one) => hasTraffic(figure, one) && figureOf(figure, one) !== null);
    return isEnough(having) ? median(having.flatMap((one) => figureOf(figure, one) ?? [])) : null;
  });
}

/** Computes the figures of each line, and those that stand out from the medians. */
export function judgeQuality(counts: readonly QualityCounts[], medians: QualityFigures): QualityLine[] {
  return counts.map((one) => {
    const { publisherId, platformId, apiKeyId, requests, issued, seen, visitors, networks } = one;
    return {
      publisherId,
      platformId,
      apiKeyId,
      requests,
      issued,
      seen,
      visitors,
      networks,
      ...figuresBy((figure) => figureOf(figure, one)),
      standsOut: qualityFigures.flatMap((figure) => standingOut(figure, one, medians[figure]) ?? []),
    };
  });
}

function figuresBy(valueAt: (figure: QualityFigure) => number | null): QualityFigures {
  return {
    viewRate: valueAt("viewRate"),
    meanSecondsToView: valueAt("meanSecondsToView"),
    clicksPerView: valueAt("clicksPerView"),
    viewsPerVisitor: valueAt("viewsPerVisitor"),
    viewsPerNetwork: valueAt("viewsPerNetwork"),
    excludedShare: valueAt("excludedShare"),
    markedShare: valueAt("markedShare"),
  };
}

function figureOf(figure: QualityFigure, counts: QualityCounts): number | null {
  const { part, whole } = ruleOf[figure];
  const [observed, all] = [counts[part] ?? 0, counts[whole] ?? 0];
  // Hours that an earlier release counted have no seconds.
  const isUnknown = all === 0 || (part === "viewSeconds" && observed === 0);
  return isUnknown ? null : observed / all;
}

function hasTraffic(figure: QualityFigure, counts: QualityCounts): boolean {
  return (counts[ruleOf[figure].traffic] ?? 0) >= leastTraffic;
}

function standingOut(
  figure: QualityFigure,
  counts: QualityCounts,
  median: number | null,
): StandingOut | undefined {
  const value = figureOf(figure, counts);
  if (value === null || median === null || !hasTraffic(figure, counts)) return undefined;
  const { words, floor = 0, isTwoSided = false, part, whole } = ruleOf[figure];
  const [observed, all] = [counts[part] ?? 0, counts[whole] ?? 0];
  const expected = Math.max(median, floor) * all;
  const found = (sentence: string): StandingOut => ({ figure, value, median, sentence });
  const sides = `${words} ${percent(value)}; the median of this installation is ${percent(median)}.`;
  if (isFarBelow(expected, observed)) {
    const times = `${words} ${short(value / median)} times the median of this installation.`;
    return found(median < floor || median === 0 ? sides : times);
  }
  if (isTwoSided && isFarBelow(observed, expected) && median >= floor) {
    return found(`${words} ${percent(value / median)} of the median of this installation.`);
  }
  // Of a common event the rare rest tells more: a view rate of 99 % beside a median of 60 %.
  const isRestFar = figure === "viewRate" && isFarBelow(all - observed, (1 - median) * all);
  return isRestFar ? found(sides) : undefined;
}

function isFarBelow(small: number, large: number): boolean {
  return large >= leastEvents && small * farFactor <= large;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? 0;
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? upper) + upper) / 2 : upper;
}

function percent(share: number): string {
  return `${short(share * 100)} %`;
}

/** One decimal below 10. */
function short(n: number): string {
  return String(n < 10 ? Number(n.toFixed(1)) : Math.round(n));
}
