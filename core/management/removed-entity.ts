import type { EntityKind, EntityRef } from "../storage/catalog-change.ts";
import type { RemovedEntity } from "../storage/management-store.ts";
import { type Entities, maySee } from "./access.ts";
import type { CatalogView } from "./catalog-view.ts";
import type { Principal } from "./principal.ts";
import type { ManagedStore } from "./route.ts";

/** What stood under an id before it was removed, as far as it concerns the caller. */
export type RemovedOwner =
  /** Nothing did: the id is new. */
  | { readonly owner: "nobody" }
  /** The caller's own, as it last stood; the operator may take up every id. Absent: an older release removed it. */
  | { readonly owner: "caller"; readonly entity: Entities[EntityKind] | undefined }
  /** Somebody else's, or nobody knows whose: the id stays taken. */
  | { readonly owner: "other" };

/**
 * Looks up what an id stood for. No id passes to another owner, because its history, its money and its settings would pass
 * along. The register has to be read before: a removal after it makes the change a conflict.
 */
export async function findRemoved(
  ref: EntityRef,
  principal: Principal,
  view: CatalogView,
  store: Pick<ManagedStore, "readRemoved">,
): Promise<RemovedOwner> {
  const [removed] = await store.readRemoved([ref]);
  if (removed === undefined) return { owner: "nobody" };
  const { kind, entity } = removed;
  if (principal.role === "operator") return { owner: "caller", entity };
  if (entity === undefined) return { owner: "other" };
  const known = await withCampaign(removed, view, store);
  return maySee(principal, kind, entity, known) ? { owner: "caller", entity } : { owner: "other" };
}

/** A creative is owned through its campaign, which may have been removed, too. */
async function withCampaign(
  removed: RemovedEntity,
  view: CatalogView,
  store: Pick<ManagedStore, "readRemoved">,
): Promise<CatalogView> {
  const id = removed.kind === "creative" ? removed.entity?.campaignId : undefined;
  if (id === undefined || view.campaigns.has(id)) return view;
  const [campaign] = await store.readRemoved([{ kind: "campaign", id }]);
  if (campaign?.kind !== "campaign" || campaign.entity === undefined) return view;
  return { ...view, campaigns: new Map([[id, campaign.entity]]) };
}
