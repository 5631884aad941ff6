import type { Deadlines } from "../timing/deadlines.ts";
import type { ServingStore } from "./serving-store.ts";

/**
 * The store with an end to its patience: an operation that does not return in time is rejected as an outage. The
 * batched ones, `issue`, `record` and `findDeliveries`, have no end here; the batcher gives them up (storage/batcher.ts).
 */
export function storeWithTimeout(store: ServingStore, { within }: Deadlines): ServingStore {
  return {
    // A store that a program without types left out must not throw here.
    get places() {
      return store.places;
    },
    catalogChanges: (since) => within(store.catalogChanges(since)),
    readSpend: (ids) => within(store.readSpend(ids)),
    readCreatives: (ids) => within(store.readCreatives(ids)),
    findDeliveries: (ids) => store.findDeliveries(ids),
    issue: (orders) => store.issue(orders),
    record: (events) => store.record(events),
    releaseExpired: (limit) => within(store.releaseExpired(limit)),
    addCounts: (counts) => within(store.addCounts(counts)),
    readCounts: (query) => within(store.readCounts(query)),
  };
}
