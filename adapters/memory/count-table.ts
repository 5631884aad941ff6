import type { Count } from "../../core/storage.ts";

/** Adds up lines of statistics that have the same fields. */
export class CountTable {
  readonly #lines = new Map<string, Count>();

  add(counts: readonly Count[]): void {
    for (const count of counts) {
      const { hour, metric, reason, platformId, placement, format, language } = count;
      const key = JSON.stringify([hour, metric, reason, platformId, placement, format, language]);
      this.#lines.set(key, { ...count, n: count.n + (this.#lines.get(key)?.n ?? 0) });
    }
  }

  all(): readonly Count[] {
    return [...this.#lines.values()];
  }
}
