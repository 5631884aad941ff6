import type { CreativeVersion } from "../catalog/entities.ts";
import type { ServingStore } from "../storage.ts";

/** Creative versions of deliveries whose creative has changed since. Versions are immutable, so they never go stale. */
export type FindCreative = (versionId: string) => Promise<CreativeVersion | undefined>;

const maxCached = 1_000;

export function createCreativeCache(store: ServingStore): FindCreative {
  const cached = new Map<string, CreativeVersion>();
  return async (versionId) => {
    const known = cached.get(versionId);
    if (known !== undefined) return known;
    const [version] = await store.readCreatives([versionId]);
    if (version === undefined) return undefined;
    const [oldest] = cached.keys();
    if (cached.size >= maxCached && oldest !== undefined) cached.delete(oldest);
    cached.set(versionId, version);
    return version;
  };
}
