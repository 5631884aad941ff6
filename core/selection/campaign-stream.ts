import type { Campaign, CreativeVersion } from "../catalog/entities.ts";
import { fittingCreatives, type NoAdReason, type Slot } from "./eligibility.ts";
import type { CampaignIndex } from "./index/campaign-index.ts";
import type { Clause } from "./index/clause.ts";
import { end } from "./index/dense-set.ts";
import { ListScan } from "./index/list-scan.ts";
import { Scan } from "./index/scan.ts";
import { type Contender, choicesPerOrder, samplingKey, worthLeast } from "./ranking.ts";
import type { Draw } from "./tie-sampling.ts";
import type { RateOf } from "./view-rate.ts";

/** What a shortlist is made for. */
export interface ShortlistRequest {
  readonly slot: Slot;
  readonly rateOf: RateOf;
  readonly draw: Draw;
  /** Campaigns that the store has refused for this request. */
  readonly refused: ReadonlyMap<string, NoAdReason>;
  readonly lastCreativeId?: string | undefined;
  /** Whether of a long row of equals one stands for all, when nothing but money can refuse it ({@link Contender}). */
  readonly sampleTies?: boolean | undefined;
}

/** More campaigns of one bound than this are drawn from, not listed. */
const mostEquals = 32;
/** Draws from a long row of equals before the search for those that fit. */
const maxTries = 24;
/** Draws from the row that an index begins with, before it is known whether anybody in it fits. */
const blindTries = 4;

interface Drawn {
  readonly position: number;
  readonly samplingKey: number | undefined;
}

/** The campaigns of one index and one topic (or none) that may be shown, best bound first. */
export class CampaignStream {
  /** The most that the campaign at hand can be worth, or any that is still to be found; negative infinity behind the last. */
  bound: number = Number.NEGATIVE_INFINITY;
  readonly #index: CampaignIndex;
  readonly #request: ShortlistRequest;
  readonly #families: readonly Clause[];
  /** Opened when it is needed: what is drawn from the first row needs none. */
  #scan: Scan | ListScan | undefined;
  #from = 0;
  readonly #relevance: number;
  readonly #topicId: string | undefined;
  #position = end;
  #samplingKey: number | undefined;
  #standsForRow = false;
  /** The end of the row that was drawn from blindly and in vain, and how long its race has lasted. */
  #blindEnd = 0;
  #blindTime = 0;
  /** Drawn from a row of equals: they come before the scan goes on. */
  #drawn: Drawn[] = [];

  constructor(
    index: CampaignIndex,
    request: ShortlistRequest,
    families: readonly Clause[],
    relevance: number,
    topicId: string | undefined,
  ) {
    this.#index = index;
    this.#request = request;
    this.#families = families;
    this.#relevance = relevance;
    this.#topicId = topicId;
    this.#boundAt(0);
  }

  get hasFound(): boolean {
    return this.#position !== end;
  }

  /** The campaign at hand. */
  found(): Contender {
    const { campaigns } = this.#index.parts;
    const campaign = campaigns[this.#position];
    if (campaign === undefined) throw new RangeError("No campaign is at hand.");
    return {
      campaign,
      creatives: this.#fittingCreatives(campaign),
      relevance: this.#relevance,
      topicId: this.#topicId,
      samplingKey: this.#samplingKey,
      representsTie: this.#standsForRow,
    };
  }

  /** An only creative fits, or the index would not have found its campaign; of several it is asked which. */
  #fittingCreatives(campaign: Campaign): readonly CreativeVersion[] {
    const creatives = this.#index.creativesAt(this.#position);
    if (creatives.length === 1) return creatives;
    const fitting = fittingCreatives({ campaign, creatives }, this.#request.slot);
    if (typeof fitting === "string") throw new Error(`The index found a campaign that lacks the ${fitting}.`);
    return fitting;
  }

  /** Leaves the campaign at hand behind. */
  advance(): void {
    this.#standsForRow = false;
    if (!this.#takeDrawn()) this.#boundAt(this.#scan?.at ?? this.#from);
  }

  /**
   * The campaign that is offered alone, for when no other stream is there: drawn from a long row that the index begins with,
   * and what it is worth at least is more than who follows can be worth. `undefined`: read on, what was drawn is at hand.
   */
  findAlone(): Contender | undefined {
    if (!this.#drawBlindly() || !this.#standsForRow) return undefined;
    const found = this.found();
    const next = this.#index.parts.bounds[this.#from] ?? Number.NEGATIVE_INFINITY;
    const least = worthLeast(found.campaign, found.creatives, this.#request.rateOf);
    return next < least ? found : undefined;
  }

  /** Looks for the next campaign, through one block; then either it is at hand or the bound is lower. */
  search(): void {
    if (this.#scan === undefined && this.#drawBlindly()) return;
    const scan = this.#open();
    const position = this.#next(((scan.at >>> 10) + 1) << 10);
    if (position === end) {
      this.#boundAt(scan.at);
      return;
    }
    this.#position = position;
    this.#boundAt(position);
    if (this.#isInLongRow(position)) this.#drawEquals();
  }

  #open(): Scan | ListScan {
    if (this.#scan !== undefined) return this.#scan;
    const [first, ...others] = this.#families;
    if (first?.list === undefined) this.#scan = new Scan(this.#families, this.#from);
    else {
      this.#scan = new ListScan(first.list, others);
      this.#scan.skipTo(this.#from);
    }
    return this.#scan;
  }

  #isInLongRow(position: number): boolean {
    const { bounds } = this.#index.parts;
    const bound = bounds[position];
    return bound !== undefined && bounds[position + mostEquals] === bound;
  }

  /** Draws one from a long row that the index begins with, unless few of it fit. */
  #drawBlindly(): boolean {
    const [first] = this.#families;
    if (this.#blindEnd > 0 || this.#request.sampleTies !== true || first?.list !== undefined) return false;
    if (!this.#isInLongRow(0)) return false;
    this.#blindEnd = this.#index.rowEnd(0);
    return this.#takeOne(0, this.#blindEnd, blindTries);
  }

  #boundAt(position: number): void {
    const bound = this.#index.parts.bounds[position];
    this.bound = bound === undefined ? Number.NEGATIVE_INFINITY : bound * this.#relevance;
  }

  /** The next position of the scan that is running and was not refused. */
  #next(until: number): number {
    for (;;) {
      const position = this.#open().next(until);
      if (position === end || this.#isOpen(position)) return position;
    }
  }

  #isOpen(position: number): boolean {
    const { campaigns, agenda } = this.#index.parts;
    const { slot, refused } = this.#request;
    if (!agenda.isRunning(position, slot.now)) return false;
    return refused.size === 0 || !refused.has(campaigns[position]?.id ?? "");
  }

  /**
   * A long row of campaigns of one bound begins at hand. If few of them fit, all are taken; else as many as can be
   * chosen are drawn by weight, so that each has its share however long the row is. One is enough when nothing but its
   * money can refuse it: each one that is looked at is cold memory.
   */
  #drawEquals(): void {
    const first = this.#position;
    const after = this.#index.rowEnd(first);
    if (this.#request.sampleTies === true && this.#takeOne(first, after, maxTries)) return;
    this.#drawSome(first, after);
    this.#takeDrawn();
  }

  /** One for the whole row, or the first of several when it may be refused. */
  #takeOne(first: number, after: number, tries: number): boolean {
    const one = this.#drawOne(first, after, tries);
    if (one === undefined) return false;
    this.#standsForRow = this.#isSure(one.position);
    this.#drawn = this.#standsForRow ? [one] : this.#race(first, after, one);
    this.#skipTo(after);
    this.#takeDrawn();
    return true;
  }

  #takeDrawn(): boolean {
    const next = this.#drawn.pop();
    this.#position = next?.position ?? end;
    this.#samplingKey = next?.samplingKey;
    return next !== undefined;
  }

  #skipTo(position: number): void {
    if (this.#scan === undefined) this.#from = position;
    else this.#scan.skipTo(position);
  }

  #drawSome(first: number, after: number): void {
    const fitting = [first];
    for (let found = first; found !== end && fitting.length <= mostEquals; ) {
      found = this.#next(after);
      if (found !== end) fitting.push(found);
    }
    if (fitting.length <= mostEquals) {
      this.#drawn = fitting.reverse().map((position) => ({ position, samplingKey: undefined }));
    } else {
      this.#drawn = this.#race(first, after);
      this.#skipTo(after);
    }
  }

  /**
   * The first to arrive of all campaigns from `first` to before `after`: runners arrive at the rate of all weights
   * together, each one's by its weight, and those that do not fit are not let in. `undefined` after too many of these.
   */
  #drawOne(first: number, after: number, tries: number): Drawn | undefined {
    const { draw } = this.#request;
    const weight = this.#index.weightOf(first, after);
    let time = first < this.#blindEnd ? this.#blindTime : 0;
    for (let attempt = 0; attempt < tries; attempt++) {
      time += samplingKey(weight, draw);
      const position = this.#index.atWeight(first, draw() * weight);
      if (this.#fits(position)) return { position, samplingKey: time };
    }
    this.#blindTime = time;
    return undefined;
  }

  /** The same for as many as can be chosen, of whom one may have arrived already. The last to arrive comes first. */
  #race(first: number, after: number, already?: Drawn): Drawn[] {
    const { draw } = this.#request;
    const weight = this.#index.weightOf(first, after);
    const arrived = new Map<number, number>();
    let time = already?.samplingKey ?? 0;
    if (already !== undefined) arrived.set(already.position, time);
    for (let attempt = 0; attempt < maxTries && arrived.size < choicesPerOrder; attempt++) {
      time += samplingKey(weight, draw);
      const position = this.#index.atWeight(first, draw() * weight);
      if (this.#fits(position) && !arrived.has(position)) arrived.set(position, time);
    }
    // Few of very many fit: whoever fits next behind a draw.
    while (arrived.size < choicesPerOrder) {
      const position = this.#fromHereOn(this.#index.atWeight(first, draw() * weight), first, after, arrived);
      if (position === end) break;
      time += samplingKey(weight / maxTries, draw);
      arrived.set(position, time);
    }
    return [...arrived].map(([position, at]) => ({ position, samplingKey: at })).reverse();
  }

  #fits(position: number): boolean {
    for (const family of this.#families) if (!family.has(position)) return false;
    return this.#isOpen(position);
  }

  /** Whether nothing but its money keeps a campaign from being issued to this user. */
  #isSure(position: number): boolean {
    const { parts } = this.#index;
    const { lastCreativeId } = this.#request;
    if (parts.campaigns[position]?.frequencyCap !== undefined) return false;
    return lastCreativeId === undefined || !this.#index.hasCreative(position, lastCreativeId);
  }

  /** The first that fits from `start` to `after`, or else from `first` to `start`. */
  #fromHereOn(start: number, first: number, after: number, but: ReadonlyMap<number, number>): number {
    for (const [from, to] of [
      [start, after],
      [first, start],
    ] as const) {
      const scan = new Scan(this.#families, from);
      for (let position = scan.next(to); position !== end; position = scan.next(to)) {
        if (!but.has(position) && this.#isOpen(position)) return position;
      }
    }
    return end;
  }
}
