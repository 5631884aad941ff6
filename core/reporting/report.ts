import type { Micros } from "../money.ts";
import { exactSum } from "../storage/amount-too-large.ts";
import type { CountField, CountTotal, Metric } from "../storage/counts.ts";
import type { ChargeField, ChargeTotal } from "../storage/report-store.ts";
import { campaignDay } from "../timing/campaign-day.ts";
import type { EpochMs } from "../timing/clock.ts";
import { isExclusionReason } from "../traffic/judgement.ts";

/** The dimensions of reports. */
export const reportDimensions = [
  "day",
  "hour",
  "publisher",
  "platform",
  "placement",
  "key",
  "advertiser",
  "campaign",
  "creative",
  "topic",
  "language",
  "format",
  "reason",
  "mark",
] as const;
/** One of {@link reportDimensions}. */
export type ReportDimension = (typeof reportDimensions)[number];

/** Metrics of ads: the reason of their counts is the mark of the delivery or event. */
const adMetrics: ReadonlySet<Metric | undefined> = new Set<Metric>(["issued", "seen", "press", "click"]);

/** The field of a count for each dimension. A count has a reason or a mark in one field. Charges have no `reason`. */
export const countFieldOf: Readonly<Record<ReportDimension, CountField>> = {
  day: "hour",
  hour: "hour",
  publisher: "publisherId",
  platform: "platformId",
  placement: "placement",
  key: "apiKeyId",
  advertiser: "advertiser",
  campaign: "campaignId",
  creative: "creativeId",
  topic: "topicId",
  language: "language",
  format: "format",
  reason: "reason",
  mark: "reason",
};

/** The metrics that reports read. */
export const reportMetrics: readonly Metric[] = [
  "request",
  "issued",
  "no_ad",
  "seen",
  "press",
  "click",
  "reported",
  "rejected",
];

/** One line of a report. Rates are shares of 1, and `null` when the divisor is 0. */
export interface ReportLine {
  /** The value of each dimension, in their order: a day `2026-11-21`, an hour `2026-11-21T14:00:00.000Z`, an id. */
  readonly of: readonly string[];
  /** Requests for an ad. */
  readonly requests: number;
  /** Deliveries. */
  readonly issued: number;
  /** Requests that got no ad. */
  readonly noAd: number;
  /** Confirmed views. */
  readonly seen: number;
  /** Presses of buttons. */
  readonly presses: number;
  /** Counted clicks. */
  readonly clicks: number;
  /** Reports of ads by the people who saw them. */
  readonly reported: number;
  /** Requests that were refused. */
  readonly rejected: number;
  /** Billed impressions. */
  readonly charges: number;
  /** The money of the charges, less their adjustments. */
  readonly spendMicros: Micros;
  /** The publishers' share of it. */
  readonly earningsMicros: Micros;
  /** The money of the adjustments. */
  readonly adjustedMicros: Micros;
  /** The publishers' share of it. */
  readonly adjustedEarningsMicros: Micros;
  /** issued / requests */
  readonly fillRate: number | null;
  /** seen / issued */
  readonly viewRate: number | null;
  /** clicks / seen */
  readonly clickThroughRate: number | null;
  /** spendMicros per 1,000 seen */
  readonly ecpmMicros: number | null;
  /** Requests that got no ad because they were excluded (core/traffic/README.md). Part of `noAd`. */
  readonly excluded: number;
  /** Deliveries, confirmed views, presses and counted clicks that carry a mark. */
  readonly marked: number;
  /** excluded / requests */
  readonly excludedShare: number | null;
  /** marked / (issued + seen + presses + clicks) */
  readonly markedShare: number | null;
}

/** A report. */
export interface Report {
  /** The requested dimensions. */
  readonly dimensions: readonly ReportDimension[];
  /** Sorted by their dimensions. */
  readonly lines: readonly ReportLine[];
  /** The sum of all lines; `of` is empty. */
  readonly total: ReportLine;
}

/** Amounts may pass 2^53 − 1 before adjustments are taken off. */
type Sums = {
  -readonly [Name in Exclude<keyof ReportLine, "of" | RateName>]: Name extends AmountName ? bigint : number;
};
type AmountName = "spendMicros" | "earningsMicros" | "adjustedMicros" | "adjustedEarningsMicros";
type RateName = "fillRate" | "viewRate" | "clickThroughRate" | "ecpmMicros" | "excludedShare" | "markedShare";

const sumOf: Readonly<Record<Metric, Exclude<keyof Sums, AmountName> | undefined>> = {
  request: "requests",
  issued: "issued",
  no_ad: "noAd",
  seen: "seen",
  view_seconds: undefined,
  press: "presses",
  click: "clicks",
  reported: "reported",
  rejected: "rejected",
  uncounted_view: undefined,
  uncounted_press: undefined,
  uncounted_click: undefined,
  unlearned_request: undefined,
  unlearned_issued: undefined,
  unlearned_seen: undefined,
};

/** How counts and charges become a report. */
export interface ReportOptions {
  /** The dimensions of its lines. */
  readonly dimensions: readonly ReportDimension[];
  /** The time zone of its days. */
  readonly timeZone: string;
  /** The reason of every exclusion is `excluded`: publishers do not see which rule it was. Default false. */
  readonly hidesRules?: boolean;
}

/**
 * Joins counts and charges in one table. Counts need their metric and reason. Money comes from charges only. Days are days of `timeZone`,
 * and an hour belongs to the day on which it begins. Throws `AmountTooLarge` for a sum beyond 2^53 − 1.
 */
export function buildReport(
  counts: readonly CountTotal[],
  charges: readonly ChargeTotal[],
  options: ReportOptions,
): Report {
  const { dimensions } = options;
  const table = new Map<string, { readonly of: readonly string[]; readonly sums: Sums }>();
  const total = noSums();
  const sumsAt = (from: CountTotal | ChargeTotal): readonly Sums[] => {
    const of = dimensions.map((dimension) => dimensionOf(dimension, from, options));
    const key = JSON.stringify(of);
    const line = table.get(key) ?? { of, sums: noSums() };
    table.set(key, line);
    return [line.sums, total];
  };
  for (const count of counts) {
    const name = count.metric && sumOf[count.metric];
    if (name === undefined) continue;
    for (const sums of sumsAt(count)) {
      sums[name] += count.n;
      if (isExcluded(count)) sums.excluded += count.n;
      if (markOf(count) !== "") sums.marked += count.n;
    }
  }
  for (const charge of charges) {
    for (const sums of sumsAt(charge)) {
      sums.charges += charge.charges;
      sums.spendMicros += BigInt(charge.spentMicros);
      sums.earningsMicros += BigInt(charge.publisherMicros);
      sums.adjustedMicros += BigInt(charge.adjustedMicros);
      sums.adjustedEarningsMicros += BigInt(charge.adjustedPublisherMicros);
    }
  }
  const lines = [...table.values()].map(({ of, sums }) => lineOf(of, sums));
  return { dimensions, lines: lines.sort(inOrder), total: lineOf([], total) };
}

function dimensionOf(
  dimension: ReportDimension,
  from: CountTotal | ChargeTotal,
  { timeZone, hidesRules = false }: ReportOptions,
): string {
  const { hour = 0 } = from;
  if (dimension === "hour") return isoHour(hour);
  if (dimension === "day") return campaignDay(timeZone, hour);
  if (dimension === "reason" && hidesRules && isExcluded(from)) return "excluded";
  if (dimension === "reason") return reasonOf(from, (metric) => !adMetrics.has(metric));
  if (dimension === "mark") return markOf(from);
  const values = new Map<string, unknown>(Object.entries(from));
  return String(values.get(countFieldOf[dimension]) ?? "");
}

/** Whether a count is one of ads, and of this mark. */
export function isAdWithMark(count: CountTotal, mark: string): boolean {
  return adMetrics.has(count.metric) && count.reason === mark;
}

function isExcluded(from: CountTotal | ChargeTotal): boolean {
  return "metric" in from && from.metric === "no_ad" && isExclusionReason(from.reason ?? "");
}

/** The mark of a count or a charge, empty for none. */
function markOf(from: CountTotal | ChargeTotal): string {
  return "charges" in from ? (from.mark ?? "") : reasonOf(from, (metric) => adMetrics.has(metric));
}

function reasonOf(from: CountTotal | ChargeTotal, isOf: (metric: Metric | undefined) => boolean): string {
  return "charges" in from || !isOf(from.metric) ? "" : (from.reason ?? "");
}

function isoHour(hour: EpochMs): string {
  return new Date(hour).toISOString();
}

function noSums(): Sums {
  return {
    requests: 0,
    issued: 0,
    noAd: 0,
    seen: 0,
    presses: 0,
    clicks: 0,
    reported: 0,
    rejected: 0,
    charges: 0,
    spendMicros: 0n,
    earningsMicros: 0n,
    adjustedMicros: 0n,
    adjustedEarningsMicros: 0n,
    excluded: 0,
    marked: 0,
  };
}

function lineOf(of: readonly string[], sums: Sums): ReportLine {
  const millesPerCharge = 1_000;
  return {
    of,
    ...sums,
    spendMicros: exactSum(sums.spendMicros),
    earningsMicros: exactSum(sums.earningsMicros),
    adjustedMicros: exactSum(sums.adjustedMicros),
    adjustedEarningsMicros: exactSum(sums.adjustedEarningsMicros),
    fillRate: share(sums.issued, sums.requests),
    viewRate: share(sums.seen, sums.issued),
    clickThroughRate: share(sums.clicks, sums.seen),
    ecpmMicros: sums.seen === 0 ? null : Math.round((Number(sums.spendMicros) / sums.seen) * millesPerCharge),
    excludedShare: share(sums.excluded, sums.requests),
    markedShare: share(sums.marked, sums.issued + sums.seen + sums.presses + sums.clicks),
  };
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

function inOrder(a: ReportLine, b: ReportLine): number {
  for (const [index, value] of a.of.entries()) {
    const other = b.of[index] ?? "";
    if (value !== other) return value < other ? -1 : 1;
  }
  return 0;
}

/** The field of a charge for a dimension; `reason` has none. */
export function chargeFieldOf(dimension: ReportDimension): ChargeField | undefined {
  if (dimension === "mark") return "mark";
  const field = countFieldOf[dimension];
  return field === "reason" || field === "metric" ? undefined : field;
}
