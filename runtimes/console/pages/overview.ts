import type { AnsweredReport } from "../../../core/management/report-routes.ts";
import { selectField, textField, timeZoneField } from "../fields.ts";
import { firstSteps } from "../first-steps.ts";
import { labelled } from "../form-error.ts";
import { type Html, html } from "../html.ts";
import type { PageContext, PageRoute } from "../page-context.ts";
import { numberIn, type ReportRow, readReport } from "../report-answer.ts";
import { reportCharts } from "../report-charts.ts";
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
  const { lines } = report;
  const newestFirst = { ...report, lines: lines.toReversed() };
  const heads = { heads: ["Day"], of: (line: ReportRow) => [html`<time>${line["day"]}</time>`] };
  return html`${reportCharts(report, before, context)}
${reportTables(newestFirst, heads, context, false)}
<p><a href="${context.at("reports")}">All reports</a></p>`;
}
