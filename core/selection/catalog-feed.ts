import type { CatalogVersion } from "../storage/catalog-change.ts";
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
  /** The version of the snapshot, and the time since the last successful check. `undefined`: there is no snapshot yet. */
  readonly state: () => { readonly version: CatalogVersion; readonly ageMs: number } | undefined;
}

/** Callbacks of the feed. */
export interface CatalogFeedHooks {
  /** Runs for every change, before a request is served with it. */
  readonly onChange: (change: LiveIndexChange) => void;
  /** Runs after every check, whether the catalogue changed or not. */
  readonly onChecked: (snapshot: Snapshot, isFirst: boolean) => Promise<void>;
}

/** The last reading of the catalogue: plain data that the instances of one isolate share. */
export interface CatalogFeedState {
  snapshot?: Snapshot | undefined;
  /** When the check began that confirmed the snapshot. */
  checkedAt: EpochMs;
  /** When the check under way began. */
  startedAt: EpochMs;
  storeAheadMs: number;
}

/** Nothing was read. */
export function createCatalogFeedState(): CatalogFeedState {
  const never = Number.NEGATIVE_INFINITY;
  return { checkedAt: never, startedAt: never, storeAheadMs: 0 };
}

/** `clock` is this instance's clock. */
export function createCatalogFeed(
  store: ServingStore,
  clock: Clock,
  { onChange, onChecked }: CatalogFeedHooks,
  state: CatalogFeedState = createCatalogFeedState(),
): CatalogFeed {
  /** The resolved snapshot, which nearly every request takes. */
  let ready: { readonly snapshot: Snapshot; readonly promise: Promise<Snapshot> } | undefined;
  let checking: Promise<Snapshot> | undefined;

  const check = async (): Promise<Snapshot> => {
    const startedAt = clock();
    state.startedAt = startedAt;
    const before = state.snapshot;
    const { at, delta: stored } = await store.catalogChanges(before?.version);
    state.storeAheadMs = at - clock();
    // An instance that shares the state was faster. Only a change since its snapshot may be applied to it.
    if (stored !== undefined && state.snapshot !== before) return check();
    if (stored !== undefined) {
      const delta = approvedOnly(stored);
      const touched = touchedBy(before, delta);
      const snapshot = applyDelta(before, delta);
      state.snapshot = snapshot;
      const { reload: isReload, creatives, platforms } = delta;
      onChange({ catalog: snapshot, isReload, touched, creatives, platforms });
    }
    const { snapshot } = state;
    if (snapshot === undefined) throw new Error("The store has no catalogue version.");
    await onChecked(snapshot, before === undefined);
    state.checkedAt = startedAt;
    return snapshot;
  };
  const refresh = (): Promise<Snapshot> => {
    checking ??= check().finally(() => {
      checking = undefined;
      state.startedAt = Number.NEGATIVE_INFINITY;
    });
    return checking;
  };
  const resolved = (snapshot: Snapshot): Promise<Snapshot> => {
    if (ready?.snapshot !== snapshot) ready = { snapshot, promise: Promise.resolve(snapshot) };
    return ready.promise;
  };
  return {
    refresh,
    storeClock: () => clock() + state.storeAheadMs,
    state: () =>
      state.snapshot && { version: state.snapshot.version, ageMs: Math.abs(clock() - state.checkedAt) },
    current: () => {
      const { snapshot: old } = state;
      const now = clock();
      const ageMs = now - state.checkedAt;
      // Negative when the clock was set back. The age is unknown then.
      if (old !== undefined && ageMs >= 0 && ageMs < catalogMaxAgeMs) return resolved(old);
      const isStale = !(ageMs >= 0 && ageMs < catalogMaxStaleMs);
      // Another instance that shares the state reads the store already.
      if (
        old !== undefined &&
        !isStale &&
        checking === undefined &&
        now - state.startedAt < catalogMaxAgeMs / 2
      )
        return resolved(old);
      const refreshed = refresh();
      if (old === undefined) return refreshed;
      const safe = refreshed.catch(() => old);
      return isStale ? safe : resolved(old);
    },
  };
}
