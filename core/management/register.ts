import type {
  ApiKeyRecord,
  Campaign,
  Catalog,
  Creative,
  Platform,
  Publisher,
  Topic,
} from "../catalog/entities.ts";
import type { CatalogDelta, CatalogVersion, ServingStore } from "../storage.ts";
import type { EpochMs } from "../timing/clock.ts";

/** What is declared, as it stood in the store a moment ago. */
export interface Register {
  readonly version: CatalogVersion;
  /** The store's time when it was read. */
  readonly at: EpochMs;
  readonly publishers: ReadonlyMap<string, Publisher>;
  readonly platforms: ReadonlyMap<string, Platform>;
  readonly campaigns: ReadonlyMap<string, Campaign>;
  readonly creatives: ReadonlyMap<string, Creative>;
  readonly topics: ReadonlyMap<string, Topic>;
  readonly apiKeys: ReadonlyMap<string, ApiKeyRecord>;
}

/** Asks the store for changes on every call, so that whoever changed something reads it. */
export function createRegister(store: Pick<ServingStore, "catalogChanges">): () => Promise<Register> {
  let known: Omit<Register, "at"> | undefined;
  let asking: Promise<Register> = Promise.reject(new Error("not asked yet"));
  asking.catch(() => {});
  const ask = async (): Promise<Register> => {
    const { at, delta } = await store.catalogChanges(known?.version);
    if (delta !== undefined) known = applied(delta.reload ? undefined : known, delta);
    if (known === undefined) throw new Error("The store has no catalogue version.");
    return { ...known, at };
  };
  return () => {
    // One after another: each delta belongs on the version that it was asked for.
    asking = asking.then(ask, ask);
    return asking;
  };
}

function applied(base: Omit<Register, "at"> | undefined, delta: CatalogDelta): Omit<Register, "at"> {
  const removed = Map.groupBy(delta.removed, ({ kind }) => kind);
  const merge = <T extends { readonly id: string }>(
    from: ReadonlyMap<string, T> | undefined,
    upserts: readonly T[],
    kind: Parameters<typeof removed.get>[0],
  ): ReadonlyMap<string, T> => {
    const items = new Map(from);
    for (const { id } of removed.get(kind) ?? []) items.delete(id);
    for (const item of upserts) items.set(item.id, item);
    return items;
  };
  const apiKeys = new Map(base?.apiKeys);
  for (const key of delta.apiKeys) apiKeys.set(key.id, key);
  return {
    version: delta.version,
    publishers: merge(base?.publishers, delta.publishers, "publisher"),
    platforms: merge(base?.platforms, delta.platforms, "platform"),
    campaigns: merge(base?.campaigns, delta.campaigns, "campaign"),
    creatives: merge(
      base?.creatives,
      delta.creatives.map(({ creative }) => creative),
      "creative",
    ),
    topics: merge(base?.topics, delta.topics, "topic"),
    apiKeys,
  };
}

/** A key that may open something here: its publisher is still registered. */
export function keyIn({ apiKeys, publishers }: Register, id: string): ApiKeyRecord | undefined {
  const key = apiKeys.get(id);
  return key !== undefined && publishers.has(key.publisherId) ? key : undefined;
}

export function catalogOf(register: Register): Catalog {
  return {
    publishers: [...register.publishers.values()],
    platforms: [...register.platforms.values()],
    campaigns: [...register.campaigns.values()],
    creatives: [...register.creatives.values()],
    topics: [...register.topics.values()],
  };
}
