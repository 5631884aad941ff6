import type { AnsweredReport } from "../../../core/management/report-routes.ts";
import { type Chart, chart } from "../chart.ts";
import { table } from "../components.ts";
import { selectField, textField, timeZoneField } from "../fields.ts";
import { labelled } from "../form-error.ts";
import { type Html, html } from "../html.ts";
import type { PageContext, PageRoute } from "../page-context.ts";
import { numberIn, type ReportRow, rateIn, readReport } from "../report-answer.ts";
import { type FigureKind, formatOf, labelOf, reportColumns } from "../report-columns.ts";

const dayMs = 86_400_000;
const ranges = ["7", "14", "30", "90"] as const;

export const overviewPages: readonly PageRoute[] = [
  {
    method: "GET",
    path: "",
    run: async (context) => {
      const timeZone = context.query.get("timeZone") ?? "UTC";
      const days = ranges.find((range) => range === context.query.get("days")) ?? "14";
      const today = await readReport(context, { timeZone, by: "day" });
      const last = "problem" in today ? undefined : today.json.to;
      const from = last && new Date(Date.parse(last) - (Number(days) - 1) * dayMs).toISOString().slice(0, 10);
      const read = "problem" in today ? today : await readReport(context, { timeZone, by: "day", from });
      const errors = labelled("problem" in read ? (read.errors ?? []) : [], [timeZoneField]);
      if ("problem" in read && errors.length === 0) return read;
      const form = html`<form method="get" action="${context.at("")}" class="filters">${selectField({ name: "days", label: "Range", value: days, required: true, errors, choices: ranges.map((range) => [range, `${range} days`]) })}${textField({ ...timeZoneField, value: timeZone, errors })}<div class="buttons"><button>Show</button></div></form>`;
      if ("problem" in read) {
        return { page: { title: "Overview", section: "", errors, content: form } };
      }
      return {
        page: { title: "Overview", section: "", content: html`${form}${figures(read.json, context)}` },
      };
    },
  },
];

function figures(report: AnsweredReport, context: PageContext): Html {
  const { from, to, timeZone } = report;
  const columns = reportColumns(report, context);
  const charts = chartsOf(report, context);
  return html`<p class="range">${from} to ${to}, days of ${timeZone}.</p>
<div class="charts">${charts.map(chart)}</div>
<h2>Day by day</h2>
${table(
  `Day by day, ${from} to ${to} (${timeZone})`,
  ["Day", ...columns.map(({ label }) => ({ label, isNumber: true }))],
  report.lines
    .toReversed()
    .map((line) => [String(line["day"] ?? ""), ...columns.map(({ write }) => write(line))]),
  "No figures for these days. They appear a few seconds after the requests.",
  "dense",
)}
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

/** A chart for each figure of the role, with a point for every day, including days without events. */
function chartsOf({ lines, total, uniques }: AnsweredReport, context: PageContext): readonly Chart[] {
  const byDay = new Map<string, ReportRow>(lines.map((line) => [String(line["day"]), line]));
  const charts = wanted
    .filter(([name]) => name in total)
    .map(([name, label, kind, atLeast]): Chart => {
      const points = uniques.map(({ day }) => ({ label: day, value: numberIn(byDay.get(day), name) }));
      const format = formatOf(kind, context);
      const all = rateIn(total, name);
      const sum = all === null ? "–" : format([all])(all);
      return { title: labelOf(label, kind, context), total: sum, points, format, atLeast };
    });
  const users = uniques.map(({ day, users: value }) => ({ label: day, value }));
  const most = Math.max(0, ...users.map(({ value }) => value));
  return [
    ...charts,
    {
      title: "Users per day",
      total: `up to ${context.count(most)}`,
      points: users,
      format: () => context.count,
      atLeast: 4,
    },
  ];
}
