import type { CatalogDelta, CatalogNews } from "../../../core/storage/catalog-change.ts";
import type { ServingStore, Spend } from "../../../core/storage/serving-store.ts";
import { settled } from "../settled.ts";

/** A serving store whose every operation fails but those that a test gives it. */
export function storeWith(operations: Partial<ServingStore>): ServingStore {
  const missing = (name: string) => (): Promise<never> =>
    Promise.reject(new Error(`${name} was not expected`));
  return {
    catalogChanges: missing("catalogChanges"),
    readSpend: missing("readSpend"),
    readCreatives: missing("readCreatives"),
    findDeliveries: missing("findDeliveries"),
    issue: missing("issue"),
    record: missing("record"),
    releaseExpired: () => Promise.resolve(0),
    addCounts: missing("addCounts"),
    readCounts: missing("readCounts"),
    ...operations,
  };
}

/** A catalogue whose answers the test releases, and that counts its calls. */
export interface HeldCatalog {
  readonly store: ServingStore;
  /** The known version of each call, oldest first. */
  readonly asked: readonly (string | undefined)[];
  /** Without a delta nothing changed; `at`: the store's time, 0 where it does not matter. */
  readonly answer: (delta: CatalogDelta | undefined, at?: number) => Promise<void>;
  readonly fail: () => Promise<void>;
}

export function heldCatalog(): HeldCatalog {
  const asked: (string | undefined)[] = [];
  const open: PromiseWithResolvers<CatalogNews>[] = [];
  const next = (): PromiseWithResolvers<CatalogNews> => {
    const call = open.shift();
    if (call === undefined) throw new Error("the store was not asked");
    return call;
  };
  return {
    asked,
    store: storeWith({
      catalogChanges: (since) => {
        asked.push(since);
        const call = Promise.withResolvers<CatalogNews>();
        open.push(call);
        return call.promise;
      },
    }),
    answer: async (delta, at = 0) => {
      next().resolve({ at, delta });
      await settled();
    },
    fail: async () => {
      next().reject(new Error("the database is not there"));
      await settled();
    },
  };
}

export function spend(campaignId: string, fields: Partial<Spend> = {}): Spend {
  return {
    campaignId,
    spentMicros: 0,
    usedMicros: 0,
    heldMicros: 0,
    day: "2026-03-04",
    dayUsedMicros: 0,
    dayHeldMicros: 0,
    ...fields,
  };
}
