import type { CreativeVersion } from "../catalog/entities.ts";
import { Lru } from "../lru.ts";
import type { LiveIndex } from "../selection/live-index.ts";
import type { Delivery } from "../storage/delivery.ts";
import type { ServingStore } from "../storage/serving-store.ts";

type Delivered = Pick<Delivery, "campaignId" | "creativeVersionId">;

/** Creative versions that this instance knows. A version is immutable, so it never goes stale. */
export interface CreativeCache {
  /**
   * The version that was delivered. Asks the store only when neither the catalogue in memory nor this cache has it.
   * Resolves to `undefined` when the store has no such version. Rejects when the store cannot be reached.
   */
  readonly find: (delivered: Delivered) => Promise<CreativeVersion | undefined>;
  /** Notes the creative of a version before the catalogue in memory drops that version. */
  readonly note: (version: CreativeVersion) => void;
  /** The id of the creative that was delivered. Never asks the store: empty when this instance does not know it. */
  readonly creativeIdOf: (delivered: Delivered) => string;
}

const maxCached = 2_000;
const maxNoted = 20_000;

/** The content of a cache: plain data that the instances of one isolate share. */
export interface CreativeCacheState {
  readonly cached: Lru<CreativeVersion>;
  readonly creativeIds: Lru<string>;
}

/** Empty. */
export function createCreativeCacheState(): CreativeCacheState {
  return { cached: new Lru(maxCached), creativeIds: new Lru(maxNoted) };
}

export function createCreativeCache(
  store: Pick<ServingStore, "readCreatives">,
  liveIndex: Pick<LiveIndex, "creativesOf">,
  { cached, creativeIds }: CreativeCacheState = createCreativeCacheState(),
): CreativeCache {
  const note = ({ versionId, creative }: CreativeVersion): void => creativeIds.set(versionId, creative.id);
  const inCatalog = ({ campaignId, creativeVersionId }: Delivered): CreativeVersion | undefined =>
    liveIndex.creativesOf(campaignId).find(({ versionId }) => versionId === creativeVersionId);
  return {
    find: async (delivered) => {
      const { creativeVersionId } = delivered;
      const known = inCatalog(delivered) ?? cached.get(creativeVersionId);
      if (known !== undefined) return known;
      const [version] = await store.readCreatives([creativeVersionId]);
      if (version === undefined) return undefined;
      cached.set(creativeVersionId, version);
      note(version);
      return version;
    },
    note,
    creativeIdOf: (delivered) =>
      inCatalog(delivered)?.creative.id ?? creativeIds.get(delivered.creativeVersionId) ?? "",
  };
}
