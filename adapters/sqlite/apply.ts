import { floorsOf } from "../../core/billing/budgets.ts";
import type { Ledger } from "../../core/billing/ledger.ts";
import type { Campaign, CreativeVersion } from "../../core/catalog/entities.ts";
import { maxMicros } from "../../core/money.ts";
import type { ApplyOutcome, CatalogChange, EntityKind } from "../../core/storage/catalog-change.ts";
import { campaignDay } from "../../core/timing/campaign-day.ts";
import { revokeKeysOf } from "../kit/api-keys.ts";
import { keyTable } from "./api-keys.ts";
import { note } from "./audit-trail.ts";
import { catalogState, nextVersion, versionOf } from "./catalog-version.ts";
import type { Database } from "./database.ts";

const putEntity = "INSERT OR REPLACE INTO entities (kind, id, version, document) VALUES (?, ?, ?, ?)";

const removeEntity = `UPDATE entities SET version = ?, document = NULL, removed_document = document
  WHERE kind = ? AND id = ? AND document IS NOT NULL`;

const removeCampaign = "UPDATE campaigns SET status = 'removed' WHERE id = ?";

const keepVersion =
  "INSERT OR IGNORE INTO creative_versions (version_id, creative_id, document) VALUES (?, ?, ?)";

/** The account outlives its campaign: what it has spent and holds stays as it is. */
const putCampaign = `INSERT INTO campaigns (id, status, time_zone, total_budget, daily_budget, cap_impressions, cap_window_ms)
  VALUES (?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET status = excluded.status, time_zone = excluded.time_zone,
    total_budget = excluded.total_budget, daily_budget = excluded.daily_budget,
    cap_impressions = excluded.cap_impressions, cap_window_ms = excluded.cap_window_ms`;

const setToday = "UPDATE campaign_days SET daily_budget = ? WHERE campaign_id = ? AND day = ?";

/** Applies the change as a whole or not at all. Expired holds have been released before, and are written. */
export function applyChange(db: Database, ledger: Ledger, change: CatalogChange, now: number): ApplyOutcome {
  const version = versionOf(catalogState(db));
  if (change.expectedVersion !== version) return { outcome: "conflict", version };
  const { publishers, platforms, campaigns, creatives, topics } = change.upserts;
  const floors = campaigns.flatMap((campaign) => floorsOf(ledger, campaign, now));
  if (floors.length > 0) return { outcome: "budget_below_floor", floors };

  const next = nextVersion(db);
  const put = (kind: EntityKind, id: string, entity: object): void => {
    db.run(putEntity, kind, id, next, JSON.stringify(entity));
  };
  for (const { kind, id } of change.removals) {
    db.run(removeEntity, next, kind, id);
    if (kind === "campaign") db.run(removeCampaign, id);
    if (kind === "publisher") revokeKeysOf(keyTable(db), id, now);
  }
  for (const publisher of publishers) put("publisher", publisher.id, publisher);
  for (const platform of platforms) put("platform", platform.id, platform);
  for (const topic of topics) put("topic", topic.id, topic);
  for (const creative of creatives) {
    keep(db, creative);
    put("creative", creative.creative.id, creative);
  }
  for (const campaign of campaigns) {
    put("campaign", campaign.id, campaign);
    open(db, campaign, now);
  }
  note(db, change.audit ?? [], now);
  return { outcome: "applied", version: versionOf(catalogState(db)) };
}

function keep(db: Database, version: CreativeVersion): void {
  db.run(keepVersion, version.versionId, version.creative.id, JSON.stringify(version));
}

/** Opens the campaign's account, or gives it its new limits. */
function open(db: Database, campaign: Campaign, now: number): void {
  const { id, status, timeZone, totalBudgetMicros, dailyBudgetMicros, frequencyCap } = campaign;
  const daily = dailyBudgetMicros ?? maxMicros;
  db.run(
    putCampaign,
    id,
    status,
    timeZone,
    totalBudgetMicros ?? maxMicros,
    daily,
    frequencyCap?.impressions ?? null,
    frequencyCap === undefined || frequencyCap.window === "day" ? null : frequencyCap.window,
  );
  db.run(setToday, daily, id, campaignDay(timeZone, now));
}
