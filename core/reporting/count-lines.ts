import type { Count } from "../storage/counts.ts";
import type { EpochMs } from "../timing/clock.ts";

/** What lines have in common that differ only in what was shown. */
export type CountPlace = Omit<Count, keyof CountShown | "n">;

/** What was shown, and whose it was. */
export type CountShown = Pick<Count, "advertiser" | "campaignId" | "creativeId" | "topicId">;

type Line = CountShown & { n: number };

interface Place {
  readonly shared: CountPlace;
  /** By topic and by creative: both ids are at hand, and a key of both would have to be made for each happening. */
  readonly lines: Map<string, Map<string, Line>>;
}

/** Places are few and come again and again: comparing with the last ones costs less than making a key. */
const mostRecent = 16;

/** Adds up lines of statistics that have the same fields. */
export class CountLines {
  readonly #most: number;
  #places = new Map<string, Place>();
  #recent: Place[] = [];
  #oldest = 0;
  #size = 0;

  /** `most`: past so many lines new ones are dropped. */
  constructor(most: number = Number.POSITIVE_INFINITY) {
    this.#most = most;
  }

  /** Adds `n` at a place, of what was shown there. */
  add(place: CountPlace, shown: CountShown, n: number): void {
    const { advertiser, campaignId, creativeId, topicId } = shown;
    const ofTopic = this.#ofTopic(this.#placeOf(place), topicId);
    let key = creativeId;
    let line = ofTopic.get(key);
    if (line !== undefined && (line.campaignId !== campaignId || line.advertiser !== advertiser)) {
      // A creative has one campaign and one advertiser, so this one was moved within the hour.
      key = `${creativeId}\0${campaignId}\0${advertiser}`;
      line = ofTopic.get(key);
    }
    if (line !== undefined) line.n += n;
    else if (this.#size < this.#most) {
      ofTopic.set(key, { advertiser, campaignId, creativeId, topicId, n });
      this.#size += 1;
    }
  }

  /** Each line of the places that are asked for. */
  *read(isWanted: (place: CountPlace) => boolean = () => true): Generator<Count> {
    for (const { shared, lines } of this.#places.values()) {
      if (!isWanted(shared)) continue;
      for (const ofTopic of lines.values()) for (const line of ofTopic.values()) yield { ...shared, ...line };
    }
  }

  /** Drops the lines of all hours that began before this instant. */
  dropBefore(before: EpochMs): void {
    for (const [key, { shared, lines }] of this.#places) {
      if (shared.hour >= before) continue;
      for (const ofTopic of lines.values()) this.#size -= ofTopic.size;
      this.#places.delete(key);
    }
    this.#recent = this.#recent.filter(({ shared }) => shared.hour >= before);
    this.#oldest = 0;
  }

  clear(): void {
    this.#places = new Map();
    this.#recent = [];
    this.#oldest = 0;
    this.#size = 0;
  }

  #ofTopic({ lines }: Place, topicId: string): Map<string, Line> {
    const known = lines.get(topicId);
    if (known !== undefined) return known;
    const made = new Map<string, Line>();
    // One without a line takes room as well.
    if (this.#size < this.#most) lines.set(topicId, made);
    return made;
  }

  #placeOf(fields: CountPlace): Place {
    for (const place of this.#recent) if (isAt(place.shared, fields)) return place;
    const { hour, metric, reason, publisherId, platformId, placement, apiKeyId, format, language } = fields;
    const key = `${hour}\0${metric}\0${reason}\0${publisherId}\0${platformId}\0${placement}\0${apiKeyId}\0${format}\0${language}`;
    const known = this.#places.get(key);
    const shared = { hour, metric, reason, publisherId, platformId, placement, apiKeyId, format, language };
    const place = known ?? { shared, lines: new Map() };
    // One without a line takes room as well.
    if (known === undefined && this.#size >= this.#most) return place;
    this.#places.set(key, place);
    this.#recent[this.#oldest] = place;
    this.#oldest = (this.#oldest + 1) % mostRecent;
    return place;
  }
}

function isAt(place: CountPlace, other: CountPlace): boolean {
  return (
    place.metric === other.metric &&
    place.language === other.language &&
    place.placement === other.placement &&
    place.platformId === other.platformId &&
    place.publisherId === other.publisherId &&
    place.apiKeyId === other.apiKeyId &&
    place.format === other.format &&
    place.reason === other.reason &&
    place.hour === other.hour
  );
}
