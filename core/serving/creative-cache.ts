import type { CreativeVersion } from "../catalog/entities.ts";
import type { Snapshot } from "../selection/snapshot.ts";
import type { ServingStore } from "../storage.ts";

/** What this instance knows of creative versions. They are immutable, so it never goes stale. */
export interface CreativeCache {
  /** A version, from the store if need be. `undefined` where there is none. Rejects when the store cannot be reached. */
  readonly find: (versionId: string) => Promise<CreativeVersion | undefined>;
  /** Notes which creative a version is of. */
  readonly note: (version: CreativeVersion) => void;
  /** The creative that a version is of, as far as it is known without asking the store; else empty. */
  readonly creativeIdOf: (versionId: string, snapshot: Pick<Snapshot, "version" | "creatives">) => string;
}

const maxCached = 1_000;
const maxNamed = 10_000;

export function createCreativeCache(store: Pick<ServingStore, "readCreatives">): CreativeCache {
  const cached = new Map<string, CreativeVersion>();
  const creativeIds = new Map<string, string>();
  let notedCatalog: string | undefined;
  const note = ({ versionId, creative }: CreativeVersion): void => {
    if (creativeIds.has(versionId)) return;
    makeRoom(creativeIds, maxNamed);
    creativeIds.set(versionId, creative.id);
  };
  return {
    find: async (versionId) => {
      const known = cached.get(versionId);
      if (known !== undefined) return known;
      const [version] = await store.readCreatives([versionId]);
      if (version === undefined) return undefined;
      makeRoom(cached, maxCached);
      cached.set(versionId, version);
      note(version);
      return version;
    },
    note,
    creativeIdOf: (versionId, { version, creatives }) => {
      const known = creativeIds.get(versionId);
      if (known !== undefined || notedCatalog === version) return known ?? "";
      // Once for each catalogue that fits beside what was noted before; in a larger one only what is issued here is known.
      notedCatalog = version;
      if (creatives.size > maxNamed / 2) return "";
      for (const current of creatives.values()) note(current);
      return creativeIds.get(versionId) ?? "";
    },
  };
}

/** Forgets what was added first when there is no room for one more. */
function makeRoom(items: Map<string, unknown>, most: number): void {
  const [oldest] = items.keys();
  if (items.size >= most && oldest !== undefined) items.delete(oldest);
}
