import { type AnsweredReport, dimensionsOf } from "../../../core/management/report-routes.ts";
import { reportDimensions } from "../../../core/reporting/report.ts";
import { actions } from "../components.ts";
import { checkboxes, timeZoneField } from "../fields.ts";
import { drawFilters, type FilterField } from "../filter-fields.ts";
import { labelled } from "../form-error.ts";
import { type Html, html } from "../html.ts";
import { isNamed, type NamedKind, readNames } from "../names.ts";
import type { PageContext, PageRoute } from "../page-context.ts";
import { type ReportRow, readReport } from "../report-answer.ts";
import { reportCharts } from "../report-charts.ts";
import { reportTables } from "../report-tables.ts";

const filters: readonly FilterField[] = [
  { name: "from", label: "From", type: "date" },
  { name: "to", label: "To", type: "date" },
  timeZoneField,
  { name: "publisher", label: "Only publisher", list: "publishers" },
  { name: "platform", label: "Only platform", placeholder: "pf_…", list: "platforms" },
  { name: "advertiser", label: "Only advertiser" },
  { name: "campaign", label: "Only campaign", list: "campaigns" },
];

export const reportPages: readonly PageRoute[] = [
  {
    method: "GET",
    path: "reports",
    run: async (context) => {
      const read = await readReport(context, reportQuery(context));
      const errors = labelled("problem" in read ? (read.errors ?? []) : [], filters);
      if ("problem" in read && errors.length === 0) return read;
      const value = (name: string): string => context.query.get(name) || (name === "timeZone" ? "UTC" : "");
      const by = context.query.has("by") ? context.query.getAll("by") : ["day"];
      const own: ReadonlySet<string> = dimensionsOf[context.principal.role];
      const hidden = new Set<string>(reportDimensions.filter((name) => !own.has(name)));
      const offered = filters.filter(({ name }) => !hidden.has(name));
      const form = html`<form method="get" action="${context.at("reports")}" class="filters wide">
${checkboxes({ name: "by", label: "Lines by", errors, values: by, choices: [...own].map((name) => [name, headOf(name)]) })}
${await drawFilters(offered, { value, errors }, context)}
<div class="buttons"><button class="primary">Show</button></div></form>`;
      if ("problem" in read) {
        return { page: { title: "Reports", section: "reports", errors, content: form } };
      }
      const content = html`${form}${await summaryOf(read.json, by, context)}${await lines(read.json, by, context)}`;
      return { page: { title: "Reports", section: "reports", content } };
    },
  },
  {
    method: "GET",
    path: "reports.csv",
    run: async (context) => {
      const answered = await context.raw("read-report", {
        query: { ...reportQuery(context), format: "csv" },
      });
      if ("problem" in answered || "response" in answered) return answered;
      throw new Error("A CSV report must be a complete response.");
    },
  },
];

function reportQuery({ query }: PageContext): Readonly<Record<string, string | undefined>> {
  const by = query.has("by") ? query.getAll("by").join(",") : "day";
  return { by, ...Object.fromEntries(filters.map(({ name }) => [name, query.get(name) || undefined])) };
}

function headOf(dimension: string): string {
  return dimension === "key" ? "API key" : `${dimension.charAt(0).toUpperCase()}${dimension.slice(1)}`;
}

const dayMs = 86_400_000;

/** The range of a report, and the charts of one by day alone, beside as many days before it. */
async function summaryOf(report: AnsweredReport, by: readonly string[], context: PageContext): Promise<Html> {
  const { from, to, timeZone, uniques } = report;
  const range = html`<p class="range">${from} to ${to}, days of ${timeZone}.</p>`;
  if (by.some((name) => name !== "day") || report.lines.length === 0) return range;
  const dayBefore = (n: number): string => new Date(Date.parse(from) - n * dayMs).toISOString().slice(0, 10);
  const query = { ...reportQuery(context), from: dayBefore(uniques.length), to: dayBefore(1) };
  const before = await readReport(context, query);
  return "problem" in before ? range : reportCharts(report, before.json, context);
}

async function lines(report: AnsweredReport, by: readonly string[], context: PageContext): Promise<Html> {
  const textOf = (line: ReportRow, name: string): string => String(line[name] ?? "");
  const wanted = report.lines.flatMap((line) =>
    by.filter(isNamed).map((name): [NamedKind, string] => [name, textOf(line, name)]),
  );
  const names = await readNames(wanted, context);
  const cellOf = (line: ReportRow, name: string): Html | string => {
    const text = textOf(line, name);
    if (name === "day" || name === "hour") return html`<time>${text}</time>`;
    return (isNamed(name) ? names.link(name, text) : text) || "–";
  };
  const heads = { heads: by.map(headOf), of: (line: ReportRow) => by.map((name) => cellOf(line, name)) };
  const csv = context.query.toString();
  return html`${reportTables(report, heads, context, true)}
${actions(html`<a class="button" href="${context.at("reports.csv")}${csv !== "" && `?${csv}`}" download>Download CSV</a>`)}`;
}
