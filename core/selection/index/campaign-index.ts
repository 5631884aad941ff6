import type { Campaign, CreativeVersion } from "../../catalog/entities.ts";
import type { ExclusionReason } from "../active-set.ts";
import type { Candidate } from "../eligibility.ts";
import type { PlatformExclusions } from "../platform-exclusions.ts";
import type { Clause } from "./clause.ts";
import { DenseSet } from "./dense-set.ts";
import type { IdTable } from "./id-table.ts";
import { firstFrom, type SetBuilder } from "./position-set.ts";
import type { QueryClauseCache } from "./query-clause-cache.ts";
import type { ScheduleIndex } from "./schedule-index.ts";
import type { Targets } from "./targets.ts";

/** The parts of an index. A position is an index in the order of the bounds, the largest first. */
export interface IndexParts {
  /** By position. */
  readonly campaigns: readonly Campaign[];
  /** Grouped by the position of their campaign. */
  readonly creatives: readonly CreativeVersion[];
  /** Creatives whose campaign is not in the index. */
  readonly orphans: readonly CreativeVersion[];
  /** The index in `creatives` at which those of each position begin; one entry more than there are positions. */
  readonly creativeStarts: Uint32Array;
  /** By position: the upper bound of the campaign's worth, before relevance. */
  readonly bounds: Float64Array;
  /** Prefix sums of the weights; one entry more than there are positions. `undefined`: all weights are 1. */
  readonly weightsBefore: Uint32Array | undefined;
  /** Positions by campaign id. */
  readonly positions: IdTable;
  readonly targets: Targets;
  readonly schedule: ScheduleIndex;
  /** Positions of campaigns that are active and have a creative. */
  readonly listed: DenseSet;
}

/** Up to this many campaigns, checking each one is faster than combining sets. */
const fewCampaigns = 32;

/** Campaigns compiled for selection. The order and the targeting never change; `listed` and `active` do. */
export class CampaignIndex {
  readonly parts: IndexParts;
  /** Positions that are listed and not excluded for any reason. */
  readonly active: DenseSet;
  /** The candidates by position, when there are at most {@link fewCampaigns}. */
  readonly few: readonly Candidate[] | undefined;
  /** Excluded positions, by reason. */
  readonly out: Map<ExclusionReason, DenseSet> = new Map();
  /** The cache of `query-clauses.ts`. */
  readonly clauseCache: QueryClauseCache = [];
  /** The cache of `blocked.ts`. */
  readonly blockedCache: Map<PlatformExclusions, readonly Clause[]> = new Map();
  /** The positions of each advertiser. `undefined`: not collected, because no platform excluded one at the time of the build. */
  advertisers: ReadonlyMap<string, SetBuilder> | undefined;
  /** The last tie group (positions of equal bound): request after request needs the same one. */
  #tieGroup = { first: 0, after: 0 };

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

  /** Number of positions. */
  get size(): number {
    return this.parts.campaigns.length;
  }

  /** The creatives of a campaign, also of one that is not in the index. */
  creativesOf(campaignId: string): readonly CreativeVersion[] {
    const position = this.parts.positions.find(campaignId);
    if (position >= 0) return this.creativesAt(position);
    return this.parts.orphans.filter(({ creative }) => creative.campaignId === campaignId);
  }

  /** The creatives of the campaign at a position. */
  creativesAt(position: number): readonly CreativeVersion[] {
    const { creativeStarts, creatives } = this.parts;
    const start = creativeStarts[position] ?? 0;
    const end = creativeStarts[position + 1] ?? 0;
    const first = creatives[start];
    return first !== undefined && end - start === 1 ? [first] : creatives.slice(start, end);
  }

  /** The share of the creatives of the campaign at a position that are among these: 0 for none, 1 for all. */
  shareAmong(position: number, creativeIds: readonly string[]): number {
    if (creativeIds.length === 0) return 0;
    const { creativeStarts, creatives } = this.parts;
    const start = creativeStarts[position] ?? 0;
    const end = creativeStarts[position + 1] ?? 0;
    let among = 0;
    for (let at = start; at < end; at++) {
      if (creativeIds.includes(creatives[at]?.creative.id ?? "")) among += 1;
    }
    return among / (end - start);
  }

  /** The end of the tie group of a position: the first position behind it with another bound. */
  tieGroupEnd(position: number): number {
    const { first, after } = this.#tieGroup;
    if (position >= first && position < after) return after;
    this.#tieGroup = { first: position, after: lastOf(this.parts.bounds, position) + 1 };
    return this.#tieGroup.after;
  }

  /** The weight of all campaigns from `first` to before `after`. */
  weightOf(first: number, after: number): number {
    const { weightsBefore } = this.parts;
    return weightsBefore === undefined
      ? after - first
      : (weightsBefore[after] ?? 0) - (weightsBefore[first] ?? 0);
  }

  /** The position that contains the weight at this offset from `first`. A uniform offset draws positions by weight. */
  atWeight(first: number, weight: number): number {
    const { weightsBefore } = this.parts;
    const at = Math.floor(weight);
    if (weightsBefore === undefined) return first + at;
    return firstFrom(weightsBefore, (weightsBefore[first] ?? 0) + at + 1, first) - 1;
  }

  /** Removes a campaign for good: it was removed, or a newer index lists it. */
  unlist(campaignId: string): void {
    const position = this.parts.positions.find(campaignId);
    if (position < 0 || !this.parts.listed.has(position)) return;
    this.parts.listed.delete(position);
    this.active.delete(position);
  }

  /** Excludes a campaign for these reasons, or includes it again when there are none. */
  setOut(campaignId: string, reasons: ReadonlySet<ExclusionReason>): void {
    const position = this.parts.positions.find(campaignId);
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
