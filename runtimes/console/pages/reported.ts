import { reportReasons } from "../../../core/contract/report-request.ts";
import { dimensionsOf } from "../../../core/management/report-routes.ts";
import { objectLink, table } from "../components.ts";
import { selectField, timeZoneField } from "../fields.ts";
import { drawFilters, type FilterField } from "../filter-fields.ts";
import { labelled } from "../form-error.ts";
import { type Html, html } from "../html.ts";
import type { PageContext, PageRoute } from "../page-context.ts";
import { numberIn, type ReportRow, readReport } from "../report-answer.ts";

const filters: readonly FilterField[] = [
  { name: "from", label: "From", type: "date" },
  { name: "to", label: "To", type: "date" },
  timeZoneField,
  { name: "campaign", label: "Only campaign", list: "campaigns" },
];
const page = { title: "Reported ads", section: "reported" };

/** Creatives that people reported, most reports first. Only the operator sees the reasons. */
export const reportedPages: readonly PageRoute[] = [
  {
    method: "GET",
    path: "reported",
    run: async (context) => {
      const { query, principal } = context;
      if (!context.may("list-creatives")) return context.refusal("list-creatives");
      const hasReasons = dimensionsOf[principal.role].has("reason");
      const value = (name: string): string => query.get(name) || (name === "timeZone" ? "UTC" : "");
      const sent = Object.fromEntries(filters.map(({ name }) => [name, value(name) || undefined]));
      const by = hasReasons ? "creative,reason" : "creative";
      const read = await readReport(context, { ...sent, by });
      const errors = labelled("problem" in read ? (read.errors ?? []) : [], filters);
      if ("problem" in read && errors.length === 0) return read;
      const reasons = { name: "reason", label: "Only reason", errors, value: value("reason") };
      const choices = ["", ...reportReasons].map((one) => [one, one || "Any"] as const);
      const form = html`<form method="get" action="${context.at("reported")}" class="filters wide">
${await drawFilters(filters, { value, errors }, context)}
${hasReasons && selectField({ ...reasons, choices })}
<div class="buttons"><button class="primary">Show</button></div></form>`;
      if ("problem" in read) return { page: { ...page, status: 400, errors, content: form } };
      const { from, to, timeZone, lines } = read.json;
      return {
        page: {
          ...page,
          content: html`${form}<p class="range">${from} to ${to}, days of ${timeZone}.</p>
${reportedTable(lines, hasReasons ? value("reason") : "", context)}`,
        },
      };
    },
  },
];

function reportedTable(lines: readonly ReportRow[], reason: string, context: PageContext): Html {
  const sum = (of: readonly ReportRow[], name: string): number =>
    of.reduce((all, line) => all + numberIn(line, name), 0);
  const rows = [...Map.groupBy(lines, ({ creative }) => String(creative))]
    .map(([id, of]) => {
      const reported = of.filter((line) => numberIn(line, "reported") > 0);
      const chosen = reported.filter((line) => reason === "" || line["reason"] === reason);
      const reasons = chosen.map((line) => `${line["reason"]} ${context.count(numberIn(line, "reported"))}`);
      return { id, reports: sum(chosen, "reported"), seen: sum(of, "seen"), reasons: reasons.join(", ") };
    })
    .filter(({ reports }) => reports > 0)
    .sort((a, b) => b.reports - a.reports);
  const hasReasons = lines.some((line) => "reason" in line);
  return table(
    "Reported ads",
    [
      "Creative",
      ...["Reports", "Seen", "Reports per view"].map((label) => ({ label, isNumber: true })),
      ...(hasReasons ? ["Reasons"] : []),
    ],
    rows.map(({ id, reports, seen, reasons }) => [
      objectLink(context, "creatives", id),
      context.count(reports),
      context.count(seen),
      seen === 0 ? "–" : context.rate(reports / seen),
      ...(hasReasons ? [reasons] : []),
    ]),
    "Nobody reported an ad on these days.",
  );
}
