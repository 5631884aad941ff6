import type { Campaign } from "../catalog/entities.ts";
import { type AuditStore, maxAuditPage } from "../storage/audit-store.ts";
import type { EntityKind } from "../storage/catalog-change.ts";
import { maxBatch } from "../storage/serving-store.ts";
import { type Entities, maySee } from "./access.ts";
import type { CatalogView } from "./catalog-view.ts";
import type { RouteContext } from "./route.ts";

/**
 * Reads the archived entities of a kind that the caller may see, in their last state. The audit trail names them, and the store keeps
 * them. The first call of a process reads the whole trail of the kind, a further call only what is new.
 */
export async function readArchived(
  kind: EntityKind,
  { principal, view, store }: Pick<RouteContext, "principal" | "view" | "store">,
): Promise<readonly Entities[EntityKind][]> {
  const entities = await readRemoved(kind, await readRemovedIds(kind, store), store);
  const known = kind === "creative" ? await withCampaignsOf(entities, view, store) : view;
  return entities.filter((entity) => maySee(principal, kind, entity, known));
}

/** The ids of a kind that are archived after the records of the audit trail up to `newest`. */
interface ArchivedIds {
  readonly ids: Set<string>;
  newest: number;
  /** Ends when the trail was read to its end. */
  reading: Promise<void>;
}

const archives = new WeakMap<Pick<AuditStore, "readAudit">, Map<EntityKind, ArchivedIds>>();

async function readRemovedIds(
  kind: EntityKind,
  store: Pick<AuditStore, "readAudit">,
): Promise<readonly string[]> {
  const archive = archives.get(store) ?? new Map<EntityKind, ArchivedIds>();
  archives.set(store, archive);
  const known = archive.get(kind) ?? { ids: new Set(), newest: 0, reading: Promise.resolve() };
  archive.set(kind, known);
  const readOn = async (): Promise<void> => {
    for (let isWhole = false; !isWhole; ) {
      const page = await store.readAudit({ kind, after: known.newest, limit: maxAuditPage });
      for (const { id, action, entityId } of page) {
        if (action === "remove") known.ids.add(entityId);
        else known.ids.delete(entityId);
        known.newest = id;
      }
      isWhole = page.length < maxAuditPage;
    }
  };
  // One call after the other: each continues where the last one ended, also where that one failed.
  known.reading = known.reading.then(readOn, readOn);
  await known.reading;
  return [...known.ids];
}

async function readRemoved(
  kind: EntityKind,
  ids: readonly string[],
  store: Pick<RouteContext["store"], "readRemoved">,
): Promise<readonly Entities[EntityKind][]> {
  const found: Entities[EntityKind][] = [];
  for (let start = 0; start < ids.length; start += maxBatch) {
    const refs = ids.slice(start, start + maxBatch).map((id) => ({ kind, id }));
    for (const removed of await store.readRemoved(refs))
      if (removed !== undefined) found.push(removed.entity);
  }
  return found;
}

/** The campaign of a creative decides its owner. It may be archived, too. */
async function withCampaignsOf(
  creatives: readonly Entities[EntityKind][],
  view: CatalogView,
  store: Pick<RouteContext["store"], "readRemoved">,
): Promise<CatalogView> {
  const named = creatives.flatMap((one) => ("campaignId" in one ? one.campaignId : []));
  const missing = [...new Set(named)].filter((id) => !view.campaigns.has(id));
  if (missing.length === 0) return view;
  const isCampaign = (one: Entities[EntityKind]): one is Campaign => "advertiser" in one;
  const archived = (await readRemoved("campaign", missing, store)).filter(isCampaign);
  const campaigns = new Map([...view.campaigns, ...archived.map((one) => [one.id, one] as const)]);
  return { ...view, campaigns };
}
