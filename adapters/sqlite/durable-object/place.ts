import { maxBatch } from "../../../core/storage/serving-store.ts";
import type { Store } from "../../../core/storage/store.ts";
import type { ObjectContext } from "./context.ts";
import { createMaintenance, type MaintenanceOptions } from "./maintenance.ts";
import { type ObjectStoreOptions, openObjectStore } from "./open-object-store.ts";
import { answerCall, type StoreObject } from "./store-calls.ts";

/** Options of {@link createPlace}. */
export interface PlaceOptions extends ObjectStoreOptions, MaintenanceOptions {}

/** What an object that holds a store does. Its functions need no `this`. */
export interface Place {
  /** The store, for code in the object. */
  readonly store: Store;
  /** The method `call` of the object, which `openDurableObject` calls. */
  readonly call: StoreObject["call"];
  /** The method `alarm` of the object: gives expired holds back, and drops old rows. */
  readonly alarm: () => Promise<void>;
}

/** A store in a Durable Object, for workers and other objects. Does no I/O. */
export function createPlace({ storage }: ObjectContext, options: PlaceOptions = {}): Place {
  const store = openObjectStore(storage, options);
  const releaseAll = async (): Promise<void> => {
    while ((await store.releaseExpired(maxBatch)) === maxBatch);
  };
  const { used, alarm } = createMaintenance(storage, releaseAll, options);
  return {
    store,
    call: async (operation, values) => {
      const answer = await answerCall(store, operation, values);
      await used();
      return answer;
    },
    alarm,
  };
}
