import { type CountContext, CountLines } from "../../core/reporting/count-lines.ts";
import type { Count, CountField, CountQuery, CountTotal } from "../../core/storage/counts.ts";
import type { EpochMs } from "../../core/timing/clock.ts";

type MutableTotal = { -readonly [Field in keyof CountTotal]: CountTotal[Field] };

/** The statistics: there can be a line for each campaign every few seconds. */
export class CountTable {
  readonly #lines = new CountLines();

  add(counts: readonly Count[]): void {
    for (const count of counts) this.#lines.add(count, count, count.n);
  }

  /** Looks at every line of the places that are asked for. */
  read(query: CountQuery): readonly CountTotal[] {
    const totals = new Map<string, MutableTotal>();
    for (const count of this.#lines.read((place) => isAskedFor(place, query))) {
      if (query.campaignIds?.includes(count.campaignId) === false) continue;
      if (query.advertisers?.includes(count.advertiser) === false) continue;
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

function isAskedFor(place: CountContext, query: CountQuery): boolean {
  return (
    place.hour >= query.from &&
    place.hour < query.to &&
    query.metrics.includes(place.metric) &&
    query.publisherIds?.includes(place.publisherId) !== false &&
    query.apiKeyIds?.includes(place.apiKeyId) !== false &&
    query.platformIds?.includes(place.platformId) !== false
  );
}

function only(fields: readonly CountField[], line: Count): Partial<Omit<Count, "n">> {
  return Object.fromEntries(fields.map((field) => [field, line[field]]));
}
