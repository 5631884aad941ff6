import type { AnsweredReport } from "../../core/management/report-routes.ts";
import { table } from "./components.ts";
import { type Html, type HtmlValue, html } from "./html.ts";
import type { NumberFormats } from "./number-formats.ts";
import type { ReportRow } from "./report-answer.ts";
import { figureColumns, moneyFigures, trafficFigures } from "./report-columns.ts";

/** The first cells of each line, and their heads. */
export interface LineHeads {
  readonly heads: readonly string[];
  readonly of: (line: ReportRow) => readonly HtmlValue[];
}

/** The figures of a report in two tables, so that each fits on a screen without scrolling. `sums` adds the total. */
export function reportTables(
  { from, to, timeZone, lines, total }: AnsweredReport,
  { heads, of }: LineHeads,
  formats: NumberFormats,
  sums: boolean,
): Html {
  if (lines.length === 0) {
    return html`<p class="empty">No figures for these days. They appear a few seconds after the requests.</p>`;
  }
  const shown = heads.length === 0 ? [] : lines;
  const groups = [
    ["Traffic", trafficFigures],
    ["Money", moneyFigures],
  ] as const;
  return html`${groups.map(([title, figures]) => {
    const columns = figureColumns(figures, { lines, total }, formats);
    const rows = shown.map((line) => [...of(line), ...columns.map(({ write }) => write(line))]);
    const sum = ["Total", ...heads.slice(1).map(() => ""), ...columns.map(({ write }) => write(total))];
    return (
      columns.length > 0 &&
      html`<h2>${title}</h2>${table(
        `${title}, ${from} to ${to} (${timeZone})`,
        [...(heads.length === 0 ? [""] : heads), ...columns.map(({ label }) => ({ label, isNumber: true }))],
        sums ? [...rows, sum] : rows,
        "",
        "dense figures",
      )}`
    );
  })}`;
}
