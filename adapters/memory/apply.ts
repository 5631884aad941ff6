import type { Campaign } from "../../core/catalog/entities.ts";
import type { ApplyOutcome, BudgetFloor, CatalogChange } from "../../core/storage/catalog-change.ts";
import { campaignDay } from "../../core/timing/campaign-day.ts";
import type { EpochMs } from "../../core/timing/clock.ts";
import { type Balance, balanceOf, removeCampaign, setCampaign, totalOf } from "./accounts.ts";
import { revokeKeysOf } from "./api-keys.ts";
import { note } from "./audit-trail.ts";
import { openUsers } from "./by-user.ts";
import { tableOf, versionOf } from "./catalog-state.ts";
import type { State } from "./state.ts";

/** Applies the change as a whole or not at all. Expired holds have been released before. */
export function applyChange(state: State, change: CatalogChange, now: EpochMs): ApplyOutcome {
  const { catalog } = state;
  if (change.expectedVersion !== versionOf(catalog)) {
    return { outcome: "conflict", version: versionOf(catalog) };
  }
  // A copy, so that nobody who still has the argument changes the catalogue.
  const { upserts, removals, audit = [] } = state.copy(change);
  const floors = upserts.campaigns.flatMap((campaign) => floorsOf(state, campaign, now));
  if (floors.length > 0) return { outcome: "budget_below_floor", floors };

  catalog.revision += 1;
  const { revision } = catalog;
  for (const { kind, id } of removals) {
    tableOf(catalog, kind).remove(id, revision);
    if (kind === "campaign") removeCampaign(state.accounts, id);
    if (kind === "publisher") revokeKeysOf(catalog, id, now);
  }
  for (const publisher of upserts.publishers) catalog.publishers.put(publisher.id, publisher, revision);
  for (const platform of upserts.platforms) catalog.platforms.put(platform.id, platform, revision);
  for (const topic of upserts.topics) catalog.topics.put(topic.id, topic, revision);
  for (const version of upserts.creatives) {
    const kept = catalog.versions.get(version.versionId) ?? version;
    catalog.versions.set(version.versionId, kept);
    catalog.creatives.put(version.creative.id, kept, revision);
  }
  for (const campaign of upserts.campaigns) {
    catalog.campaigns.put(campaign.id, campaign, revision);
    setCampaign(state.accounts, campaign);
  }
  openUsers(state, upserts.campaigns);
  note(state.trail, audit, now);
  return { outcome: "applied", version: versionOf(catalog) };
}

function floorsOf(state: State, campaign: Campaign, now: EpochMs): readonly BudgetFloor[] {
  // Before the account is looked at: a time zone that the runtime does not know must fail here, with nothing changed.
  const day = campaignDay(campaign.timeZone, now);
  const account = state.accounts.byId.get(campaign.id);
  if (account === undefined) return [];
  return [
    ...floor(campaign, "totalBudgetMicros", totalOf(account)),
    ...floor(campaign, "dailyBudgetMicros", balanceOf(account, day)),
  ];
}

function floor(
  campaign: Campaign,
  field: BudgetFloor["field"],
  balance: Readonly<Balance>,
): readonly BudgetFloor[] {
  const floorMicros = balance.spentMicros + balance.heldMicros;
  const budget = campaign[field];
  return budget !== undefined && budget < floorMicros
    ? [{ campaignId: campaign.id, field, floorMicros }]
    : [];
}
