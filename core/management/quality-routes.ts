import * as v from "valibot";
import { timeZone } from "../catalog/fields.ts";
import { asCsv, headOf } from "../reporting/csv.ts";
import { type QualityFigure, qualityFigures } from "../reporting/quality.ts";
import { reportsOf } from "../storage/report-reader.ts";
import { campaignDay } from "../timing/campaign-day.ts";
import { csvAnswer } from "./csv-answer.ts";
import type { Role } from "./principal.ts";
import { invalidField } from "./problem.ts";
import { type QualityReport, readQuality } from "./read-quality.ts";
import { readRange, reportDay } from "./report-range.ts";
import { currencyInAnswer, noBody, type Route, route } from "./route.ts";

const count = v.pipe(v.number(), v.safeInteger());
const nullable = v.nullable(v.number());
const day = v.pipe(v.string(), v.isoDate());
const figures: Readonly<Record<QualityFigure, typeof nullable>> = {
  viewRate: nullable,
  meanSecondsToView: nullable,
  clicksPerView: nullable,
  viewsPerVisitor: nullable,
  viewsPerNetwork: nullable,
  excludedShare: nullable,
  markedShare: nullable,
};
const standingOut = v.strictObject({
  figure: v.picklist(qualityFigures),
  value: v.number(),
  median: v.number(),
  sentence: v.string(),
});
const line = v.strictObject({
  publisherId: v.string(),
  platformId: v.string(),
  apiKeyId: v.string(),
  requests: count,
  issued: count,
  seen: count,
  visitors: v.nullable(count),
  networks: v.nullable(count),
  ...figures,
  spendMicros: v.optional(v.pipe(count, v.description("Charges less adjustments. Not for publishers."))),
  earningsMicros: count,
  adjustedMicros: v.optional(v.pipe(count, v.description("Adjustments. Not for publishers."))),
  adjustedEarningsMicros: count,
  standsOut: v.array(v.pipe(standingOut, v.title("StandingOut"))),
});
const answer: v.GenericSchema = v.pipe(
  v.strictObject({
    from: day,
    to: day,
    timeZone: v.string(),
    currency: currencyInAnswer,
    lines: v.array(v.pipe(line, v.title("QualityLine"))),
    medians: v.pipe(v.strictObject(figures), v.title("QualityMedians")),
  }),
  v.title("Quality"),
);

const columns = [
  "publisherId",
  "platformId",
  "apiKeyId",
  "requests",
  "issued",
  "seen",
  "visitors",
  "networks",
  ...qualityFigures,
] as const;
const amounts = ["spendMicros", "earningsMicros", "adjustedMicros", "adjustedEarningsMicros"] as const;
const hiddenFromPublishers: ReadonlySet<string> = new Set(["spendMicros", "adjustedMicros"]);

type Line = QualityReport["lines"][number];

/** A header, and a row for each line. The last column has the sentences. */
export function qualityRows(
  lines: readonly Line[],
  role: Role,
  currency: string,
): readonly (readonly (string | number)[])[] {
  const shown = [...columns, ...amounts].filter((name) => isShown(name, role));
  const rows = lines.map((one) => [
    ...shown.map((column) => one[column] ?? ""),
    one.standsOut.map(({ sentence }) => sentence).join(" "),
  ]);
  return [[...shown.map((name) => headOf(name, currency)), "standsOut"], ...rows];
}

function isShown(name: string, role: Role): boolean {
  return role !== "publisher" || !hiddenFromPublishers.has(name);
}

export const qualityRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/quality",
    name: "read-quality",
    tag: "reports",
    summary:
      "The quality of the traffic by platform and key, the medians of the installation, and what stands out from them. " +
      "`format=csv` answers a table.",
    roles: ["operator", "publisher"],
    query: v.strictObject({
      from: v.optional(reportDay),
      to: v.optional(reportDay),
      timeZone: v.optional(timeZone, "UTC"),
      format: v.optional(v.picklist(["json", "csv"]), "json"),
    }),
    body: noBody,
    answer,
    hasCsv: true,
    status: 200,
    example: { query: { timeZone: "Europe/Berlin" } },
    run: async ({ query }, { principal, store, view, clock, currency }) => {
      const range = readRange(query, clock());
      if ("problem" in range) return range;
      const owner = principal.role === "publisher" ? principal.publisherId : undefined;
      const span = { from: range.from, to: range.to };
      const quality = await readQuality(reportsOf(store), view.campaigns.values(), span, owner);
      if (quality === undefined) {
        return invalidField("from", "These days have too many platforms and keys: choose fewer days.");
      }
      const from = campaignDay(query.timeZone, range.from);
      const to = campaignDay(query.timeZone, range.days.at(-1)?.startsAt ?? range.from);
      if (query.format === "csv") {
        return csvAnswer(
          `quality-${from}-${to}`,
          asCsv(qualityRows(quality.lines, principal.role, currency)),
        );
      }
      const lines = quality.lines.map((one) =>
        Object.fromEntries(Object.entries(one).filter(([name]) => isShown(name, principal.role))),
      );
      return { json: { from, to, timeZone: query.timeZone, currency, ...quality, lines } };
    },
  }),
];
