import type { NumberFormats } from "./number-formats.ts";
import { numberIn, type ReportRow, rateIn } from "./report-answer.ts";

/** The kind of a figure: an amount is exact, an average of amounts is rounded. */
export type FigureKind = "count" | "rate" | "amounts" | "averages";

/** Returns the format of figures that stand beside each other. */
export function formatOf(
  kind: FigureKind,
  { money, count, rate }: NumberFormats,
): (values: readonly number[]) => (value: number) => string {
  if (kind === "count") return () => count;
  return kind === "rate" ? () => rate : (values) => money.column(values, kind);
}

/** A label that names the currency of amounts. */
export function labelOf(label: string, kind: FigureKind, { money }: NumberFormats): string {
  return kind === "count" || kind === "rate" ? label : `${label} (${money.currency})`;
}

/** A column of a report. */
export interface ReportColumn {
  readonly label: string;
  readonly write: (row: ReportRow) => string;
}

/** A figure of a row: its name in the API's answer, its label and its kind. */
export type Figure = readonly [name: string, label: string, kind: FigureKind];

/** The figures of the traffic in a report. */
export const trafficFigures: readonly Figure[] = [
  ["requests", "Requests", "count"],
  ["issued", "Ads", "count"],
  ["noAd", "No ad", "count"],
  ["seen", "Seen", "count"],
  ["presses", "Presses", "count"],
  ["clicks", "Clicks", "count"],
  ["reported", "Reported", "count"],
  ["rejected", "Rejected", "count"],
  ["fillRate", "Fill", "rate"],
  ["viewRate", "View rate", "rate"],
  ["clickThroughRate", "CTR", "rate"],
  ["excludedShare", "Excluded", "rate"],
  ["markedShare", "Marked", "rate"],
];

/** The figures of the money in a report. */
export const moneyFigures: readonly Figure[] = [
  ["charges", "Billed", "count"],
  ["spendMicros", "Spend", "amounts"],
  ["earningsMicros", "Earnings", "amounts"],
  ["adjustedMicros", "Adjusted", "amounts"],
  ["adjustedEarningsMicros", "Adjusted earnings", "amounts"],
  ["ecpmMicros", "eCPM", "averages"],
];

/** Not shown where the total is 0. */
const rare: ReadonlySet<string> = new Set(["adjustedMicros", "adjustedEarningsMicros"]);

interface Rows {
  readonly lines: readonly ReportRow[];
  readonly total: ReportRow;
}

/** The figures that the total has, because the role sees them. */
export function figureColumns(
  figures: readonly Figure[],
  { lines, total }: Rows,
  formats: NumberFormats,
): readonly ReportColumn[] {
  return figures
    .filter(([name]) => name in total && !(rare.has(name) && numberIn(total, name) === 0))
    .map(([name, label, kind]) => {
      const values = [...lines, total].map((row) => rateIn(row, name)).filter((value) => value !== null);
      const format = formatOf(kind, formats)(values);
      return {
        label: labelOf(label, kind, formats),
        write: (row) => {
          const value = rateIn(row, name);
          return value === null ? "–" : format(value);
        },
      };
    });
}
