import { Lru } from "../lru.ts";
import type { RateLimiter } from "../ratelimit/rate-limiter.ts";
import type { RateLimit } from "../ratelimit/rate-limits.ts";
import type { Clock, EpochMs } from "../timing/clock.ts";
import type { TrafficRules } from "./traffic-rules.ts";
import type { UnconfirmedAds } from "./unconfirmed.ts";

/** Who asks for an ad or confirms one. */
export interface Holding {
  /** Keyed hash of the identity. Empty: the identity is not used. */
  readonly userKey: string;
  /** Empty for a browser. */
  readonly apiKeyId: string;
  /** Keyed hash of the client's network. `undefined` for a server, and where the client's address is not known. */
  readonly network: string | undefined;
  /** Slots of the same batch before this one: they count as ads that the visitor has not confirmed. Default 0. */
  readonly ahead?: number | undefined;
}

/** The rules that {@link UnprovenHolds} reads. */
export type HoldRules = Pick<TrafficRules, "unprovenHolds">;

/** An ad request that may hold a price. */
export interface HoldRequest {
  /**
   * From 0 to 1: it may hold while all traffic without a confirmed view holds less than this part of its share
   * (`TrafficRules.unprovenShare`). `undefined`: it may hold any free budget.
   */
  readonly part: number | undefined;
  /** Called once. `isHeld`: a web ad with a price was issued. */
  readonly end: (isHeld: boolean) => void;
}

/**
 * Limits what traffic may hold without a confirmed view (contract.md §4.7). A visitor is not limited for {@link adsPerView} ads after a
 * confirmed view, nor is a server whose key has a normal view rate. Each network may be issued
 * {@link TrafficRules.unprovenHolds} ads and {@link adsPerView} more for each view, each key {@link keyFactor} times as many.
 *
 * The rate limiter's store counts ads and views of a network or key, so instances agree. This instance remembers the last
 * counts, and asks without making a request wait. A limiter that fails limits nobody. Each instance knows visitors and pauses of
 * networks by itself.
 */
export interface UnprovenHolds {
  /** Decides about a request for a web ad. `undefined`: it gets none, because its network or key holds too much without a view. */
  readonly begin: (who: Holding, rules: HoldRules) => HoldRequest | undefined;
  /** A view, press or click made a delivery seen. */
  readonly confirmed: (who: Holding, rules: HoldRules) => void;
}

/** The history of visitors, networks and keys: plain data that the instances of one isolate share. */
export interface UnprovenHoldsState {
  readonly visitors: Lru<true>;
  readonly sources: Lru<Source>;
  unsent: Map<string, Unsent>;
  sentAt: EpochMs;
}

/** Nothing is known. */
export function createUnprovenHoldsState(): UnprovenHoldsState {
  return {
    visitors: new Lru(maxVisitors),
    sources: new Lru(maxSources),
    unsent: new Map(),
    sentAt: Number.NEGATIVE_INFINITY,
  };
}

export interface UnprovenHoldsOptions {
  /** Default: a new one. */
  readonly state?: UnprovenHoldsState | undefined;
  readonly limiter: RateLimiter;
  /** How many ads each visitor was issued since the last confirmed one. */
  readonly unconfirmed: Pick<UnconfirmedAds, "of">;
  readonly clock: Clock;
}

/** A view rate of a tenth is normal, so each view allows ten ads. */
const adsPerView = 10;
/**
 * With this number of unconfirmed ads a network may use only half of the share. So the networks of an attack fill only a part of the
 * share, and others still find room.
 */
const halving = 2;
/**
 * A person who comes back brings the same id. A program that rotates ids does not. So an ad that the visitor itself has not confirmed
 * counts only this part of an ad of another visitor.
 */
const ownWeight = 1 / 8;
/** Ads of others count as little after such a pause of their network. An attack asks on, and people of a small network do not. */
const pauseMs = 300_000;
/** A key stands for many people, and its holder is known: it may have this multiple of a network's ads. */
const keyFactor = 20;
/** A key with fewer views in the window has no view rate. */
const leastViews = 20;
/**
 * The most visitors with a confirmed view, and the most networks and keys, to remember. At least the most recent half stays. Only visitors
 * with a confirmed view enter this memory, so rotating ids push nobody out of it. unconfirmed.ts, which any ad enters, has its own memory.
 */
const maxVisitors = 100_000;
const maxSources = 50_000;
/** The limiter is called at most once in this time. */
const sendEveryMs = 1_000;
/** Counts of a network or key that is refused are read again after this time. */
const rereadMs = 5_000;
/** The limiter counts and never refuses. */
const noLimit = 1_000_000_000;

/** One network or key. */
export interface Source {
  /** Ads and views in the window, as last known. */
  ads: number;
  views: number;
  readAt: EpochMs;
  /** The last request that was not proven. */
  askedAt: EpochMs;
  /** Requests that are allowed and have no outcome yet. */
  open: number;
}

/** What is still to be counted under one network or key. */
export interface Unsent {
  ads: number;
  views: number;
}

export function createUnprovenHolds(options: UnprovenHoldsOptions): UnprovenHolds {
  const { limiter, unconfirmed, clock, state = createUnprovenHoldsState() } = options;
  const { visitors, sources } = state;

  const sourceOf = (name: string): Source => {
    const known = sources.get(name);
    if (known !== undefined) return known;
    const now = clock();
    const source = { ads: 0, views: 0, readAt: now, askedAt: now, open: 0 };
    sources.set(name, source);
    return source;
  };

  /** Counts here at once, and in the limiter behind the requests: what came in a second in one call. */
  const count = (name: string, ads: number, views: number, { windowMs }: RateLimit): void => {
    const source = sourceOf(name);
    source.ads += ads;
    source.views += views;
    const queued = state.unsent.get(name);
    if (queued === undefined) state.unsent.set(name, { ads, views });
    else {
      queued.ads += ads;
      queued.views += views;
    }
    const now = clock();
    if (Math.abs(now - state.sentAt) < sendEveryMs) return;
    state.sentAt = now;
    void send(windowMs);
  };

  const send = async (windowMs: number): Promise<void> => {
    // Ads of one batch of the store are counted together.
    await undefined;
    const sent = state.unsent;
    state.unsent = new Map();
    const claims = [...sent].flatMap(([name, { ads, views }]) => [
      { key: `priced_ads:${name}`, limit: noLimit, windowMs, cost: ads },
      { key: `confirmed_views:${name}`, limit: noLimit, windowMs, cost: views },
    ]);
    const decisions = await limiter.take(claims).catch(() => []);
    let index = 0;
    for (const name of sent.keys()) {
      const source = sourceOf(name);
      const since = state.unsent.get(name);
      source.ads = noLimit - (decisions[index++]?.remaining ?? noLimit) + (since?.ads ?? 0);
      source.views = noLimit - (decisions[index++]?.remaining ?? noLimit) + (since?.views ?? 0);
      source.readAt = clock();
    }
  };

  /** The part of the share for a visitor of a network; 0: it is refused. `own`: its ads since the last confirmed one. */
  const partOfNetwork = (source: Source, { limit }: RateLimit, own: number, hasViewed: boolean): number => {
    const now = clock();
    const hasPaused = Math.abs(now - source.askedAt) >= pauseMs;
    source.askedAt = now;
    const ads = unconfirmedOf(source);
    const ofOthers = hasPaused ? 0 : Math.max(0, ads - own);
    return ads < limit ? halving / (halving + ofOthers + ownWeight * (hasViewed ? own : ads - ofOthers)) : 0;
  };

  /** A request under a network or key whose ads are counted. */
  const hold = (name: string, source: Source, holds: RateLimit, part: number | undefined): HoldRequest => {
    source.open += 1;
    const end = (isHeld: boolean): void => {
      source.open -= 1;
      if (isHeld) count(name, 1, 0, holds);
    };
    return { part, end };
  };

  const reread = (name: string, source: Source, holds: RateLimit): void => {
    if (Math.abs(clock() - source.readAt) < rereadMs) return;
    source.readAt = clock();
    count(name, 0, 0, holds);
  };

  return {
    begin: ({ userKey, apiKeyId, network, ahead = 0 }, { unprovenHolds: holds }) => {
      if (holds === false) return anyBudget;
      const own = unconfirmed.of(userKey) + ahead;
      const hasViewed = visitors.get(userKey) === true;
      const isProven = hasViewed && own < adsPerView;
      const isKey = apiKeyId !== "";
      // A key's view rate is that of all its ads, a network's limit is about the others only.
      const name = isKey ? apiKeyId : isProven ? undefined : network;
      if (name === undefined) return isProven ? anyBudget : wholeShare;
      const source = sourceOf(name);
      const part = isProven
        ? undefined
        : isKey
          ? partOfKey(source, holds)
          : partOfNetwork(source, holds, own, hasViewed);
      if (part !== 0) return hold(name, source, holds, part);
      reread(name, source, holds);
      return undefined;
    },
    confirmed: ({ userKey, apiKeyId, network }, { unprovenHolds: holds }) => {
      if (holds === false) return;
      if (userKey !== "") visitors.set(userKey, true);
      const name = apiKeyId !== "" ? apiKeyId : network;
      if (name !== undefined) count(name, 0, 1, holds);
    },
  };
}

/** `HoldRequest.part` under a key; 0: the request is refused. Not limited: a key with a view rate, and a normal one. */
function partOfKey(source: Source, { limit }: RateLimit): number | undefined {
  const { ads, open, views } = source;
  if (views >= leastViews && ads + open <= adsPerView * views) return undefined;
  return unconfirmedOf(source) < keyFactor * limit ? 1 : 0;
}

function unconfirmedOf({ ads, open, views }: Source): number {
  return Math.max(0, ads + open - adsPerView * views);
}

const anyBudget: HoldRequest = { part: undefined, end: () => {} };
const wholeShare: HoldRequest = { part: 1, end: () => {} };

/** `IssueOrder.unprovenShareBps`, for a part of a share in percent. */
export function shareBpsOf(part: number | undefined, unprovenShare: number | false): number | undefined {
  if (unprovenShare === false || part === undefined) return undefined;
  return Math.ceil(100 * unprovenShare * part);
}
