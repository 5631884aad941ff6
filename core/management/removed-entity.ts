import * as v from "valibot";
import { entityId } from "../catalog/fields.ts";
import type { EntityKind, EntityRef } from "../storage/catalog-change.ts";
import type { RemovedEntity } from "../storage/management-store.ts";
import { type Entities, maySee } from "./access.ts";
import type { CatalogView } from "./catalog-view.ts";
import type { Principal } from "./principal.ts";
import type { ManagedStore } from "./route.ts";

/** The owner of a removed entity's id, as seen by the caller. */
export type RemovedOwner =
  /** The id was never used. */
  | { readonly owner: "nobody" }
  /** The caller owned it; the operator may reuse every id. `entity` is its last state. */
  | { readonly owner: "caller"; readonly entity: Entities[EntityKind] }
  /** Another owner: the id stays reserved. */
  | { readonly owner: "other" };

/**
 * Finds the removed entity of an id. An id never passes to another owner, because its history, money and settings would
 * pass with it. Read the view first: a removal after it makes the change a conflict.
 */
export async function findRemoved(
  ref: EntityRef,
  principal: Principal,
  view: CatalogView,
  store: Pick<ManagedStore, "readRemoved">,
): Promise<RemovedOwner> {
  // Whatever else is sent was never the id of an entity, and not every store can search for it: PostgreSQL refuses U+0000.
  if (!v.is(entityId, ref.id)) return { owner: "nobody" };
  const [removed] = await store.readRemoved([ref]);
  if (removed === undefined) return { owner: "nobody" };
  const { kind, entity } = removed;
  if (principal.role === "operator") return { owner: "caller", entity };
  const known = await withCampaign(removed, view, store);
  return maySee(principal, kind, entity, known) ? { owner: "caller", entity } : { owner: "other" };
}

/** A creative's campaign decides its owner. It may have been removed, too. */
async function withCampaign(
  removed: RemovedEntity,
  view: CatalogView,
  store: Pick<ManagedStore, "readRemoved">,
): Promise<CatalogView> {
  const id = removed.kind === "creative" ? removed.entity.campaignId : undefined;
  if (id === undefined || view.campaigns.has(id)) return view;
  const [campaign] = await store.readRemoved([{ kind: "campaign", id }]);
  if (campaign?.kind !== "campaign") return view;
  return { ...view, campaigns: new Map([[id, campaign.entity]]) };
}
