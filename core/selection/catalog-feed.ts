import type { ServingStore } from "../storage/serving-store.ts";
import type { Clock, EpochMs } from "../timing/clock.ts";
import { catalogMaxAgeMs, catalogMaxStaleMs } from "../timing/windows.ts";
import { approvedOnly } from "./approved-only.ts";
import type { LiveIndexChange } from "./live-index.ts";
import { applyDelta, type Snapshot, touchedBy } from "./snapshot.ts";

/** Keeps this instance's snapshot of the catalogue up to date with the store. */
export interface CatalogFeed {
  /**
   * The snapshot to serve with. Younger than 1 second: returned at once. Younger than 2 seconds: returned at once, and the
   * store is read in the background. Older, or none yet: the store is read first. When the store cannot be reached, an old
   * snapshot is returned, because the write that follows reports the outage. Rejects only when there has never been a snapshot.
   */
  readonly current: () => Promise<Snapshot>;
  /** Reads the store now. Rejects when it cannot be reached. */
  readonly refresh: () => Promise<Snapshot>;
  /**
   * The store's time: this instance's clock, corrected at each check. Revocations and schedules follow it, so that an instance
   * with a wrong clock decides like every other.
   */
  readonly storeClock: Clock;
}

/** Callbacks of the feed. */
export interface CatalogFeedHooks {
  /** Runs for every change, before a request is served with it. */
  readonly onChange: (change: LiveIndexChange) => void;
  /** Runs after every check, whether the catalogue changed or not. */
  readonly onChecked: (snapshot: Snapshot, isFirst: boolean) => Promise<void>;
}

/** `clock` is this instance's clock. */
export function createCatalogFeed(
  store: ServingStore,
  clock: Clock,
  { onChange, onChecked }: CatalogFeedHooks,
): CatalogFeed {
  let snapshot: Snapshot | undefined;
  /** The resolved snapshot, which nearly every request takes. */
  let ready: Promise<Snapshot> | undefined;
  let checkedAt: EpochMs = Number.NEGATIVE_INFINITY;
  let checking: Promise<Snapshot> | undefined;
  let storeAheadMs = 0;

  const check = async (): Promise<Snapshot> => {
    const startedAt = clock();
    const isFirst = snapshot === undefined;
    const { at, delta: stored } = await store.catalogChanges(snapshot?.version);
    storeAheadMs = at - clock();
    if (stored !== undefined) {
      const delta = approvedOnly(stored);
      const touched = touchedBy(snapshot, delta);
      snapshot = applyDelta(snapshot, delta);
      ready = Promise.resolve(snapshot);
      onChange({ catalog: snapshot, isReload: delta.reload, touched, creatives: delta.creatives });
    }
    if (snapshot === undefined) throw new Error("The store has no catalogue version.");
    await onChecked(snapshot, isFirst);
    checkedAt = startedAt;
    return snapshot;
  };
  const refresh = (): Promise<Snapshot> => {
    checking ??= check().finally(() => {
      checking = undefined;
    });
    return checking;
  };
  return {
    refresh,
    storeClock: () => clock() + storeAheadMs,
    current: () => {
      const ageMs = clock() - checkedAt;
      // Negative when the clock was set back. The age is unknown then.
      if (ready !== undefined && ageMs >= 0 && ageMs < catalogMaxAgeMs) return ready;
      const refreshed = refresh();
      if (snapshot === undefined) return refreshed;
      const old = snapshot;
      const safe = refreshed.catch(() => old);
      return ageMs >= 0 && ageMs < catalogMaxStaleMs ? Promise.resolve(old) : safe;
    },
  };
}
