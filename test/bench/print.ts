import { type BenchResult, isReached, type Ratio } from "./result.ts";
import type { SideFigures } from "./rounds.ts";

/** A result as text: a line per side, then a line per ratio. */
export function printResult(result: BenchResult): string {
  const sides = [
    ["", "requests/s", "p50 ms", "p99 ms", "CPU µs/request", "cores", "peak RSS MB"],
    ...result.sides.map(sideRow),
  ];
  const ratios = [["", "ratio", "goal", ""], ...result.ratios.map(ratioRow)];
  return `${result.title}\n${table(sides)}\n${table(ratios)}`;
}

function sideRow(side: SideFigures): readonly string[] {
  return [
    side.name,
    side.perSecond.toFixed(0),
    side.p50.toFixed(2),
    side.p99.toFixed(2),
    side.cpuMicrosPerRequest.toFixed(1),
    side.busy.toFixed(2),
    (side.peakRssBytes / 1024 / 1024).toFixed(0),
  ];
}

function ratioRow(ratio: Ratio): readonly string[] {
  const { goal } = ratio;
  const wanted = goal === undefined ? "" : "atLeast" in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`;
  const verdict = isReached(ratio);
  return [
    ratio.name,
    ratio.value.toFixed(2),
    wanted,
    verdict === undefined ? "" : verdict ? "reached" : "NOT reached",
  ];
}

/** Columns aligned: the first to the left, the others to the right. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? "").length)),
  );
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join("  ")
      .trimEnd();
  return `${rows.map((row) => `  ${line(row)}`).join("\n")}\n`;
}
