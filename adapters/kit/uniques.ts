import { maxTotals } from "../../core/storage/counts.ts";
import type { UniquesField, UniquesQuery, UniquesTotal } from "../../core/storage/report-store.ts";
import { textOf } from "./stored-values.ts";

/** Counts distinct values in each range and for each combination of fields, in memory. */
export interface UniquesCounter {
  /** `values` are those of the query's fields `by`, in their order. */
  readonly add: (range: number, values: readonly string[], one: string) => void;
  /** The answer of `readUniques`. */
  readonly totals: () => readonly UniquesTotal[];
}

/** A counter for a store that reads its deliveries itself. Its memory grows with the number of users or networks in the ranges. */
export function countUniques({ ranges, by = [], limit = maxTotals }: UniquesQuery): UniquesCounter {
  const found = ranges.map(() => new Map<string, Set<string>>());
  return {
    add: (range, values, one) => {
      const key = JSON.stringify(values);
      const group = found[range]?.get(key) ?? new Set();
      found[range]?.set(key, group.add(one));
    },
    totals: () => {
      const totals = found.flatMap((groups, range) => {
        if (by.length === 0) return [{ range, n: groups.get("[]")?.size ?? 0 }];
        const counted = [...groups].map(([key, { size }]) => uniquesTotal(range, size, by, JSON.parse(key)));
        return counted.sort((a, b) => b.n - a.n);
      });
      return totals.slice(0, limit);
    },
  };
}

/** A number of users or networks; `values` are those of the fields `by`, in their order. */
export function uniquesTotal(
  range: number,
  n: number,
  by: readonly UniquesField[],
  values: readonly unknown[],
): UniquesTotal {
  const fields = by.map((field, place) => [field, textOf(values[place])]);
  return { ...Object.fromEntries(fields), range, n };
}
