import type { ServingStore } from "../../../core/storage/serving-store.ts";
import type { DeliveryLog } from "./delivery-log.ts";

/** The store, which reports every confirmed outcome to `log`. Otherwise it behaves as the given one. */
export function observeStore(store: ServingStore, log: DeliveryLog): ServingStore {
  return {
    catalogChanges: async (since) => {
      const news = await store.catalogChanges(since);
      if (news.delta !== undefined) log.noteCatalog(news.delta);
      return news;
    },
    issue: async (orders) => {
      const outcomes = await store.issue(orders);
      for (const outcome of outcomes) if (outcome.outcome === "issued") log.note(outcome.delivery, false);
      return outcomes;
    },
    record: async (events) => {
      const outcomes = await store.record(events);
      for (const outcome of outcomes)
        if (outcome.outcome === "recorded") log.note(outcome.delivery, outcome.charged);
      return outcomes;
    },
    readSpend: (ids) => store.readSpend(ids),
    readCreatives: (ids) => store.readCreatives(ids),
    findDeliveries: (ids) => store.findDeliveries(ids),
    releaseExpired: (limit) => store.releaseExpired(limit),
    addCounts: (counts) => store.addCounts(counts),
    readCounts: (query) => store.readCounts(query),
  };
}
