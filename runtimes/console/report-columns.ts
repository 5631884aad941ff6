import { countOf, moneyOf, rateOf } from "./amounts.ts";
import { numberIn, type ReportRow, rateIn } from "./report-answer.ts";

/** The label and the format of a report's figure. A role sees the figures in its answer. */
export interface ReportColumn {
  readonly name: string;
  readonly label: string;
  readonly write: (value: number) => string;
  /** Not shown where the total is 0. */
  readonly isRare?: boolean;
}

const reportColumns: readonly ReportColumn[] = [
  { name: "requests", label: "Requests", write: countOf },
  { name: "issued", label: "Ads", write: countOf },
  { name: "noAd", label: "No ad", write: countOf },
  { name: "seen", label: "Seen", write: countOf },
  { name: "presses", label: "Presses", write: countOf },
  { name: "clicks", label: "Clicks", write: countOf },
  { name: "rejected", label: "Rejected", write: countOf },
  { name: "charges", label: "Billed", write: countOf },
  { name: "spendMicros", label: "Spend", write: moneyOf },
  { name: "earningsMicros", label: "Earnings", write: moneyOf },
  { name: "adjustedMicros", label: "Adjusted", write: moneyOf, isRare: true },
  { name: "adjustedEarningsMicros", label: "Adjusted earnings", write: moneyOf, isRare: true },
  { name: "fillRate", label: "Fill", write: rateOf },
  { name: "viewRate", label: "View rate", write: rateOf },
  { name: "clickThroughRate", label: "CTR", write: rateOf },
  { name: "ecpmMicros", label: "eCPM", write: moneyOf },
  { name: "excludedShare", label: "Excluded", write: rateOf },
  { name: "markedShare", label: "Marked", write: rateOf },
];

export function shownColumns(total: ReportRow): readonly ReportColumn[] {
  return reportColumns.filter(
    ({ name, isRare = false }) => name in total && !(isRare && numberIn(total, name) === 0),
  );
}

export function writeCell({ name, write }: ReportColumn, row: ReportRow): string {
  const value = rateIn(row, name);
  return value === null ? "–" : write(value);
}
