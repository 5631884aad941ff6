import type { Campaign } from "../../core/catalog/entities.ts";
import type { Delivery, IssueOrder } from "../../core/storage/delivery.ts";
import type { Store } from "../../core/storage/store.ts";
import { platform, publisher } from "../conformance/fixtures.ts";

/** Adds campaigns to a store, with the publisher and the platform of the fixtures. */
export async function storeCampaigns(store: Store, ...campaigns: readonly Campaign[]): Promise<void> {
  const { version } = await store.readCatalog();
  const applied = await store.applyCatalog({
    expectedVersion: version,
    upserts: { publishers: [publisher()], platforms: [platform()], campaigns, creatives: [], topics: [] },
    removals: [],
  });
  if (applied.outcome !== "applied") throw new Error(`the campaigns were not stored: ${applied.outcome}`);
}

/** Issues orders none of which may be refused. */
export async function issueAll(store: Store, orders: readonly IssueOrder[]): Promise<readonly Delivery[]> {
  return (await store.issue(orders)).map((outcome) => {
    if (outcome.outcome === "issued") return outcome.delivery;
    throw new Error(`an order was refused: ${outcome.reasons.join(", ")}`);
  });
}
