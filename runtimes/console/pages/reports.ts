import { actions, table } from "../components.ts";
import { checkboxes, textField } from "../fields.ts";
import { html } from "../html.ts";
import type { PageContext, PageRoute } from "../page-context.ts";
import { timeZoneField } from "../range-form.ts";
import { type ReadReport, readReport } from "../report-answer.ts";
import { shownColumns, writeCell } from "../report-columns.ts";

/** The offered dimensions. The API decides which of them a role may use. */
const dimensions: Readonly<Record<PageContext["principal"]["role"], readonly string[]>> = {
  operator: [
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
  ],
  publisher: ["day", "hour", "platform", "placement", "key", "topic", "language", "format", "reason"],
  advertiser: ["day", "hour", "campaign", "creative", "topic", "language", "format"],
};
const filters = ["from", "to", "timeZone", "publisher", "platform", "advertiser", "campaign"] as const;

export const reportPages: readonly PageRoute[] = [
  {
    method: "GET",
    path: "reports",
    run: async (context) => {
      const read = await readReport(context, reportQuery(context));
      const errors = "problem" in read ? (read.errors ?? []) : [];
      if ("problem" in read && errors.length === 0) return read;
      const value = (name: string): string => context.query.get(name) ?? "";
      const by = context.query.has("by") ? context.query.getAll("by") : ["day"];
      const { role } = context.principal;
      const form = html`<form method="get" action="${context.at("reports")}" class="filters wide">
${checkboxes({ name: "by", label: "Lines by", errors, values: by, choices: dimensions[role].map((name) => [name, name]) })}
${textField({ name: "from", label: "From", type: "date", value: value("from"), errors })}
${textField({ name: "to", label: "To", type: "date", value: value("to"), errors })}
${timeZoneField(value("timeZone") || "UTC", errors)}
${role === "operator" && textField({ name: "publisher", label: "Only publisher", value: value("publisher"), errors })}
${role !== "advertiser" && textField({ name: "platform", label: "Only platform", value: value("platform"), errors, placeholder: "pf_…" })}
${role === "operator" && textField({ name: "advertiser", label: "Only advertiser", value: value("advertiser"), errors })}
${role !== "publisher" && textField({ name: "campaign", label: "Only campaign", value: value("campaign"), errors })}
<div class="buttons"><button class="primary">Show</button></div></form>`;
      if ("problem" in read) {
        return { page: { title: "Reports", section: "reports", status: 400, errors, content: form } };
      }
      const content = html`${form}${lines(read.json, by, context)}`;
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
  return { by, ...Object.fromEntries(filters.map((name) => [name, query.get(name) || undefined])) };
}

function lines(
  { from, to, timeZone, lines: all, total }: ReadReport,
  by: readonly string[],
  context: PageContext,
) {
  const columns = shownColumns(total);
  const rows = all.map((line) => [
    ...by.map((name) => String(line[name] ?? "") || "–"),
    ...columns.map((column) => writeCell(column, line)),
  ]);
  const sums = ["Total", ...by.slice(1).map(() => ""), ...columns.map((column) => writeCell(column, total))];
  const csv = context.query.toString();
  return html`<p class="range">${from} to ${to}, days of ${timeZone}.</p>
${table(
  `${from} to ${to} (${timeZone})`,
  [...(by.length === 0 ? [""] : by), ...columns.map(({ label }) => ({ label, isNumber: true }))],
  all.length === 0 ? [] : [...(by.length === 0 ? [] : rows), sums],
  "No figures for these days.",
  "dense",
)}
${actions(html`<a class="button" href="${context.at("reports.csv")}${csv !== "" && `?${csv}`}" download>Download CSV</a>`)}`;
}
