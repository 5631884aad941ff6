import type { Count, CountField, CountQuery, CountTotal } from "../../core/storage.ts";

type MutableTotal = { -readonly [Field in keyof CountTotal]: CountTotal[Field] };

/** Lines that differ only in what was shown. */
interface Place {
  readonly shared: Omit<Count, "campaignId" | "creativeId" | "topicId" | "n">;
  readonly lines: Map<string, Line>;
}

type Line = Pick<Count, "campaignId" | "creativeId" | "topicId"> & { n: number };

/**
 * Adds up lines of statistics that have the same fields. In two steps, as the core's counter does: there can be a line for
 * each campaign every few seconds, and they come place by place.
 */
export class CountTable {
  readonly #places = new Map<string, Place>();

  add(counts: readonly Count[]): void {
    let place: Place | undefined;
    for (const count of counts) {
      if (place === undefined || !isAt(place.shared, count)) place = this.#placeOf(count);
      const { campaignId, creativeId, topicId, n } = count;
      const key = `${campaignId}\0${creativeId}\0${topicId}`;
      const line = place.lines.get(key);
      if (line === undefined) place.lines.set(key, { campaignId, creativeId, topicId, n });
      else line.n += n;
    }
  }

  /** Looks at every line of the places that are asked for. */
  read(query: CountQuery): readonly CountTotal[] {
    const totals = new Map<string, MutableTotal>();
    for (const { shared, lines } of this.#places.values()) {
      if (!isAskedFor(shared, query)) continue;
      for (const line of lines.values()) {
        if (query.campaignIds?.includes(line.campaignId) === false) continue;
        const count: Count = { ...shared, ...line };
        const key = JSON.stringify(query.by.map((field) => count[field]));
        const total = totals.get(key) ?? { ...only(query.by, count), n: 0 };
        total.n += line.n;
        totals.set(key, total);
      }
    }
    return [...totals.values()].sort((a, b) => b.n - a.n).slice(0, query.limit);
  }

  all(): readonly Count[] {
    return [...this.#places.values()].flatMap(({ shared, lines }) =>
      Array.from(lines.values(), (line) => ({ ...shared, ...line })),
    );
  }

  #placeOf({ hour, metric, reason, platformId, placement, format, language }: Count): Place {
    const key = JSON.stringify([hour, metric, reason, platformId, placement, format, language]);
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    const shared = { hour, metric, reason, platformId, placement, format, language };
    const place: Place = { shared, lines: new Map() };
    this.#places.set(key, place);
    return place;
  }
}

function isAt(place: Place["shared"], count: Count): boolean {
  return (
    place.hour === count.hour &&
    place.metric === count.metric &&
    place.reason === count.reason &&
    place.platformId === count.platformId &&
    place.placement === count.placement &&
    place.format === count.format &&
    place.language === count.language
  );
}

function isAskedFor(place: Place["shared"], { from, to, metrics, platformIds }: CountQuery): boolean {
  return (
    place.hour >= from &&
    place.hour < to &&
    metrics.includes(place.metric) &&
    (platformIds === undefined || platformIds.includes(place.platformId))
  );
}

function only(fields: readonly CountField[], line: Count): Partial<Omit<Count, "n">> {
  return Object.fromEntries(fields.map((field) => [field, line[field]]));
}
