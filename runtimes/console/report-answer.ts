import * as v from "valibot";
import type { AnsweredReport } from "../../core/management/report-routes.ts";
import type { Called } from "./api-client.ts";
import type { PageContext } from "./page-context.ts";

export type ReportRow = AnsweredReport["total"];

/** A line of figures. A role does not see all of them. */
export const row: v.GenericSchema<unknown, ReportRow> = v.record(
  v.string(),
  v.nullable(v.union([v.string(), v.number()])),
);
const reportSchema: v.GenericSchema<unknown, AnsweredReport> = v.object({
  from: v.string(),
  to: v.string(),
  timeZone: v.string(),
  currency: v.string(),
  lines: v.array(row),
  total: row,
  uniques: v.array(v.object({ day: v.string(), users: v.number() })),
});

export function readReport(
  context: PageContext,
  query: Readonly<Record<string, string | undefined>>,
): Promise<Called<AnsweredReport>> {
  return context.call("read-report", reportSchema, { query });
}

export function numberIn(line: ReportRow | undefined, name: string): number {
  const value = line?.[name];
  return typeof value === "number" ? value : 0;
}

export function rateIn(line: ReportRow, name: string): number | null {
  const value = line[name];
  return typeof value === "number" ? value : null;
}
