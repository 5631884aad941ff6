import type { Count, CountField, CountQuery, CountTotal } from "../../core/storage.ts";

type MutableTotal = { -readonly [Field in keyof CountTotal]: CountTotal[Field] };

/** Adds up lines of statistics that have the same fields. */
export class CountTable {
  readonly #lines = new Map<string, Count>();

  add(counts: readonly Count[]): void {
    for (const count of counts) {
      const key = keyOf(count);
      this.#lines.set(key, { ...count, n: count.n + (this.#lines.get(key)?.n ?? 0) });
    }
  }

  /** Looks at every line there is. */
  read(query: CountQuery): readonly CountTotal[] {
    const totals = new Map<string, MutableTotal>();
    for (const line of this.#lines.values()) {
      if (!isAskedFor(line, query)) continue;
      const key = JSON.stringify(query.by.map((field) => line[field]));
      const total = totals.get(key) ?? { ...only(query.by, line), n: 0 };
      total.n += line.n;
      totals.set(key, total);
    }
    return [...totals.values()].sort((a, b) => b.n - a.n).slice(0, query.limit);
  }

  all(): readonly Count[] {
    return [...this.#lines.values()];
  }
}

function keyOf(count: Count): string {
  const { hour, metric, reason, platformId, placement, format, language } = count;
  const { campaignId, creativeId, topicId } = count;
  const fields = [hour, metric, reason, platformId, placement, format, language];
  return JSON.stringify([...fields, campaignId, creativeId, topicId]);
}

function isAskedFor(line: Count, { from, to, metrics, platformIds, campaignIds }: CountQuery): boolean {
  return (
    line.hour >= from &&
    line.hour < to &&
    metrics.includes(line.metric) &&
    (platformIds === undefined || platformIds.includes(line.platformId)) &&
    (campaignIds === undefined || campaignIds.includes(line.campaignId))
  );
}

function only(fields: readonly CountField[], line: Count): Partial<Omit<Count, "n">> {
  return Object.fromEntries(fields.map((field) => [field, line[field]]));
}
