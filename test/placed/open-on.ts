import { createMemoryStore } from "../../adapters/memory/mod.ts";
import { openPlaced } from "../../adapters/placed/mod.ts";
import type { Campaign } from "../../core/catalog/entities.ts";
import type { EntityRef } from "../../core/storage/catalog-change.ts";
import type { Store } from "../../core/storage/store.ts";
import { creativeVersion, platform, publisher } from "../conformance/fixtures.ts";

/** Home and three places in memory. */
export interface Stores {
  readonly home: Store;
  readonly places: readonly Store[];
}

/** Fresh stores, each judging time by `now`. */
export function memoryStores(now: () => number = () => 1_772_625_600_000): Stores {
  const open = (): Store => createMemoryStore({ clock: now });
  return { home: open(), places: [open(), open(), open()] };
}

/** One instance over the stores, each surrounded by `around`. */
export function instanceOn(
  { home, places }: Stores,
  around: (store: Store, place: number) => Store = (store) => store,
  stopwatch?: () => number,
): Store {
  return openPlaced({
    home: around(home, 0),
    places: places.map((store, index) => around(store, index + 1)),
    stopwatch,
  });
}

/** Changes the catalogue at its current version; false after a conflict. */
export async function change(
  store: Store,
  campaigns: readonly Campaign[],
  removals: readonly EntityRef[] = [],
): Promise<string> {
  const { version } = await store.readCatalog();
  const { outcome } = await store.applyCatalog({
    expectedVersion: version,
    upserts: {
      publishers: [publisher()],
      platforms: [platform()],
      campaigns,
      creatives: campaigns.map(({ id }) => creativeVersion(id)),
      topics: [],
    },
    removals,
  });
  return outcome;
}

/** The store with every call preceded by `before`. */
export function withEveryCall(store: Store, before: (name: string) => Promise<void>): Store {
  return new Proxy(store, {
    get: (target, name, receiver) => {
      const member: unknown = Reflect.get(target, name, receiver);
      if (typeof member !== "function" || typeof name !== "string") return member;
      return async (...args: unknown[]) => {
        await before(name);
        return Reflect.apply(member, target, args);
      };
    },
  });
}
