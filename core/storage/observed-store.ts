import { batchSizes, callSeconds, type Metrics } from "../metrics/metrics.ts";
import type { Tracing } from "../metrics/tracing.ts";
import type { Stopwatch } from "../timing/deadlines.ts";
import type { ServingStore } from "./serving-store.ts";

/** A call of the store. */
export type ServingOperation = Exclude<keyof ServingStore, "places">;

/** Surrounds a call of the store. `size`: the number of items of a batch that many requests share. */
export type AroundCall = <T>(
  operation: ServingOperation,
  call: () => Promise<T>,
  size?: number,
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
    findDeliveries: (ids) => first("findDeliveries", () => inner.findDeliveries(ids), ids.length),
    issue: (orders) => first("issue", () => inner.issue(orders), orders.length),
    record: (events) => first("record", () => inner.record(events), events.length),
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
  return async (operation, call, size) => {
    if (size !== undefined) sizes(size, operation);
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

/** Opens a span for each call. A batch has a trace of its own, because it belongs to many requests. */
export function traceCalls(tracing: Tracing): AroundCall {
  return (operation, call, size) =>
    tracing.inSpan(
      {
        name: `handbill.store.${operation}`,
        kind: "client",
        isRoot: size !== undefined,
        attributes: size === undefined ? {} : { "db.operation.batch.size": size },
      },
      call,
    );
}
