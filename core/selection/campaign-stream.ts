import type { Campaign, CreativeVersion } from "../catalog/entities.ts";
import { fittingCreatives, type NoAdReason, type Slot } from "./eligibility.ts";
import type { CampaignIndex } from "./index/campaign-index.ts";
import type { Clause } from "./index/clause.ts";
import { end } from "./index/dense-set.ts";
import { ListScan } from "./index/list-scan.ts";
import { Scan } from "./index/scan.ts";
import { type Contender, choicesPerOrder, minWorth, samplingKey } from "./ranking.ts";
import type { Draw } from "./tie-sampling.ts";
import type { RateOf } from "./view-rate.ts";

/** The request that a shortlist is made for. */
export interface ShortlistRequest {
  readonly slot: Slot;
  readonly rateOf: RateOf;
  readonly draw: Draw;
  /** Campaigns that the store refused for this request, with the reason. */
  readonly refused: ReadonlyMap<string, NoAdReason>;
  /** The creatives that the user was shown recently, the latest one last. */
  readonly recentCreativeIds: readonly string[];
  /** Whether one campaign may represent a large tie group, when only its budget can refuse it ({@link Contender}). */
  readonly sampleTies?: boolean | undefined;
}

/** A tie group (campaigns of equal bound) of more than this is sampled, not listed. */
const maxListedTies = 32;
/** Draws from a large tie group before a search for campaigns that fit. */
const maxTries = 24;
/** Draws from the first tie group of an index before a scan is opened. */
const triesBeforeScan = 4;

interface Drawn {
  readonly position: number;
  readonly samplingKey: number | undefined;
}

/** The eligible campaigns of one index and one topic (or none), by descending bound. */
export class CampaignStream {
  /** Upper bound of the worth of the current campaign and of all that follow; negative infinity at the end. */
  bound: number = Number.NEGATIVE_INFINITY;
  readonly #index: CampaignIndex;
  readonly #request: ShortlistRequest;
  readonly #clauses: readonly Clause[];
  /** Opened when needed: a sample of the first tie group needs no scan. */
  #scan: Scan | ListScan | undefined;
  #from = 0;
  readonly #relevance: number;
  readonly #topicId: string | undefined;
  #position = end;
  #samplingKey: number | undefined;
  #representsTie = false;
  /** The end of the tie group that was sampled without a scan and without success, and the sampling key that was reached. */
  #triedEnd = 0;
  #triedKey = 0;
  /** Sampled from a tie group. These come before the scan continues. */
  #drawn: Drawn[] = [];

  constructor(
    index: CampaignIndex,
    request: ShortlistRequest,
    clauses: readonly Clause[],
    relevance: number,
    topicId: string | undefined,
  ) {
    this.#index = index;
    this.#request = request;
    this.#clauses = clauses;
    this.#relevance = relevance;
    this.#topicId = topicId;
    this.#boundAt(0);
  }

  /** Whether there is a current campaign. */
  get hasFound(): boolean {
    return this.#position !== end;
  }

  /** The current campaign. Throws a RangeError when there is none. */
  found(): Contender {
    const { campaigns } = this.#index.parts;
    const campaign = campaigns[this.#position];
    if (campaign === undefined)
      throw new RangeError("The stream has no current campaign: call search() until hasFound is true.");
    return {
      campaign,
      creatives: this.#fittingCreatives(campaign),
      relevance: this.#relevance,
      topicId: this.#topicId,
      samplingKey: this.#samplingKey,
      representsTie: this.#representsTie,
    };
  }

  /** A single creative fits, or the index would not have found its campaign. Several are checked. */
  #fittingCreatives(campaign: Campaign): readonly CreativeVersion[] {
    const creatives = this.#index.creativesAt(this.#position);
    if (creatives.length === 1) return creatives;
    const fitting = fittingCreatives({ campaign, creatives }, this.#request.slot);
    if (typeof fitting === "string") throw new Error(`The index found a campaign that lacks the ${fitting}.`);
    return fitting;
  }

  /** Moves past the current campaign. */
  advance(): void {
    this.#representsTie = false;
    if (!this.#nextDrawn()) this.#boundAt(this.#scan?.at ?? this.#from);
  }

  /**
   * The campaign that can be offered alone when there is no other stream: it represents the first tie group, and its least
   * worth is above the bound of all that follow. `undefined`: continue reading; a sampled campaign is the current one.
   */
  findAlone(): Contender | undefined {
    if (!this.#sampleWithoutScan() || !this.#representsTie) return undefined;
    const found = this.found();
    const next = this.#index.parts.bounds[this.#from] ?? Number.NEGATIVE_INFINITY;
    const least = minWorth(found.campaign, found.creatives, this.#request.rateOf);
    return next < least ? found : undefined;
  }

  /** Searches one block for the next campaign. Afterwards there is a current campaign or the bound is lower. */
  search(): void {
    if (this.#scan === undefined && this.#sampleWithoutScan()) return;
    const scan = this.#open();
    const position = this.#next(((scan.at >>> 10) + 1) << 10);
    if (position === end) {
      this.#boundAt(scan.at);
      return;
    }
    this.#position = position;
    this.#boundAt(position);
    if (this.#isInLargeTie(position)) this.#sampleTie();
  }

  #open(): Scan | ListScan {
    if (this.#scan !== undefined) return this.#scan;
    const [first, ...others] = this.#clauses;
    if (first?.list === undefined) this.#scan = new Scan(this.#clauses, this.#from);
    else {
      this.#scan = new ListScan(first.list, others);
      this.#scan.skipTo(this.#from);
    }
    return this.#scan;
  }

  #isInLargeTie(position: number): boolean {
    const { bounds } = this.#index.parts;
    const bound = bounds[position];
    return bound !== undefined && bounds[position + maxListedTies] === bound;
  }

  /** Samples the first tie group of the index, unless it is small or few of its campaigns fit. */
  #sampleWithoutScan(): boolean {
    const [first] = this.#clauses;
    if (this.#triedEnd > 0 || this.#request.sampleTies !== true || first?.list !== undefined) return false;
    if (!this.#isInLargeTie(0)) return false;
    this.#triedEnd = this.#index.tieGroupEnd(0);
    return this.#takeSample(0, this.#triedEnd, triesBeforeScan);
  }

  #boundAt(position: number): void {
    const bound = this.#index.parts.bounds[position];
    this.bound = bound === undefined ? Number.NEGATIVE_INFINITY : bound * this.#relevance;
  }

  /** The next position of the scan whose campaign runs and was not refused. */
  #next(until: number): number {
    for (;;) {
      const position = this.#open().next(until);
      if (position === end || this.#isOpen(position)) return position;
    }
  }

  #isOpen(position: number): boolean {
    const { campaigns, schedule } = this.#index.parts;
    const { slot, refused } = this.#request;
    if (!schedule.isRunning(position, slot.now)) return false;
    return refused.size === 0 || !refused.has(campaigns[position]?.id ?? "");
  }

  /**
   * Handles a large tie group that begins at the current position. If few of its campaigns fit, all are taken. Otherwise as
   * many as can be chosen are sampled by weight, so that each campaign has its share in a group of any size. One is enough
   * when only its budget can refuse it: each campaign that is read is a cache miss.
   */
  #sampleTie(): void {
    const first = this.#position;
    const after = this.#index.tieGroupEnd(first);
    if (this.#request.sampleTies === true && this.#takeSample(first, after, maxTries)) return;
    this.#listOrSample(first, after);
    this.#nextDrawn();
  }

  /** Takes one campaign for the whole group, or several when the first may be refused for another reason. */
  #takeSample(first: number, after: number, tries: number): boolean {
    const one = this.#sampleOne(first, after, tries);
    if (one === undefined) return false;
    this.#representsTie = this.#isLimitedByBudgetOnly(one.position);
    this.#drawn = this.#representsTie ? [one] : this.#sampleSeveral(first, after, one);
    this.#skipTo(after);
    this.#nextDrawn();
    return true;
  }

  #nextDrawn(): boolean {
    const next = this.#drawn.pop();
    this.#position = next?.position ?? end;
    this.#samplingKey = next?.samplingKey;
    return next !== undefined;
  }

  #skipTo(position: number): void {
    if (this.#scan === undefined) this.#from = position;
    else this.#scan.skipTo(position);
  }

  #listOrSample(first: number, after: number): void {
    const fitting = [first];
    for (let found = first; found !== end && fitting.length <= maxListedTies; ) {
      found = this.#next(after);
      if (found !== end) fitting.push(found);
    }
    if (fitting.length <= maxListedTies) {
      this.#drawn = fitting.reverse().map((position) => ({ position, samplingKey: undefined }));
    } else {
      this.#drawn = this.#sampleSeveral(first, after);
      this.#skipTo(after);
    }
  }

  /**
   * The campaign with the smallest sampling key of positions `first` to `after` (Efraimidis and Spirakis): keys of the group
   * are drawn in ascending order by its total weight, and each belongs to a campaign by its weight. Campaigns that do not fit
   * are rejected. `undefined` after too many rejections.
   */
  #sampleOne(first: number, after: number, tries: number): Drawn | undefined {
    const { draw } = this.#request;
    const weight = this.#index.weightOf(first, after);
    let key = first < this.#triedEnd ? this.#triedKey : 0;
    for (let attempt = 0; attempt < tries; attempt++) {
      key += samplingKey(weight, draw);
      const position = this.#index.atWeight(first, draw() * weight);
      if (this.#fits(position) && !this.#isRecent(position)) return { position, samplingKey: key };
    }
    this.#triedKey = key;
    return undefined;
  }

  /** The same for as many campaigns as can be chosen; `already` is the first of them. In descending order of the keys. */
  #sampleSeveral(first: number, after: number, already?: Drawn): Drawn[] {
    const { draw } = this.#request;
    const weight = this.#index.weightOf(first, after);
    const keys = new Map<number, number>();
    let key = already?.samplingKey ?? 0;
    if (already !== undefined) keys.set(already.position, key);
    for (let attempt = 0; attempt < maxTries && keys.size < choicesPerOrder; attempt++) {
      key += samplingKey(weight, draw);
      const position = this.#index.atWeight(first, draw() * weight);
      if (this.#fits(position) && !this.#isRecent(position) && !keys.has(position)) keys.set(position, key);
    }
    // Few of very many fit: take the next fitting campaign behind a draw.
    while (keys.size < choicesPerOrder) {
      const position = this.#firstFitting(this.#index.atWeight(first, draw() * weight), first, after, keys);
      if (position === end) break;
      key += samplingKey(weight / maxTries, draw);
      keys.set(position, key);
    }
    return [...keys].map(([position, samplingKey]) => ({ position, samplingKey })).reverse();
  }

  #fits(position: number): boolean {
    for (const clause of this.#clauses) if (!clause.has(position)) return false;
    return this.#isOpen(position);
  }

  /** Whether only its budget can keep a campaign from being issued to this user. */
  #isLimitedByBudgetOnly(position: number): boolean {
    const { parts } = this.#index;
    if (parts.campaigns[position]?.frequencyCap !== undefined) return false;
    return this.#index.shareAmong(position, this.#request.recentCreativeIds) === 0;
  }

  /** Whether the user was shown all creatives of a campaign recently. Others of its tie group come first. */
  #isRecent(position: number): boolean {
    return this.#index.shareAmong(position, this.#request.recentCreativeIds) === 1;
  }

  /** The first fitting position from `start` to `after`, or else from `first` to `start`. */
  #firstFitting(start: number, first: number, after: number, but: ReadonlyMap<number, number>): number {
    for (const [from, to] of [
      [start, after],
      [first, start],
    ] as const) {
      const scan = new Scan(this.#clauses, from);
      for (let position = scan.next(to); position !== end; position = scan.next(to)) {
        if (!but.has(position) && !this.#isRecent(position) && this.#isOpen(position)) return position;
      }
    }
    return end;
  }
}
