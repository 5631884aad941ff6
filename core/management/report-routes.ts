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
import type { ChargeTotal } from "../storage/report-store.ts";
import { campaignDay } from "../timing/campaign-day.ts";
import type { EpochMs } from "../timing/clock.ts";
import { zoneDay, zoneOffsetMs } from "../timing/zone-day.ts";
import type { CatalogView } from "./catalog-view.ts";
import type { Principal, Role } from "./principal.ts";
import { invalidField, type ManagementProblem } from "./problem.ts";
import { withPublicReasons } from "./public-reasons.ts";
import { reportAnswer } from "./report-shapes.ts";
import { noBody, type Route, type RouteContext, route } from "./route.ts";

const maxDays = 400;
const defaultDays = 7;
const hourMs = 3_600_000;
const noon = 12 * hourMs;

/** The query of a report. Days are `YYYY-MM-DD` in `timeZone`, both inclusive. */
export interface ReportQuery {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly timeZone: string;
  /** Dimensions, separated by commas. */
  readonly by: string;
  readonly publisher?: string | undefined;
  readonly platform?: string | undefined;
  readonly key?: string | undefined;
  readonly advertiser?: string | undefined;
  readonly campaign?: string | undefined;
  /** Empty for ads and charges without a mark. */
  readonly mark?: string | undefined;
  readonly format: "json" | "csv";
}

/** A report in an answer: named dimensions, and the number of unique users per day. */
export interface AnsweredReport {
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
  readonly lines: readonly Readonly<Record<string, string | number | null>>[];
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
const hiddenOf: Readonly<Record<Role, readonly (keyof ReportLine)[]>> = {
  operator: [],
  publisher: ["spendMicros", "ecpmMicros"],
  // Requests and refusals have no campaign.
  advertiser: ["earningsMicros", "requests", "noAd", "rejected", "fillRate"],
};

const reportFilters = ["publisher", "platform", "key", "advertiser", "campaign", "mark"] as const;

const dayAdvice = "Write an existing day from 1970 on, like 2026-11-21.";
const day = v.pipe(v.string(), v.isoDate(dayAdvice), v.check(isDay, dayAdvice));

export const reportRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/reports",
    name: "read-report",
    tag: "reports",
    summary:
      "Requests, ads, views, clicks and money, by the requested dimensions. Amounts are sums of charges; " +
      "`format=csv` answers a table.",
    roles: ["operator", "publisher", "advertiser"],
    query: v.strictObject({
      from: v.optional(day),
      to: v.optional(day),
      timeZone: v.optional(timeZone, "UTC"),
      by: v.optional(v.string(), "day"),
      publisher: v.optional(anyText),
      platform: v.optional(anyText),
      key: v.optional(anyText),
      advertiser: v.optional(anyText),
      campaign: v.optional(anyText),
      mark: v.optional(anyText),
      format: v.optional(v.picklist(["json", "csv"]), "json"),
    }),
    body: noBody,
    answer: reportAnswer(Object.values(hiddenOf).flat()),
    hasCsv: true,
    status: 200,
    example: { query: { by: "day,platform", timeZone: "Europe/Berlin" } },
    run: async ({ query }, context) => {
      const made = await makeReport(query, context);
      if ("problem" in made) return made;
      if (query.format === "json") return { json: made.answered };
      return {
        response: {
          status: 200,
          headers: {
            "content-type": "text/csv; charset=utf-8; header=present",
            "content-disposition": `attachment; filename="handbill-${made.answered.from}-${made.answered.to}.csv"`,
            "cache-control": "no-store",
            "x-content-type-options": "nosniff",
          },
          body: reportAsCsv(made.report, hiddenOf[context.principal.role]),
        },
      };
    },
  }),
];

async function makeReport(
  query: ReportQuery,
  context: RouteContext,
): Promise<{ readonly report: Report; readonly answered: AnsweredReport } | ManagementProblem> {
  const { principal, store } = context;
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
  const by = new Set<CountField>([
    "metric",
    ...(mark === undefined ? [] : ["reason" as const]),
    ...countFields,
  ]);
  const ranges = days.map(({ startsAt, endsAt }) => ({ from: startsAt, to: endsAt }));
  const [allCounts, charges, users] = await Promise.all([
    store.readCounts({ from, to, metrics: reportMetrics, ...filter, by: [...by], limit: maxTotals }),
    store.readCharges({ from, to, ...filter, marks: listOf(mark), by: chargeFields, limit: maxTotals }),
    // Users are not told apart by marks.
    mark === undefined ? store.readUniques({ ranges, ...filter }) : [],
  ]);
  const counts = mark === undefined ? allCounts : allCounts.filter((one) => isAdWithMark(one, mark));
  if (allCounts.length >= maxTotals || charges.length >= maxTotals) {
    return invalidField("by", "The report has too many lines: choose fewer days or dimensions.");
  }
  const placed = dimensions.includes("language")
    ? inCountedLanguages(charges, counts, context.view)
    : charges;
  const shown = principal.role === "operator" ? counts : withPublicReasons(counts);
  const report = buildReport(shown, placed, { dimensions, timeZone: query.timeZone });
  const hidden = hiddenOf[principal.role];
  const nameOf = (startsAt: EpochMs): string => campaignDay(query.timeZone, startsAt);
  return {
    report,
    answered: {
      from: nameOf(from),
      to: nameOf(days.at(-1)?.startsAt ?? from),
      timeZone: query.timeZone,
      lines: report.lines.map((line) => named(line, dimensions, hidden)),
      total: named(report.total, [], hidden),
      uniques: users.map((n, index) => ({ day: nameOf(days[index]?.startsAt ?? from), users: n })),
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

interface Range {
  readonly from: EpochMs;
  readonly to: EpochMs;
  readonly days: readonly { readonly startsAt: EpochMs; readonly endsAt: EpochMs }[];
}

function readRange(query: ReportQuery, now: EpochMs): Range | ManagementProblem {
  const { timeZone: zone } = query;
  const last = query.to === undefined ? zoneDay(zone, now) : dayNamed(query.to, zone);
  const firstDay =
    query.from === undefined
      ? zoneDay(zone, last.startsAt - (defaultDays - 1) * 24 * hourMs + noon)
      : dayNamed(query.from, zone);
  const days = [];
  for (let one = firstDay; one.startsAt <= last.startsAt; one = zoneDay(zone, one.endsAt)) {
    days.push({ startsAt: wholeHour(one.startsAt), endsAt: wholeHour(one.endsAt) });
    if (days.length > maxDays) return invalidField("from", `Choose at most ${maxDays} days.`);
  }
  if (days.length === 0) return invalidField("to", "Must not be before from.");
  return { from: wholeHour(firstDay.startsAt), to: wholeHour(last.endsAt), days };
}

/** Rounds up to the next full hour: hourly figures belong to the day on which the hour begins. */
function wholeHour(at: EpochMs): EpochMs {
  return Math.ceil(at / hourMs) * hourMs;
}

/** `Date.parse` reads the 31st of February as the 3rd of March, and its calendars read the year 0 as 1900. */
function isDay(name: string): boolean {
  const at = Date.parse(`${name}T00:00:00Z`);
  return at >= 0 && new Date(at).toISOString().startsWith(name);
}

function dayNamed(name: string, zone: string): ReturnType<typeof zoneDay> {
  const at = Date.parse(`${name}T12:00:00Z`);
  return zoneDay(zone, at - zoneOffsetMs(zone, at));
}

/**
 * The owners whose figures are read: always the publisher's or advertiser's own, whoever owns the platform or campaign
 * now.
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
