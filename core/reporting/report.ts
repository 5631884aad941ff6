import type { Micros } from "../money.ts";
import type { CountField, CountTotal, Metric } from "../storage/counts.ts";
import type { ChargeField, ChargeTotal } from "../storage/report-store.ts";
import { campaignDay } from "../timing/campaign-day.ts";
import type { EpochMs } from "../timing/clock.ts";

/** What the lines of a report can be told apart by. */
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
] as const;
export type ReportDimension = (typeof reportDimensions)[number];

/** The fields of the stores that a dimension is read from. `reason` tells requests apart, never charges. */
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
};

export const reportMetrics: readonly Metric[] = [
  "request",
  "issued",
  "no_ad",
  "seen",
  "press",
  "click",
  "rejected",
];

/** One line. Rates are shares of 1, `null` where there is nothing to divide by. */
export interface ReportLine {
  /** The value of each dimension asked for, in their order: a day `2026-11-21`, an hour `2026-11-21T14:00:00.000Z`, an id. */
  readonly of: readonly string[];
  readonly requests: number;
  readonly issued: number;
  readonly noAd: number;
  readonly seen: number;
  readonly presses: number;
  readonly clicks: number;
  readonly rejected: number;
  /** Impressions that were billed, and their money: what was spent, and the publishers' part of it. */
  readonly charges: number;
  readonly spendMicros: Micros;
  readonly earningsMicros: Micros;
  /** issued / requests */
  readonly fillRate: number | null;
  /** seen / issued */
  readonly viewRate: number | null;
  /** clicks / seen */
  readonly clickThroughRate: number | null;
  /** spendMicros per 1,000 seen */
  readonly ecpmMicros: number | null;
}

export interface Report {
  readonly dimensions: readonly ReportDimension[];
  /** In the order of their dimensions. */
  readonly lines: readonly ReportLine[];
  readonly total: ReportLine;
}

type Sums = { -readonly [Name in Exclude<keyof ReportLine, "of" | RateName>]: number };
type RateName = "fillRate" | "viewRate" | "clickThroughRate" | "ecpmMicros";

const sumOf: Readonly<Record<Metric, keyof Sums | undefined>> = {
  request: "requests",
  issued: "issued",
  no_ad: "noAd",
  seen: "seen",
  press: "presses",
  click: "clicks",
  rejected: "rejected",
  uncounted_click: undefined,
};

/**
 * Puts what was counted and what was charged into one table. Money comes from charges alone. Days are those of
 * `timeZone`; what was counted or charged in an hour belongs to the day on which the hour begins.
 */
export function buildReport(
  counts: readonly CountTotal[],
  charges: readonly ChargeTotal[],
  { dimensions, timeZone }: { readonly dimensions: readonly ReportDimension[]; readonly timeZone: string },
): Report {
  const table = new Map<string, { readonly of: readonly string[]; readonly sums: Sums }>();
  const total = noSums();
  const sumsAt = (from: CountTotal | ChargeTotal): readonly Sums[] => {
    const of = dimensions.map((dimension) => dimensionOf(dimension, from, timeZone));
    const key = JSON.stringify(of);
    const line = table.get(key) ?? { of, sums: noSums() };
    table.set(key, line);
    return [line.sums, total];
  };
  for (const count of counts) {
    const name = count.metric && sumOf[count.metric];
    if (name !== undefined) for (const sums of sumsAt(count)) sums[name] += count.n;
  }
  for (const charge of charges) {
    for (const sums of sumsAt(charge)) {
      sums.charges += charge.charges;
      sums.spendMicros += charge.spentMicros;
      sums.earningsMicros += charge.publisherMicros;
    }
  }
  const lines = [...table.values()].map(({ of, sums }) => lineOf(of, sums));
  return { dimensions, lines: lines.sort(inOrder), total: lineOf([], total) };
}

function dimensionOf(dimension: ReportDimension, from: CountTotal | ChargeTotal, timeZone: string): string {
  const { hour = 0 } = from;
  if (dimension === "hour") return isoHour(hour);
  if (dimension === "day") return campaignDay(timeZone, hour);
  const values = new Map<string, unknown>(Object.entries(from));
  return String(values.get(countFieldOf[dimension]) ?? "");
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
    rejected: 0,
    charges: 0,
    spendMicros: 0,
    earningsMicros: 0,
  };
}

function lineOf(of: readonly string[], sums: Sums): ReportLine {
  const millesPerCharge = 1_000;
  return {
    of,
    ...sums,
    fillRate: share(sums.issued, sums.requests),
    viewRate: share(sums.seen, sums.issued),
    clickThroughRate: share(sums.clicks, sums.seen),
    ecpmMicros: sums.seen === 0 ? null : Math.round((sums.spendMicros / sums.seen) * millesPerCharge),
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
  const field = countFieldOf[dimension];
  return field === "reason" || field === "metric" ? undefined : field;
}
