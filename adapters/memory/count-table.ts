import { CountLines } from "../../core/reporting/count-lines.ts";
import type { Count, CountField, CountQuery, CountTotal } from "../../core/storage/counts.ts";
import type { EpochMs } from "../../core/timing/clock.ts";
import { isOfOwners } from "./reports.ts";

type MutableTotal = { -readonly [Field in keyof CountTotal]: CountTotal[Field] };

/** The statistics: there can be a line for each campaign every few seconds. */
export class CountTable {
  readonly #lines = new CountLines();

  add(counts: readonly Count[]): void {
    for (const count of counts) this.#lines.add(count, count, count.n);
  }

  /** Reads every line of the query's hours and metrics. */
  read(query: CountQuery): readonly CountTotal[] {
    const totals = new Map<string, MutableTotal>();
    const { from, to, metrics } = query;
    const lines = this.#lines.read(
      ({ hour, metric }) => hour >= from && hour < to && metrics.includes(metric),
    );
    for (const count of lines) {
      if (!isOfOwners(count, query)) continue;
      const key = JSON.stringify(query.by.map((field) => count[field]));
      const total = totals.get(key) ?? { ...only(query.by, count), n: 0 };
      total.n += count.n;
      totals.set(key, total);
    }
    return [...totals.values()].sort((a, b) => b.n - a.n).slice(0, query.limit);
  }

  /** Drops hours that began before `before`. */
  drop(before: EpochMs): void {
    this.#lines.dropBefore(before);
  }

  all(): readonly Count[] {
    return [...this.#lines.read()];
  }
}

function only(fields: readonly CountField[], line: Count): Partial<Omit<Count, "n">> {
  return Object.fromEntries(fields.map((field) => [field, line[field]]));
}
