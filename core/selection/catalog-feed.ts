import type { ServingStore } from "../storage/serving-store.ts";
import type { Clock, EpochMs } from "../timing/clock.ts";
import { catalogMaxAgeMs, catalogMaxStaleMs } from "../timing/windows.ts";
import type { LiveIndexChange } from "./live-index.ts";
import { applyDelta, type Snapshot, touchedBy } from "./snapshot.ts";

/** Keeps the snapshot of this instance near the store's catalogue. */
export interface CatalogFeed {
  /**
   * The snapshot to serve with. Younger than a second: as it is. Up to two: as it is, and the store is asked
   * meanwhile. Older, or none yet: the store is asked first; when it cannot be reached an old snapshot serves on, for
   * every write will say the same. Rejects only when there has never been a snapshot.
   */
  readonly current: () => Promise<Snapshot>;
  /** Asks the store now. Rejects when it cannot be reached. */
  readonly refresh: () => Promise<Snapshot>;
  /**
   * The store's time: this instance's clock, corrected by what the store said at the last check. Revocations and schedules
   * follow it, so that an instance whose clock is wrong decides like every other.
   */
  readonly storeClock: Clock;
}

export interface CatalogFeedHooks {
  /** Told of every change before anybody is served with it. */
  readonly onChange: (change: LiveIndexChange) => void;
  /** Asked after every check, whether anything changed or not, and told whether it is the first one. */
  readonly onChecked: (snapshot: Snapshot, isFirst: boolean) => Promise<void>;
}

export function createCatalogFeed(
  store: ServingStore,
  clock: Clock,
  { onChange, onChecked }: CatalogFeedHooks,
): CatalogFeed {
  let snapshot: Snapshot | undefined;
  /** The snapshot, as nearly every request gets it. */
  let ready: Promise<Snapshot> | undefined;
  let checkedAt: EpochMs = Number.NEGATIVE_INFINITY;
  let checking: Promise<Snapshot> | undefined;
  let storeAheadMs = 0;

  const check = async (): Promise<Snapshot> => {
    const startedAt = clock();
    const isFirst = snapshot === undefined;
    const { at, delta } = await store.catalogChanges(snapshot?.version);
    storeAheadMs = at - clock();
    if (delta !== undefined) {
      const touched = touchedBy(snapshot, delta);
      snapshot = applyDelta(snapshot, delta);
      ready = Promise.resolve(snapshot);
      onChange({ register: snapshot, isReload: delta.reload, touched, creatives: delta.creatives });
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
      // Negative when the clock was set back: of any age, then.
      if (ready !== undefined && ageMs >= 0 && ageMs < catalogMaxAgeMs) return ready;
      const refreshed = refresh();
      if (snapshot === undefined) return refreshed;
      const old = snapshot;
      const safe = refreshed.catch(() => old);
      return ageMs >= 0 && ageMs < catalogMaxStaleMs ? Promise.resolve(old) : safe;
    },
  };
}
