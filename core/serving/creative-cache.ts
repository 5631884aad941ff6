import type { CreativeVersion } from "../catalog/entities.ts";
import type { LiveIndex } from "../selection/live-index.ts";
import type { Delivery } from "../storage/delivery.ts";
import type { ServingStore } from "../storage/serving-store.ts";
import { Lru } from "./lru.ts";

/** What this instance knows of creative versions. They are immutable, so it never goes stale. */
export interface CreativeCache {
  /** A version, from the store if need be. `undefined` where there is none. Rejects when the store cannot be reached. */
  readonly find: (versionId: string) => Promise<CreativeVersion | undefined>;
  /** Notes which creative a version is of that the catalogue will not have any more. */
  readonly note: (version: CreativeVersion) => void;
  /** The creative that was delivered, as far as it is known without asking the store; else empty. */
  readonly creativeIdOf: (delivery: Pick<Delivery, "campaignId" | "creativeVersionId">) => string;
}

const maxCached = 2_000;
const maxNoted = 20_000;

export function createCreativeCache(
  store: Pick<ServingStore, "readCreatives">,
  lineup: Pick<LiveIndex, "creativesOf">,
): CreativeCache {
  const cached = new Lru<CreativeVersion>(maxCached);
  const creativeIds = new Lru<string>(maxNoted);
  const note = ({ versionId, creative }: CreativeVersion): void => creativeIds.set(versionId, creative.id);
  return {
    find: async (versionId) => {
      const known = cached.get(versionId);
      if (known !== undefined) return known;
      const [version] = await store.readCreatives([versionId]);
      if (version === undefined) return undefined;
      cached.set(versionId, version);
      note(version);
      return version;
    },
    note,
    creativeIdOf: ({ campaignId, creativeVersionId }) => {
      const current = lineup.creativesOf(campaignId).find(({ versionId }) => versionId === creativeVersionId);
      return current?.creative.id ?? creativeIds.get(creativeVersionId) ?? "";
    },
  };
}
