import { batchSizes, callSeconds, type Metrics } from "../metrics/metrics.ts";
import type { SpanReference, Tracing } from "../metrics/tracing.ts";
import type { Stopwatch } from "../timing/deadlines.ts";
import type { BatchOrigins } from "./batcher.ts";
import type { ServingStore } from "./serving-store.ts";

/** A call of the store. */
export type ServingOperation = Exclude<keyof ServingStore, "places">;

/** Surrounds a call of the store. `batch`: the items of a batch that many requests share. */
export type AroundCall = <T>(
  operation: ServingOperation,
  call: () => Promise<T>,
  batch?: readonly unknown[],
) => Promise<T>;

/** The store, with each call surrounded. Returns the store itself when there is nothing to surround it with. */
export function observedStore(store: ServingStore, around: readonly AroundCall[]): ServingStore {
  const [first, ...rest] = around;
  if (first === undefined) return store;
  const inner = observedStore(store, rest);
  return {
    get places() {
      return inner.places;
    },
    catalogChanges: (since) => first("catalogChanges", () => inner.catalogChanges(since)),
    readSpend: (ids) => first("readSpend", () => inner.readSpend(ids)),
    readCreatives: (ids) => first("readCreatives", () => inner.readCreatives(ids)),
    findDeliveries: (ids) => first("findDeliveries", () => inner.findDeliveries(ids), ids),
    issue: (orders) => first("issue", () => inner.issue(orders), orders),
    record: (events) => first("record", () => inner.record(events), events),
    releaseExpired: (limit) => first("releaseExpired", () => inner.releaseExpired(limit)),
    addCounts: (counts) => first("addCounts", () => inner.addCounts(counts)),
    readCounts: (query) => first("readCounts", () => inner.readCounts(query)),
  };
}

const operations: readonly ServingOperation[] = [
  "catalogChanges",
  "readSpend",
  "readCreatives",
  "findDeliveries",
  "issue",
  "record",
  "releaseExpired",
  "addCounts",
  "readCounts",
];

/** Measures the time of calls, their failures and the sizes of batches. */
export function measureCalls(metrics: Metrics, stopwatch: Stopwatch): AroundCall {
  const labels = ["operation"];
  const seconds = metrics.histogram(
    { name: "handbill_store_seconds", help: "Time of calls of the store.", labels },
    callSeconds,
  );
  const failures = metrics.counter({
    name: "handbill_store_failures_total",
    help: "Calls of the store that failed.",
    labels,
  });
  // From the beginning at 0, so that the first growth shows.
  for (const operation of operations) failures(0, operation);
  const sizes = metrics.histogram(
    { name: "handbill_store_batch_size", help: "Items of requests in one call of the store.", labels },
    batchSizes,
  );
  return async (operation, call, batch) => {
    if (batch !== undefined) sizes(batch.length, operation);
    const startedAt = stopwatch();
    try {
      return await call();
    } catch (error) {
      failures(1, operation);
      throw error;
    } finally {
      seconds((stopwatch() - startedAt) / 1_000, operation);
    }
  };
}

/** Traces the calls of a store, and links batches to their requests. */
export interface TracedCalls {
  /** Opens a span for each call. A batch has a trace of its own, because it belongs to many requests. */
  readonly around: AroundCall;
  /** For the queues in front of the store. */
  readonly origins: BatchOrigins;
}

export function traceCalls(tracing: Tracing): TracedCalls {
  const linksOf = new WeakMap<readonly unknown[], readonly SpanReference[]>();
  return {
    around: (operation, call, batch) =>
      tracing.inSpan(
        {
          name: `handbill.store.${operation}`,
          kind: "client",
          ...(batch !== undefined && {
            isRoot: true,
            attributes: { "db.operation.batch.size": batch.length },
            links: linksOf.get(batch),
          }),
        },
        call,
      ),
    origins: {
      current: tracing.current,
      note: (items, origins) => void linksOf.set(items, origins),
    },
  };
}
