import type { AnsweredReport } from "../../core/management/report-routes.ts";
import { type Chart, chart } from "./chart.ts";
import { type Html, html } from "./html.ts";
import type { PageContext } from "./page-context.ts";
import { numberIn, type ReportRow, rateIn } from "./report-answer.ts";
import { type FigureKind, formatOf, labelOf } from "./report-columns.ts";

/** The charts of a report by day, beside the period before. */
export function reportCharts(report: AnsweredReport, before: AnsweredReport, context: PageContext): Html {
  const { from, to, timeZone } = report;
  return html`<p class="range">${from} to ${to}, days of ${timeZone}. Faint bars: ${before.from} to ${before.to}.</p>
<div class="charts">${chartsOf(report, before, context).map(chart)}</div>`;
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
  // Only platforms have requests: those of an advertiser or a campaign are not known.
  const hasRequests = [report, before].some(({ total }) => numberIn(total, "requests") > 0);
  const charts = wanted
    .filter(([name]) => name in report.total && (hasRequests || (name !== "requests" && name !== "fillRate")))
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
