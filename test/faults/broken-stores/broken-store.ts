import { createMemoryStore, type MemoryStore } from "../../../adapters/memory/mod.ts";
import type { CatalogChange, CatalogDelta } from "../../../core/storage/catalog-change.ts";
import type { Store } from "../../../core/storage/store.ts";
import type { TestClock } from "../../conformance/clock.ts";
import type { StoreHarness } from "../../conformance/mod.ts";

/** A store that breaks one promise, and the case of the conformance kit that refuses it. */
export interface BrokenStore {
  /** The fault, as the end of a sentence: a store that … */
  readonly name: string;
  /** The name of the case that refuses it. */
  readonly caughtBy: string;
  /** Opens it as a harness does. */
  readonly open: StoreHarness["open"];
  /** Its calls wait for each other for ever: only a deadline refuses it, however short. */
  readonly hangs?: true;
}

/** Shifts the clock of the memory store underneath; it reads it before it first waits. */
export interface Skew {
  readonly while: <T>(ms: number, call: () => Promise<T>) => Promise<T>;
}

/** A memory store with some of its operations replaced by worse ones. */
export function brokenStore(
  name: string,
  caughtBy: string,
  breakIt: (inner: MemoryStore, clock: TestClock, skew: Skew) => Partial<Store>,
): BrokenStore {
  return {
    name,
    caughtBy,
    open: async (clock) => {
      let skewMs = 0;
      const inner = createMemoryStore({ clock: () => clock.now() + skewMs });
      const skew: Skew = {
        while: (ms, call) => {
          skewMs = ms;
          try {
            return call();
          } finally {
            skewMs = 0;
          }
        },
      };
      const store: Store = { ...inner, ...breakIt(inner, clock, skew) };
      return { stores: [store, store], close: async () => {} };
    },
  };
}

/** Of a store whose calls wait for each other. */
export function hanging(broken: BrokenStore): BrokenStore {
  return { ...broken, hangs: true };
}

/** Answers another delta than the store underneath. */
export function mapDelta(
  inner: Store,
  map: (delta: CatalogDelta, since: string | undefined) => CatalogDelta | undefined,
): Pick<Store, "catalogChanges"> {
  return {
    catalogChanges: async (since) => {
      const { at, delta } = await inner.catalogChanges(since);
      return { at, delta: delta && map(delta, since) };
    },
  };
}

/** Lets all other calls run, as a second round trip to a database does. */
export async function roundTrip(): Promise<void> {
  await Promise.resolve();
}

/** Another UUIDv7 of the same time, for deliveries that a broken store issues by itself. */
export function otherId(deliveryId: string, n: number): string {
  const tail = n.toString(36).padStart(6, "0");
  return `${deliveryId.slice(0, 12)}zzz${tail}A`;
}

/** Locks by name, each waited for in turn. */
export function createLocks(): (key: string) => Promise<() => void> {
  const tails = new Map<string, Promise<void>>();
  return async (key) => {
    const before = tails.get(key);
    let unlock = (): void => {};
    tails.set(
      key,
      new Promise((resolve) => {
        unlock = resolve;
      }),
    );
    await before;
    return unlock;
  };
}

export function emptyChange(expectedVersion: string): CatalogChange {
  const upserts = { publishers: [], platforms: [], campaigns: [], creatives: [], topics: [] };
  return { expectedVersion, upserts, removals: [] };
}
