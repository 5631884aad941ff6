import { Lru } from "../lru.ts";
import type { RateLimiter } from "../ratelimit/rate-limiter.ts";
import type { RateLimit } from "../ratelimit/rate-limits.ts";
import type { Clock, EpochMs } from "../timing/clock.ts";
import type { TrafficRules } from "./traffic-rules.ts";

/** Who asks for an ad or confirms one. */
export interface Holding {
  /** Keyed hash of the identity. */
  readonly userKey: string;
  /** Empty for a browser. */
  readonly apiKeyId: string;
  /** Keyed hash of the client's network. `undefined` for a server, and where the client's address is not known. */
  readonly network: string | undefined;
}

/**
 * What a request may hold. `proven`: any free budget. `refused`: nothing. A number from 0 to 1: while all traffic without a
 * confirmed view holds less than this part of its share (`TrafficRules.unprovenShare`).
 */
export type HoldAllowance = "proven" | "refused" | number;

/**
 * Limits what traffic may hold that has not confirmed any view (contract.md §4.7). A visitor with a confirmed view is not limited, nor is a
 * server whose key has a normal view rate. Each network may be issued
 * {@link TrafficRules.unprovenHolds} ads and {@link adsPerView} more for each view, each key {@link keyFactor} times as many.
 *
 * The rate limiter's store counts ads and views of a network or key, so instances agree. This instance remembers the last
 * counts, and asks without making a request wait. A limiter that fails limits nobody.
 */
export interface UnprovenHolds {
  /** Decides about an ad request. Exactly one of `issued` and `notIssued` follows, unless it is `refused`. */
  readonly allow: (who: Holding) => HoldAllowance;
  /** A web ad with a price was issued. */
  readonly issued: (who: Holding) => void;
  readonly notIssued: (who: Holding) => void;
  /** A view, press or click made a delivery seen. */
  readonly confirmed: (who: Holding) => void;
}

export interface UnprovenHoldsOptions {
  readonly limiter: RateLimiter;
  /** The rules in force. `undefined` until the configuration is valid: nobody is limited. */
  readonly rules: () => Pick<TrafficRules, "unprovenHolds"> | undefined;
  readonly clock: Clock;
}

/** A view rate of a tenth is normal, so each view allows ten ads. */
const adsPerView = 10;
/**
 * With so many unconfirmed ads a network or key may only use half of the share. So the networks of an attack fill the share up to a
 * part, and others still find room.
 */
const halving = 2;
/** A key stands for many people, and its holder is known: it may have so many times the ads of a network. */
const keyFactor = 20;
/** A key with fewer views in the window has no view rate. */
const leastViews = 20;
/** Visitors with a confirmed view, and networks and keys, that are remembered; at least half of them, who came last. */
const maxVisitors = 100_000;
const maxSources = 50_000;
/** Counts of a network or key that is refused are read again after this time. */
const rereadMs = 5_000;
/** The limiter counts and never refuses. */
const noLimit = 1_000_000_000;

/** One network or key. */
interface Source {
  /** Ads and views in the window, as last known. */
  ads: number;
  views: number;
  readAt: EpochMs;
  /** Requests that are allowed and have no outcome yet. */
  open: number;
}

/** What is to be counted under one network or key. */
interface Unsent {
  ads: number;
  views: number;
}

export function createUnprovenHolds({ limiter, rules, clock }: UnprovenHoldsOptions): UnprovenHolds {
  const limit = (): RateLimit | false => rules()?.unprovenHolds ?? false;
  const visitors = new Lru<true>(maxVisitors);
  const sources = new Lru<Source>(maxSources);
  let unsent = new Map<string, Unsent>();
  let isSending = false;

  /** The network or key whose ads are counted. A key's view rate needs all its ads, a network's limit only the unproven ones. */
  const nameOf = ({ userKey, apiKeyId, network }: Holding): string | undefined =>
    apiKeyId !== "" ? apiKeyId : visitors.get(userKey) === true ? undefined : network;

  const sourceOf = (name: string): Source => {
    const known = sources.get(name);
    if (known !== undefined) return known;
    const source = { ads: 0, views: 0, readAt: clock(), open: 0 };
    sources.set(name, source);
    return source;
  };

  /** Counts and reads behind the requests, those of a moment in one call. */
  const count = async (name: string, ads: number, views: number): Promise<void> => {
    const queued = unsent.get(name) ?? { ads: 0, views: 0 };
    unsent.set(name, { ads: queued.ads + ads, views: queued.views + views });
    if (isSending) return;
    isSending = true;
    // Ads of one batch of the store are counted together.
    await undefined;
    isSending = false;
    const sent = unsent;
    unsent = new Map();
    const holds = limit();
    if (holds === false) return;
    const { windowMs } = holds;
    const claims = [...sent].flatMap(([source, { ads, views }]) => [
      { key: `priced_ads:${source}`, limit: noLimit, windowMs, cost: ads },
      { key: `confirmed_views:${source}`, limit: noLimit, windowMs, cost: views },
    ]);
    const decisions = await limiter.take(claims).catch(() => []);
    let index = 0;
    for (const name of sent.keys()) {
      const source = sourceOf(name);
      source.ads = noLimit - (decisions[index++]?.remaining ?? noLimit);
      source.views = noLimit - (decisions[index++]?.remaining ?? noLimit);
      source.readAt = clock();
    }
  };

  return {
    allow: (who) => {
      const holds = limit();
      if (holds === false) return "proven";
      const name = nameOf(who);
      if (name === undefined) return visitors.get(who.userKey) === true ? "proven" : 1;
      const source = sourceOf(name);
      const { views } = source;
      const ads = source.ads + source.open;
      source.open += 1;
      if (visitors.get(who.userKey) === true) return "proven";
      if (who.apiKeyId !== "" && views >= leastViews && ads <= adsPerView * views) return "proven";
      const unconfirmed = Math.max(0, ads - adsPerView * views);
      if (who.apiKeyId !== "" && unconfirmed < keyFactor * holds.limit) return 1;
      if (unconfirmed < holds.limit) return halving / (halving + unconfirmed);
      source.open -= 1;
      if (Math.abs(clock() - source.readAt) >= rereadMs) {
        source.readAt = clock();
        void count(name, 0, 0);
      }
      return "refused";
    },
    issued: (who) => {
      const name = nameOf(who);
      if (name === undefined) return;
      const source = sourceOf(name);
      source.open = Math.max(0, source.open - 1);
      source.ads += 1;
      void count(name, 1, 0);
    },
    notIssued: (who) => {
      const name = nameOf(who);
      if (name === undefined) return;
      const source = sourceOf(name);
      source.open = Math.max(0, source.open - 1);
    },
    confirmed: (who) => {
      visitors.set(who.userKey, true);
      const name = who.apiKeyId !== "" ? who.apiKeyId : who.network;
      if (name === undefined) return;
      sourceOf(name).views += 1;
      void count(name, 0, 1);
    },
  };
}

/** `IssueOrder.unprovenShareBps`, for a share in percent. */
export function shareBpsOf(allowance: HoldAllowance, unprovenShare: number | false): number | undefined {
  if (unprovenShare === false || typeof allowance !== "number") return undefined;
  return Math.ceil(100 * unprovenShare * allowance);
}
