import type { Campaign, CreativeVersion } from "../../catalog/entities.ts";
import type { OutReason } from "../active-set.ts";
import type { Candidate } from "../eligibility.ts";
import { DenseSet } from "./dense-set.ts";
import type { IdTable } from "./id-table.ts";
import { firstFrom } from "./position-set.ts";
import type { AskedSlots } from "./query-clause-cache.ts";
import type { ScheduleIndex } from "./schedule-index.ts";
import type { Targets } from "./targets.ts";

/** What an index is made of. A position is a place in the order of the bounds, the largest first. */
export interface IndexParts {
  readonly campaigns: readonly Campaign[];
  readonly creatives: readonly CreativeVersion[];
  /** Creatives of campaigns that are not there. */
  readonly orphans: readonly CreativeVersion[];
  /** Where the creatives of each position begin in `creatives`; one more than there are positions. */
  readonly creativeStarts: Uint32Array;
  /** The most that a campaign can be worth, before relevance. */
  readonly bounds: Float64Array;
  /** Sums of the weights of all positions before; one more than there are positions. `undefined`: all weigh 1. */
  readonly weightsBefore: Uint32Array | undefined;
  readonly places: IdTable;
  readonly targets: Targets;
  readonly agenda: ScheduleIndex;
  /** Positions of campaigns that can be shown at all. */
  readonly listed: DenseSet;
}

/** So many campaigns are judged one by one in less time than sets are put together. */
const fewCampaigns = 32;

/** Campaigns compiled for choosing. Its order and targeting never change; who is listed and active does. */
export class CampaignIndex {
  readonly parts: IndexParts;
  /** Listed, and not out for any reason. */
  readonly active: DenseSet;
  /** The campaigns by position with their creatives, where there are so few that these are kept. */
  readonly few: readonly Candidate[] | undefined;
  /** Those that are out, by reason. */
  readonly out: Map<OutReason, DenseSet> = new Map();
  /** Kept by `slot-families.ts`: what never changes about slots that were asked for. */
  readonly asked: AskedSlots = [];
  /** The row of equal bounds that was asked for last: request after request it is the same one. */
  #row = { first: 0, after: 0 };

  constructor(parts: IndexParts) {
    this.parts = parts;
    this.active = new DenseSet(parts.campaigns.length);
    this.active.words.set(parts.listed.words);
    this.active.summary.set(parts.listed.summary);
    this.active.top.set(parts.listed.top);
    this.few =
      parts.campaigns.length > fewCampaigns
        ? undefined
        : parts.campaigns.map((campaign, position) => ({ campaign, creatives: this.creativesAt(position) }));
  }

  get size(): number {
    return this.parts.campaigns.length;
  }

  creativesOf(campaignId: string): readonly CreativeVersion[] {
    const position = this.parts.places.find(campaignId);
    if (position >= 0) return this.creativesAt(position);
    return this.parts.orphans.filter(({ creative }) => creative.campaignId === campaignId);
  }

  creativesAt(position: number): readonly CreativeVersion[] {
    const { creativeStarts, creatives } = this.parts;
    const start = creativeStarts[position] ?? 0;
    const end = creativeStarts[position + 1] ?? 0;
    const first = creatives[start];
    return first !== undefined && end - start === 1 ? [first] : creatives.slice(start, end);
  }

  /** Whether the campaign at a position has a creative. */
  hasCreative(position: number, creativeId: string): boolean {
    const { creativeStarts, creatives } = this.parts;
    const end = creativeStarts[position + 1] ?? 0;
    for (let at = creativeStarts[position] ?? 0; at < end; at++) {
      if (creatives[at]?.creative.id === creativeId) return true;
    }
    return false;
  }

  /** The first position behind the row of equal bounds that a position is in. */
  rowEnd(position: number): number {
    const { first, after } = this.#row;
    if (position >= first && position < after) return after;
    this.#row = { first: position, after: lastOf(this.parts.bounds, position) + 1 };
    return this.#row.after;
  }

  /** The weight of all campaigns from `first` to before `after`. */
  weightOf(first: number, after: number): number {
    const { weightsBefore } = this.parts;
    return weightsBefore === undefined
      ? after - first
      : (weightsBefore[after] ?? 0) - (weightsBefore[first] ?? 0);
  }

  /** The position in which so much weight from `first` on ends: a part of a row's weight drawn evenly draws by weight. */
  atWeight(first: number, weight: number): number {
    const { weightsBefore } = this.parts;
    const at = Math.floor(weight);
    if (weightsBefore === undefined) return first + at;
    return firstFrom(weightsBefore, (weightsBefore[first] ?? 0) + at + 1, first) - 1;
  }

  /** Takes a campaign out for good: it was removed, or a newer index has it. */
  unlist(campaignId: string): void {
    const position = this.parts.places.find(campaignId);
    if (position < 0 || !this.parts.listed.has(position)) return;
    this.parts.listed.delete(position);
    this.active.delete(position);
  }

  /** Takes a campaign from the active set for these reasons, or puts it back for none. */
  setOut(campaignId: string, reasons: ReadonlySet<OutReason>): void {
    const position = this.parts.places.find(campaignId);
    if (position < 0) return;
    if (reasons.size === 0 && this.parts.listed.has(position)) this.active.add(position);
    else this.active.delete(position);
    for (const [reason, set] of this.out) if (!reasons.has(reason)) set.delete(position);
    for (const reason of reasons) {
      const set = this.out.get(reason) ?? new DenseSet(this.size);
      this.out.set(reason, set);
      set.add(position);
    }
  }
}

/** The last index of the value at `index`; values do not ascend. */
function lastOf(values: Float64Array, index: number): number {
  const value = values[index] ?? 0;
  let low = index;
  let high = values.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (values[middle] === value) low = middle;
    else high = middle - 1;
  }
  return low;
}
