import type { Campaign } from "../catalog/entities.ts";
import { maxAuditPage } from "../storage/audit-store.ts";
import type { EntityKind } from "../storage/catalog-change.ts";
import { maxBatch } from "../storage/serving-store.ts";
import { type Entities, maySee } from "./access.ts";
import type { CatalogView } from "./catalog-view.ts";
import type { RouteContext } from "./route.ts";

/** A list of archived objects reaches this many changes of its kind back. */
const maxPages = 10;

/**
 * Reads the archived entities of a kind that the caller may see: those that the last 5,000 changes of the kind removed, in their
 * last state. The audit trail names them, and the store keeps them.
 */
export async function readArchived(
  kind: EntityKind,
  { principal, view, store }: Pick<RouteContext, "principal" | "view" | "store">,
): Promise<readonly Entities[EntityKind][]> {
  const ids = new Set<string>();
  let before: number | undefined;
  for (let page = 0; page < maxPages; page++) {
    const publisherId = principal.role === "publisher" ? principal.publisherId : undefined;
    const records = await store.readAudit({ kind, before, publisherId, limit: maxAuditPage });
    for (const { action, entityId } of records) if (action === "remove") ids.add(entityId);
    if (records.length < maxAuditPage) break;
    before = records.at(-1)?.id;
  }
  const entities = await readRemoved(kind, [...ids], store);
  const known = kind === "creative" ? await withCampaignsOf(entities, view, store) : view;
  return entities.filter((entity) => maySee(principal, kind, entity, known));
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
