import type { CatalogIndex } from "../catalog/catalog-index.ts";
import type { ApiKeyRecord, Catalog } from "../catalog/entities.ts";
import type { CatalogDelta, CatalogVersion } from "../storage/catalog-change.ts";
import type { ServingStore } from "../storage/serving-store.ts";
import type { EpochMs } from "../timing/clock.ts";

/** The catalogue and the API keys, as the store held them a moment ago. */
export interface CatalogView extends CatalogIndex {
  /** The version of the catalogue in the store. */
  readonly version: CatalogVersion;
  /** The store's time of the read. */
  readonly at: EpochMs;
  /** All API keys by id, revoked ones too. */
  readonly apiKeys: ReadonlyMap<string, ApiKeyRecord>;
}

/**
 * Returns a reader of the current view. Every call asks the store for changes, so that callers read their own writes.
 */
export function createCatalogView(store: Pick<ServingStore, "catalogChanges">): () => Promise<CatalogView> {
  let known: Omit<CatalogView, "at"> | undefined;
  let reading: Promise<CatalogView> = Promise.reject(new Error("not read yet"));
  reading.catch(() => {});
  const read = async (): Promise<CatalogView> => {
    const { at, delta } = await store.catalogChanges(known?.version);
    if (delta !== undefined) known = applied(delta.reload ? undefined : known, delta);
    if (known === undefined) throw new Error("The store has no catalogue version.");
    return { ...known, at };
  };
  return () => {
    // Sequential: each delta applies to the version that it was requested for.
    reading = reading.then(read, read);
    return reading;
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

/** Finds a usable key: its publisher must still be registered. */
export function keyIn({ apiKeys, publishers }: CatalogView, id: string): ApiKeyRecord | undefined {
  const key = apiKeys.get(id);
  return key !== undefined && publishers.has(key.publisherId) ? key : undefined;
}

/** The catalogue of a view, as a document. */
export function catalogOf(view: CatalogView): Catalog {
  return {
    publishers: [...view.publishers.values()],
    platforms: [...view.platforms.values()],
    campaigns: [...view.campaigns.values()],
    creatives: [...view.creatives.values()],
    topics: [...view.topics.values()],
  };
}
