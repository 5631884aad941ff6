import type { AnsweredReport } from "../../../core/management/report-routes.ts";
import { type Chart, chart } from "../chart.ts";
import { selectField, textField, timeZoneField } from "../fields.ts";
import { firstSteps } from "../first-steps.ts";
import { labelled } from "../form-error.ts";
import { type Html, html } from "../html.ts";
import type { PageContext, PageRoute } from "../page-context.ts";
import { numberIn, type ReportRow, rateIn, readReport } from "../report-answer.ts";
import { type FigureKind, formatOf, labelOf } from "../report-columns.ts";
import { reportTables } from "../report-tables.ts";

const dayMs = 86_400_000;
const ranges = ["7", "14", "30", "90"] as const;

export const overviewPages: readonly PageRoute[] = [
  {
    method: "GET",
    path: "",
    run: async (context) => {
      const timeZone = context.query.get("timeZone") ?? "UTC";
      const days = Number(ranges.find((range) => range === context.query.get("days")) ?? "14");
      const today = await readReport(context, { timeZone, by: "day" });
      const last = "problem" in today ? undefined : today.json.to;
      const dayBefore = (n: number) =>
        last && new Date(Date.parse(last) - n * dayMs).toISOString().slice(0, 10);
      const of = (n: number) =>
        readReport(context, {
          timeZone,
          by: "day",
          from: dayBefore((n + 1) * days - 1),
          to: dayBefore(n * days),
        });
      const read = "problem" in today ? today : await of(0);
      const before = "problem" in read ? read : await of(1);
      const errors = labelled("problem" in read ? (read.errors ?? []) : [], [timeZoneField]);
      if ("problem" in read && errors.length === 0) return read;
      const form = html`<form method="get" action="${context.at("")}" class="filters">${selectField({ name: "days", label: "Range", value: String(days), required: true, errors, choices: ranges.map((range) => [range, `${range} days`]) })}${textField({ ...timeZoneField, value: timeZone, errors })}<div class="buttons"><button>Show</button></div></form>`;
      if ("problem" in read || "problem" in before) {
        return { page: { title: "Overview", section: "", errors, content: form } };
      }
      // The list of first steps ends with the first ad.
      const hasAds = numberIn(read.json.total, "issued") + numberIn(before.json.total, "issued") > 0;
      const steps = hasAds ? undefined : await firstSteps(context);
      const hasFigures = steps === undefined || read.json.lines.length > 0;
      const content = html`${steps}${hasFigures && html`${form}${figures(read.json, before.json, context)}`}`;
      return { page: { title: "Overview", section: "", content } };
    },
  },
];

function figures(report: AnsweredReport, before: AnsweredReport, context: PageContext): Html {
  const { from, to, timeZone, lines } = report;
  const newestFirst = { ...report, lines: lines.toReversed() };
  const heads = { heads: ["Day"], of: (line: ReportRow) => [html`<time>${line["day"]}</time>`] };
  return html`<p class="range">${from} to ${to}, days of ${timeZone}. Faint bars: ${before.from} to ${before.to}.</p>
<div class="charts">${chartsOf(report, before, context).map(chart)}</div>
${reportTables(newestFirst, heads, context, false)}
<p><a href="${context.at("reports")}">All reports</a></p>`;
}

const wanted: readonly (readonly [name: string, title: string, kind: FigureKind, atLeast: number])[] = [
  ["requests", "Requests", "count", 4],
  ["fillRate", "Fill rate", "rate", 1],
  ["issued", "Ads", "count", 4],
  ["seen", "Views", "count", 4],
  ["clicks", "Clicks", "count", 4],
  ["spendMicros", "Spend", "amounts", 10_000],
  ["earningsMicros", "Earnings", "amounts", 10_000],
];

/** A chart for each figure of the role, with a place for every day. */
function chartsOf(report: AnsweredReport, before: AnsweredReport, context: PageContext): readonly Chart[] {
  const [now, then] = [report, before].map(({ lines }) => {
    const byDay = new Map<string, ReportRow>(lines.map((line) => [String(line["day"]), line]));
    return (day = "", name = "") => {
      const line = byDay.get(day);
      return line === undefined ? undefined : (rateIn(line, name) ?? undefined);
    };
  });
  const charts = wanted
    .filter(([name]) => name in report.total)
    .map(([name, label, kind, atLeast]): Chart => {
      const points = report.uniques.map(({ day }, index) => ({
        label: day,
        value: now?.(day, name),
        before: then?.(before.uniques[index]?.day, name),
      }));
      const format = formatOf(kind, context);
      const sum = ({ total }: AnsweredReport): string => {
        const all = rateIn(total, name);
        return all === null ? "–" : format([all])(all);
      };
      const title = labelOf(label, kind, context);
      return { title, total: sum(report), totalBefore: sum(before), points, format, atLeast };
    });
  return [...charts, usersPerDay(report, before, context)];
}

/** The days with requests have users. */
function usersPerDay(report: AnsweredReport, before: AnsweredReport, { count }: PageContext): Chart {
  const most = ({ uniques }: AnsweredReport): string =>
    `up to ${count(Math.max(0, ...uniques.map(({ users }) => users)))}`;
  const points = report.uniques.map(({ day, users }, index) => ({
    label: day,
    value: users || undefined,
    before: before.uniques[index]?.users || undefined,
  }));
  return {
    title: "Users per day",
    total: most(report),
    totalBefore: most(before),
    points,
    format: () => count,
    atLeast: 4,
  };
}
