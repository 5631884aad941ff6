import type { Campaign } from "../../catalog/entities.ts";
import { Clause, ClauseReader } from "./clause.ts";

/**
 * The campaigns of all but some advertisers, each checked when it is read. Slower than a set, and needs no preparation: a large
 * index uses it until an index with advertisers takes its place.
 */
export class NotOfAdvertisers extends Clause {
  readonly #campaigns: readonly Campaign[];
  readonly #advertisers: ReadonlySet<string>;

  constructor(campaigns: readonly Campaign[], advertisers: ReadonlySet<string>) {
    super([]);
    this.#campaigns = campaigns;
    this.#advertisers = advertisers;
  }

  override has(position: number): boolean {
    const campaign = this.#campaigns[position];
    return campaign !== undefined && !this.#advertisers.has(campaign.advertiser);
  }

  /** The positions of a word, a bit each. */
  bitsOf(word: number): number {
    let bits = 0;
    for (let bit = 0; bit < 32; bit++) if (this.has((word << 5) + bit)) bits |= 1 << bit;
    return bits;
  }

  override keepIn(words: Uint32Array): void {
    for (const [word, bits] of words.entries()) if (bits !== 0) words[word] = bits & this.bitsOf(word);
  }

  override open(): ClauseReader {
    return new CampaignReader(this);
  }
}

class CampaignReader extends ClauseReader {
  readonly #clause: NotOfAdvertisers;

  constructor(clause: NotOfAdvertisers) {
    super([]);
    this.#clause = clause;
  }

  override nextBlock(block: number): number {
    return block;
  }

  override summary(): number {
    return -1;
  }

  override word(word: number): number {
    return this.#clause.bitsOf(word);
  }
}
