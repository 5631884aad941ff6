import type { CatalogIndex } from "../catalog/catalog-index.ts";
import type { ApiKeyRecord, Catalog } from "../catalog/entities.ts";
import type { CatalogDelta, CatalogVersion } from "../storage/catalog-change.ts";
import type { ServingStore } from "../storage/serving-store.ts";
import type { EpochMs } from "../timing/clock.ts";

/** What is declared, as it stood in the store a moment ago. */
export interface CatalogView extends CatalogIndex {
  readonly version: CatalogVersion;
  /** The store's time when it was read. */
  readonly at: EpochMs;
  readonly apiKeys: ReadonlyMap<string, ApiKeyRecord>;
}

/** Asks the store for changes on every call, so that whoever changed something reads it. */
export function createCatalogView(store: Pick<ServingStore, "catalogChanges">): () => Promise<CatalogView> {
  let known: Omit<CatalogView, "at"> | undefined;
  let asking: Promise<CatalogView> = Promise.reject(new Error("not asked yet"));
  asking.catch(() => {});
  const ask = async (): Promise<CatalogView> => {
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

function applied(base: Omit<CatalogView, "at"> | undefined, delta: CatalogDelta): Omit<CatalogView, "at"> {
  const removed = Map.groupBy(delta.removed, ({ kind }) => kind);
  const merge = <T extends { readonly id: string }>(
    from: ReadonlyMap<string, T> | undefined,
    upserts: readonly T[],
    kind: Parameters<typeof removed.get>[0],
  ): ReadonlyMap<string, T> => {
    if (from !== undefined && upserts.length === 0 && !removed.has(kind)) return from;
    const items = new Map(from);
    for (const { id } of removed.get(kind) ?? []) items.delete(id);
    for (const item of upserts) items.set(item.id, item);
    return items;
  };
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
    apiKeys: withKeys(base?.apiKeys, delta.apiKeys),
  };
}

function withKeys(
  from: ReadonlyMap<string, ApiKeyRecord> = new Map(),
  changed: readonly ApiKeyRecord[],
): ReadonlyMap<string, ApiKeyRecord> {
  return changed.length === 0 ? from : new Map([...from, ...changed.map((key) => [key.id, key] as const)]);
}

/** A key that may open something here: its publisher is still registered. */
export function keyIn({ apiKeys, publishers }: CatalogView, id: string): ApiKeyRecord | undefined {
  const key = apiKeys.get(id);
  return key !== undefined && publishers.has(key.publisherId) ? key : undefined;
}

export function catalogOf(view: CatalogView): Catalog {
  return {
    publishers: [...view.publishers.values()],
    platforms: [...view.platforms.values()],
    campaigns: [...view.campaigns.values()],
    creatives: [...view.creatives.values()],
    topics: [...view.topics.values()],
  };
}
