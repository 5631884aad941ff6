import type { Count } from "../storage/counts.ts";
import type { EpochMs } from "../timing/clock.ts";

/** The fields of a count except those of the ad. */
export type CountContext = Omit<Count, keyof CountedAd | "n">;

/** The fields of a count that identify the ad. */
export type CountedAd = Pick<Count, "advertiser" | "campaignId" | "creativeId" | "topicId">;

type Line = CountedAd & { n: number };

interface Group {
  readonly shared: CountContext;
  /** By topic, then by creative: a combined key would be a new string for each event. */
  readonly lines: Map<string, Map<string, Line>>;
}

/** Contexts are few and repeat: comparing with the last ones costs less than making a key. */
const mostRecent = 16;

/** Adds up counts that have equal fields. */
export class CountLines {
  readonly #most: number;
  #groups = new Map<string, Group>();
  #recent: Group[] = [];
  #oldest = 0;
  #size = 0;
  /** The number of events of the dropped lines. */
  dropped = 0;

  /** `most`: the most lines. Further lines are dropped. Default: unlimited. */
  constructor(most: number = Number.POSITIVE_INFINITY) {
    this.#most = most;
  }

  /** Adds `n` to the line of a context and an ad. */
  add(context: CountContext, ad: CountedAd, n: number): void {
    const { advertiser, campaignId, creativeId, topicId } = ad;
    const ofTopic = this.#ofTopic(this.#groupOf(context), topicId);
    let key = creativeId;
    let line = ofTopic.get(key);
    if (line !== undefined && (line.campaignId !== campaignId || line.advertiser !== advertiser)) {
      // A creative has one campaign and one advertiser, so it was moved within the hour.
      key = `${creativeId}\0${campaignId}\0${advertiser}`;
      line = ofTopic.get(key);
    }
    if (line !== undefined) line.n += n;
    else if (this.#size < this.#most) {
      ofTopic.set(key, { advertiser, campaignId, creativeId, topicId, n });
      this.#size += 1;
    } else this.dropped += n;
  }

  /** The number of lines. */
  get size(): number {
    return this.#size;
  }

  /** The lines of all contexts that are wanted. */
  *read(isWanted: (context: CountContext) => boolean = () => true): Generator<Count> {
    for (const { shared, lines } of this.#groups.values()) {
      if (!isWanted(shared)) continue;
      for (const ofTopic of lines.values()) for (const line of ofTopic.values()) yield { ...shared, ...line };
    }
  }

  /** Drops the lines of all hours that began before this instant. */
  dropBefore(before: EpochMs): void {
    for (const [key, { shared, lines }] of this.#groups) {
      if (shared.hour >= before) continue;
      for (const ofTopic of lines.values()) this.#size -= ofTopic.size;
      this.#groups.delete(key);
    }
    this.#recent = this.#recent.filter(({ shared }) => shared.hour >= before);
    this.#oldest = 0;
  }

  /** Drops all lines. */
  clear(): void {
    this.#groups = new Map();
    this.#recent = [];
    this.#oldest = 0;
    this.#size = 0;
  }

  #ofTopic({ lines }: Group, topicId: string): Map<string, Line> {
    const known = lines.get(topicId);
    if (known !== undefined) return known;
    const made = new Map<string, Line>();
    // An empty group takes memory, too.
    if (this.#size < this.#most) lines.set(topicId, made);
    return made;
  }

  #groupOf(fields: CountContext): Group {
    for (const group of this.#recent) if (isEqual(group.shared, fields)) return group;
    const { hour, metric, reason, publisherId, platformId, placement, apiKeyId, format, language } = fields;
    const key = `${hour}\0${metric}\0${reason}\0${publisherId}\0${platformId}\0${placement}\0${apiKeyId}\0${format}\0${language}`;
    const known = this.#groups.get(key);
    const shared = { hour, metric, reason, publisherId, platformId, placement, apiKeyId, format, language };
    const group = known ?? { shared, lines: new Map() };
    // An empty group takes memory, too.
    if (known === undefined && this.#size >= this.#most) return group;
    this.#groups.set(key, group);
    this.#recent[this.#oldest] = group;
    this.#oldest = (this.#oldest + 1) % mostRecent;
    return group;
  }
}

function isEqual(one: CountContext, other: CountContext): boolean {
  return (
    one.metric === other.metric &&
    one.language === other.language &&
    one.placement === other.placement &&
    one.platformId === other.platformId &&
    one.publisherId === other.publisherId &&
    one.apiKeyId === other.apiKeyId &&
    one.format === other.format &&
    one.reason === other.reason &&
    one.hour === other.hour
  );
}
