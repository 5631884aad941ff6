import type { RateLimiter } from "../../core/ratelimit/rate-limiter.ts";
import type { Places } from "../../core/storage/places.ts";
import type { ServingStore } from "../../core/storage/serving-store.ts";
import { allOf } from "../../core/timing/all-of.ts";
import { systemPause } from "../../core/timing/deadlines.ts";

/** A store or limiter that may have connections to close. */
interface Closable {
  readonly close?: (() => Promise<void>) | undefined;
}

/**
 * The databases of the catalogue that the isolate has, as the store knew them that read it. They are plain data: a campaign never moves,
 * and the store itself looks up one that is newer.
 */
export interface KnownPlaces {
  places?: Places | undefined;
}

/** The calls that one request makes, so that its connections can be closed after the last one. */
export interface OwnCalls {
  /** Notes a promise of the request, and returns it. */
  readonly keep: <T>(work: Promise<T>) => Promise<T>;
  /** A store that is opened at its first call. */
  readonly storeOf: (open: () => Opened<ServingStore>) => ServingStore;
  /** A limiter that is opened at its first call. */
  readonly limiterOf: (open: () => Opened<RateLimiter>) => RateLimiter;
  /** Resolves when nothing is under way. */
  readonly settled: () => Promise<void>;
  /** Closes what was opened. Rejects when a connection cannot be closed. */
  readonly close: () => Promise<void>;
}

type Opened<T> = (T & Closable) | Promise<T & Closable>;

/** The calls of one request. `known` is shared by all requests of the isolate. */
export function createOwnCalls(known: KnownPlaces): OwnCalls {
  const underWay = new Set<Promise<unknown>>();
  const closes: (() => Promise<void>)[] = [];

  const keep = <T>(work: Promise<T>): Promise<T> => {
    underWay.add(work);
    const forget = (): void => void underWay.delete(work);
    work.then(forget, forget);
    return work;
  };
  const lazily = <T>(open: () => Opened<T>): (<R>(use: (opened: T) => Promise<R>) => Promise<R>) => {
    let opening: Promise<T & Closable> | undefined;
    const opened = (): Promise<T & Closable> => {
      if (opening !== undefined) return opening;
      const started = (async () => open())();
      opening = started;
      closes.push(async () => (await started.catch(() => undefined))?.close?.());
      return started;
    };
    return (use) => keep(opened().then(use));
  };
  return {
    keep,
    storeOf: (open) => {
      const call = lazily(open);
      return {
        get places() {
          return known.places;
        },
        catalogChanges: (since) =>
          call(async (store) => {
            const news = await store.catalogChanges(since);
            known.places = store.places;
            return news;
          }),
        readSpend: (ids) => call((store) => store.readSpend(ids)),
        readCreatives: (ids) => call((store) => store.readCreatives(ids)),
        findDeliveries: (ids) => call((store) => store.findDeliveries(ids)),
        issue: (orders) => call((store) => store.issue(orders)),
        record: (events) => call((store) => store.record(events)),
        releaseExpired: (limit) => call((store) => store.releaseExpired(limit)),
        addCounts: (counts) => call((store) => store.addCounts(counts)),
        readCounts: (query) => call((store) => store.readCounts(query)),
      };
    },
    limiterOf: (open) => {
      const call = lazily(open);
      return { take: (claims) => call((limiter) => limiter.take(claims)) };
    },
    settled: async () => {
      do {
        await Promise.allSettled(underWay);
        // A call may begin when another has returned.
        await systemPause();
      } while (underWay.size > 0);
    },
    close: () => allOf(closes.map((close) => close())),
  };
}
