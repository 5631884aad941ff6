import type { Report, ReportLine } from "./report.ts";

const columns: readonly Exclude<keyof ReportLine, "of">[] = [
  "requests",
  "issued",
  "noAd",
  "seen",
  "presses",
  "clicks",
  "reported",
  "rejected",
  "charges",
  "spendMicros",
  "earningsMicros",
  "adjustedMicros",
  "adjustedEarningsMicros",
  "fillRate",
  "viewRate",
  "clickThroughRate",
  "ecpmMicros",
  "excluded",
  "marked",
  "excludedShare",
  "markedShare",
];

/**
 * A report as CSV: a header and its lines, without the total. The header of an amount names the currency: `spendMicros (EUR)`.
 * `hidden` columns are omitted.
 */
export function reportAsCsv(
  report: Report,
  currency: string,
  hidden: readonly (keyof ReportLine)[] = [],
): string {
  const shown = columns.filter((column) => !hidden.includes(column));
  const header = [...report.dimensions, ...shown.map((name) => headOf(name, currency))];
  const lines = report.lines.map((line) => [...line.of, ...shown.map((column) => line[column] ?? "")]);
  return asCsv([header, ...lines]);
}

/** The head of a column. Amounts name their currency. */
export function headOf(name: string, currency: string): string {
  return name.endsWith("Micros") ? `${name} (${currency})` : name;
}

/** Rows as CSV (RFC 4180). A value that a spreadsheet would read as a formula gets a leading apostrophe. */
export function asCsv(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((cells) => `${cells.map(cell).join(",")}\r\n`).join("");
}

function cell(value: string | number): string {
  if (typeof value === "number") return String(value);
  const inert = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
