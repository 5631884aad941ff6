import * as v from "valibot";
import { timeZone } from "../catalog/fields.ts";
import { anyText } from "../contract/text.ts";
import { reportAsCsv } from "../reporting/csv.ts";
import { CatalogLanguages, languageOfDelivery } from "../reporting/languages.ts";
import {
  buildReport,
  chargeFieldOf,
  countFieldOf,
  isAdWithMark,
  type Report,
  type ReportDimension,
  type ReportLine,
  reportDimensions,
  reportMetrics,
} from "../reporting/report.ts";
import { type CountField, type CountTotal, maxTotals, type OwnerFilter } from "../storage/counts.ts";
import { reportsOf } from "../storage/report-reader.ts";
import type { ChargeTotal } from "../storage/report-store.ts";
import { campaignDay } from "../timing/campaign-day.ts";
import type { EpochMs } from "../timing/clock.ts";
import type { CatalogView } from "./catalog-view.ts";
import { csvAnswer } from "./csv-answer.ts";
import type { Principal, Role } from "./principal.ts";
import { invalidField, type ManagementProblem } from "./problem.ts";
import { type RangeQuery, readRange, reportDay } from "./report-range.ts";
import { reportAnswer } from "./report-shapes.ts";
import { noBody, type Route, type RouteContext, route } from "./route.ts";

/** The query of a report. */
export interface ReportQuery extends RangeQuery {
  /** Dimensions, separated by commas. */
  readonly by: string;
  /** Only the figures of this publisher, by its id. */
  readonly publisher?: string | undefined;
  /** Only those of this platform. */
  readonly platform?: string | undefined;
  /** Only those of this key. */
  readonly key?: string | undefined;
  /** Only those of this advertiser, by its name. */
  readonly advertiser?: string | undefined;
  /** Only those of this campaign. */
  readonly campaign?: string | undefined;
  /** Only those with this mark; empty for ads and charges without a mark. */
  readonly mark?: string | undefined;
  readonly format: "json" | "csv";
}

/** A report in an answer: named dimensions, and the number of unique users per day. */
export interface AnsweredReport {
  /** The first day. */
  readonly from: string;
  /** The last day. */
  readonly to: string;
  /** The time zone of the days. */
  readonly timeZone: string;
  /** The currency of all amounts. */
  readonly currency: string;
  /** A line for each value of the dimensions. */
  readonly lines: readonly Readonly<Record<string, string | number | null>>[];
  /** The sum of the lines. */
  readonly total: Readonly<Record<string, string | number | null>>;
  /**
   * The number of unique users that saw an ad, per day: distinct keyed hashes among the deliveries still stored. Empty with the
   * filter `mark`.
   */
  readonly uniques: readonly { readonly day: string; readonly users: number }[];
}

/** The dimensions of each role: each role sees its own money, and the details that it can act on. */
export const dimensionsOf: Readonly<Record<Role, ReadonlySet<ReportDimension>>> = {
  operator: new Set(reportDimensions),
  publisher: new Set([
    "day",
    "hour",
    "platform",
    "placement",
    "key",
    "topic",
    "language",
    "format",
    "reason",
  ]),
  advertiser: new Set(["day", "hour", "campaign", "creative", "topic", "language", "format"]),
};
const hiddenFrom: Readonly<Record<Role, readonly (keyof ReportLine)[]>> = {
  operator: [],
  publisher: ["spendMicros", "adjustedMicros", "ecpmMicros", "marked", "markedShare"],
  advertiser: [
    "earningsMicros",
    "adjustedEarningsMicros",
    "marked",
    "markedShare",
    // Requests and refusals have no campaign.
    "requests",
    "noAd",
    "rejected",
    "fillRate",
    "excluded",
    "excludedShare",
  ],
};
/** By these dimensions a publisher sees the marked share, as in the quality report. A finer share would tell which rule marks. */
const markedShareDimensions: ReadonlySet<ReportDimension> = new Set(["day", "platform", "key"]);

function hiddenOf(role: Role, dimensions: readonly ReportDimension[]): readonly (keyof ReportLine)[] {
  const hidden = hiddenFrom[role];
  if (role !== "publisher" || !dimensions.every((one) => markedShareDimensions.has(one))) return hidden;
  return hidden.filter((name) => name !== "markedShare");
}

const reportFilters = ["publisher", "platform", "key", "advertiser", "campaign", "mark"] as const;

/** The query of a report, with its defaults. */
export const reportQuery: v.GenericSchema<unknown, ReportQuery> = v.strictObject({
  from: v.optional(reportDay),
  to: v.optional(reportDay),
  timeZone: v.optional(timeZone, "UTC"),
  by: v.optional(v.string(), "day"),
  publisher: v.optional(anyText),
  platform: v.optional(anyText),
  key: v.optional(anyText),
  advertiser: v.optional(anyText),
  campaign: v.optional(anyText),
  mark: v.optional(anyText),
  format: v.optional(v.picklist(["json", "csv"]), "json"),
});

export const reportRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/reports",
    name: "read-report",
    tag: "reports",
    summary:
      "Requests, ads, views, clicks, excluded and marked traffic, and money, by the requested dimensions. " +
      "Amounts are sums of charges less their adjustments; " +
      "`format=csv` answers a table.",
    roles: ["operator", "publisher", "advertiser"],
    query: reportQuery,
    body: noBody,
    answer: reportAnswer(Object.values(hiddenFrom).flat()),
    hasCsv: true,
    status: 200,
    example: { query: { by: "day,platform", timeZone: "Europe/Berlin" } },
    run: async ({ query }, context) => {
      const made = await makeReport(query, context);
      if ("problem" in made) return made;
      if (query.format === "json") return { json: made.answered };
      const { from, to, currency } = made.answered;
      return csvAnswer(`${from}-${to}`, reportAsCsv(made.report, currency, made.hidden));
    },
  }),
];

/** A report, and its form in an answer. */
export interface MadeReport {
  readonly report: Report;
  readonly hidden: readonly (keyof ReportLine)[];
  readonly answered: AnsweredReport;
}

/** Makes a report for its reader, of the figures that the store has. */
export async function makeReport(
  query: ReportQuery,
  context: Pick<RouteContext, "principal" | "store" | "clock" | "view" | "currency">,
): Promise<MadeReport | ManagementProblem> {
  const { principal } = context;
  const reports = reportsOf(context.store);
  const dimensions = readDimensions(query.by, principal.role);
  if ("problem" in dimensions) return dimensions;
  for (const filter of reportFilters) {
    if (query[filter] !== undefined && !dimensionsOf[principal.role].has(filter)) {
      return invalidField(filter, "Omit it: your role cannot filter by this.");
    }
  }
  const range = readRange(query, context.clock());
  if ("problem" in range) return range;
  const { from, to, days } = range;

  const filter = filterOf(query, principal);
  const { mark } = query;
  const chargeFields = [...new Set(dimensions.flatMap((dimension) => chargeFieldOf(dimension) ?? []))];
  const countFields = dimensions.map((dimension) => countFieldOf[dimension]);
  // The metric tells reasons from marks.
  const by = new Set<CountField>(["metric", "reason", ...countFields]);
  const ranges = days.map(({ startsAt, endsAt }) => ({ from: startsAt, to: endsAt }));
  const [allCounts, charges, users] = await Promise.all([
    reports.readCounts({ from, to, metrics: reportMetrics, ...filter, by: [...by], limit: maxTotals }),
    reports.readCharges({ from, to, ...filter, marks: listOf(mark), by: chargeFields, limit: maxTotals }),
    // Users are not told apart by marks.
    mark === undefined ? reports.readUniques({ ranges, ...filter }) : [],
  ]);
  const counts = mark === undefined ? allCounts : allCounts.filter((one) => isAdWithMark(one, mark));
  if (allCounts.length >= maxTotals || charges.length >= maxTotals) {
    return invalidField("by", "The report has too many lines: choose fewer days or dimensions.");
  }
  const placed = dimensions.includes("language")
    ? inCountedLanguages(charges, counts, context.view)
    : charges;
  const hidesRules = principal.role !== "operator";
  const report = buildReport(counts, placed, { dimensions, timeZone: query.timeZone, hidesRules });
  const hidden = hiddenOf(principal.role, dimensions);
  const nameOf = (startsAt: EpochMs): string => campaignDay(query.timeZone, startsAt);
  return {
    report,
    hidden,
    answered: {
      from: nameOf(from),
      to: nameOf(days.at(-1)?.startsAt ?? from),
      timeZone: query.timeZone,
      currency: context.currency,
      lines: report.lines.map((line) => named(line, dimensions, hidden)),
      total: named(report.total, [], hidden),
      uniques: users.map(({ range: index, n }) => ({ day: nameOf(days[index]?.startsAt ?? from), users: n })),
    },
  };
}

/**
 * Maps the language of each charge, which comes from its delivery and may be more exact, to the language that is
 * counted.
 */
function inCountedLanguages(
  charges: readonly ChargeTotal[],
  counts: readonly CountTotal[],
  { creatives }: CatalogView,
): readonly ChargeTotal[] {
  const languages = new CatalogLanguages();
  for (const { language } of creatives.values()) languages.add(language);
  for (const { language = "" } of counts) languages.add(language);
  return charges.map((charge) => ({
    ...charge,
    language: languageOfDelivery(charge.language ?? "", languages),
  }));
}

function readDimensions(by: string, role: Role): readonly ReportDimension[] | ManagementProblem {
  const dimensions: ReportDimension[] = [];
  for (const name of by.split(",").filter((part) => part !== "")) {
    const dimension = reportDimensions.find((known) => known === name);
    if (dimension === undefined || !dimensionsOf[role].has(dimension)) {
      return invalidField("by", `Use ${[...dimensionsOf[role]].join(", ")}, separated by commas.`);
    }
    if (!dimensions.includes(dimension)) dimensions.push(dimension);
  }
  return dimensions;
}

/**
 * The owners whose figures are read: always the publisher's or advertiser's own figures, even if the platform or campaign
 * has another owner now.
 */
function filterOf(query: ReportQuery, principal: Principal): OwnerFilter {
  const publisher = principal.role === "publisher" ? principal.publisherId : query.publisher;
  const advertiser = principal.role === "advertiser" ? principal.advertiser : query.advertiser;
  return {
    publisherIds: listOf(publisher),
    advertisers: listOf(advertiser),
    apiKeyIds: listOf(query.key),
    platformIds: listOf(query.platform),
    campaignIds: listOf(query.campaign),
  };
}

function listOf(id: string | undefined): readonly string[] | undefined {
  return id === undefined ? undefined : [id];
}

function named(
  { of, ...numbers }: ReportLine,
  dimensions: readonly ReportDimension[],
  hidden: readonly (keyof ReportLine)[],
): Readonly<Record<string, string | number | null>> {
  const shown = Object.entries(numbers).filter(([name]) => !hidden.some((one) => one === name));
  return {
    ...Object.fromEntries(dimensions.map((dimension, index) => [dimension, of[index] ?? ""])),
    ...Object.fromEntries(shown),
  };
}
