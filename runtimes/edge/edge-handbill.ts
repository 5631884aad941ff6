import type { Connection, WaitUntil } from "../../core/contract/http.ts";
import { createInstance, type Handbill, type HandbillOptions } from "../../core/handbill.ts";
import type { Metrics } from "../../core/metrics/metrics.ts";
import { usableMetrics } from "../../core/metrics/usable.ts";
import { createPrefix, isServicePath } from "../../core/pipeline/paths.ts";
import { platformWait } from "../../core/pipeline/platform-wait.ts";
import type { RateLimiter } from "../../core/ratelimit/rate-limiter.ts";
import { createSharedState } from "../../core/shared-state.ts";
import type { ServingStore } from "../../core/storage/serving-store.ts";
import { createDeadlines } from "../../core/timing/deadlines.ts";
import { isolateMetrics } from "./isolate-metrics.ts";
import { createOwnCalls, type KnownPlaces, type OwnCalls } from "./own-calls.ts";

/** A store of one request. */
export interface EdgeStore extends ServingStore {
  /** Closes its connections. Called when the request's last call has returned. */
  readonly close?: (() => Promise<void>) | undefined;
}

/** A rate limiter of one request. */
export interface EdgeLimiter extends RateLimiter {
  /** Closes its connections. Called when the request's last call has returned. */
  readonly close?: (() => Promise<void>) | undefined;
}

/** The options of {@link createEdgeHandbill}. */
export interface EdgeHandbillOptions extends Omit<HandbillOptions, "store" | "limiter"> {
  /**
   * Opens a store for one request, at its first call: a connection of one request must not be used by another. Rejects, as the
   * calls of a store do, when it cannot be opened; the request is then answered 503.
   */
  readonly openStore: () => EdgeStore | Promise<EdgeStore>;
  /** Opens a rate limiter for one request. Default: one in the memory of the isolate. */
  readonly openLimiter?: (() => EdgeLimiter | Promise<EdgeLimiter>) | undefined;
  /**
   * Receives measurements of the isolate, without gauges: `openTelemetryMetrics()`, or `createMetrics()`, whose `text` you serve
   * at a path of your own. Default: none.
   */
  readonly metrics?: Metrics | undefined;
}

/** An ad server for runtimes where a promise, timer or connection of one request must not be used by another. */
export interface EdgeHandbill {
  /**
   * Answers one web-standard request. Never rejects. What remains after the answer, such as statistics, runs in `waitUntil` of the
   * connection, or of the platform; without one it ends before the answer.
   */
  readonly fetch: (request: Request, connection?: Connection) => Promise<Response>;
  /** See `Handbill.handles`. */
  readonly handles: (target: string) => boolean;
  /** See `Handbill.maintain`: for a scheduled event. */
  readonly maintain: () => Promise<void>;
}

/**
 * Creates an ad server for edge runtimes such as Cloudflare Workers. Each request has an instance, a store and a limiter of its own.
 * All requests of an isolate share the state that is plain data: the catalogue, its index, statistics that wait, and caches.
 * Does no I/O and never throws, so that a module may call it.
 */
export function createEdgeHandbill(given: EdgeHandbillOptions): EdgeHandbill {
  const metrics = usableMetrics(given.metrics);
  const options = { ...given, metrics: metrics === undefined ? given.metrics : isolateMetrics(metrics) };
  // Without a pause an index is built within the request that begins to: a timer would end with that request.
  const state = createSharedState(options, () => Promise.resolve());
  const prefix = createPrefix(options);
  const known: KnownPlaces = {};
  const begin = (): { readonly handbill: Handbill; readonly calls: OwnCalls } => {
    const calls = createOwnCalls(known);
    const store = calls.storeOf(options.openStore);
    const limiter = options.openLimiter && calls.limiterOf(options.openLimiter);
    return { handbill: createInstance({ ...options, store, limiter }, state), calls };
  };
  /** Waits until nothing of the request is under way, for no longer than the store's timeout. */
  const end = async (calls: OwnCalls): Promise<void> => {
    const { within } = createDeadlines({
      subject: "The store",
      timeoutMs: state.timeoutMs,
      keepTimer: false,
    });
    await within(calls.settled()).catch(() => undefined);
    await within(calls.close()).catch(() => undefined);
  };
  return {
    handles: (target) => isServicePath(target, prefix(), options.health === true),
    fetch: async (request, connection) => {
      const waitUntil = connection?.waitUntil ?? platformWait();
      const { handbill, calls } = begin();
      const keep: WaitUntil = (work) => void calls.keep(work);
      const answering = handbill.fetch(request, { ...connection, waitUntil: keep });
      const ended = answering.then(() => end(calls));
      if (!isKept(ended, waitUntil)) await ended;
      return answering;
    },
    maintain: async () => {
      const { handbill, calls } = begin();
      try {
        await handbill.maintain();
      } finally {
        await end(calls);
      }
    },
  };
}

/** Whether the platform keeps the work under way after the answer. Cloudflare's `waitUntil` throws when it is called without its `ctx`. */
function isKept(work: Promise<void>, waitUntil: WaitUntil | undefined): boolean {
  try {
    waitUntil?.(work);
    return waitUntil !== undefined;
  } catch {
    return false;
  }
}
