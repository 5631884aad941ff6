import { maxMicros } from "../../../core/billing/money.ts";
import type { ApiKeyRecord, Campaign, Catalog, CreativeVersion } from "../../../core/catalog/entities.ts";
import type { AuditEntry } from "../../../core/management/audit-store.ts";
import type {
  ApplyOutcome,
  CatalogChange,
  CatalogDelta,
  EntityKind,
  EntityRef,
} from "../../../core/storage.ts";
import { campaignDay } from "../../../core/timing/campaign-day.ts";
import { note } from "./audit.ts";
import { type Database, integer, parsed, type Row, text } from "./database.ts";
import { floorsOf } from "./ledger.ts";

const kinds: readonly EntityKind[] = ["publisher", "platform", "campaign", "creative", "topic"];

/** Versions are `sqlite-` and the number of changes so far. */
export function currentVersion(db: Database): string {
  return `sqlite-${integer(db.get("SELECT n FROM revision"), "n")}`;
}

export function changesSince(db: Database, since: string | undefined): CatalogDelta | undefined {
  const version = currentVersion(db);
  if (since === version) return undefined;
  const digits = /^sqlite-(0|[1-9][0-9]{0,14})$/.exec(since ?? "")?.[1];
  const known = digits !== undefined && Number(digits) < Number(version.slice("sqlite-".length));
  const rows = db.all("SELECT kind, id, body FROM entities WHERE revision > ?", known ? Number(digits) : -1);
  const removed = rows.flatMap((row): readonly EntityRef[] => {
    const kind = kinds.find((name) => name === row["kind"]);
    return known && kind !== undefined && row["body"] === null ? [{ kind, id: text(row, "id") }] : [];
  });
  return {
    version,
    reload: !known,
    publishers: present(rows, "publisher"),
    platforms: present(rows, "platform"),
    apiKeys: present(rows, "key"),
    campaigns: present(rows, "campaign"),
    creatives: present(rows, "creative"),
    topics: present(rows, "topic"),
    removed,
  };
}

export function wholeCatalog(db: Database): Catalog {
  const rows = db.all("SELECT kind, id, body FROM entities");
  return {
    publishers: present(rows, "publisher"),
    platforms: present(rows, "platform"),
    campaigns: present(rows, "campaign"),
    creatives: present<CreativeVersion>(rows, "creative").map(({ creative }) => creative),
    topics: present(rows, "topic"),
  };
}

function present<T>(rows: readonly Row[], kind: EntityKind | "key"): readonly T[] {
  return rows.filter((row) => row["kind"] === kind && row["body"] !== null).map((row) => parsed<T>(row));
}

export function findEntity<T>(db: Database, kind: EntityKind | "key", id: string): T | undefined {
  const row = db.get("SELECT body FROM entities WHERE kind = ? AND id = ? AND body NOT NULL", kind, id);
  return row && parsed<T>(row);
}

function put(db: Database, kind: EntityKind | "key", id: string, entity: object | null): void {
  const body = entity && JSON.stringify(entity);
  db.run("INSERT OR REPLACE INTO entities SELECT ?, ?, n, ? FROM revision", kind, id, body);
}

/** Expired holds have been released before. */
export function applyChange(db: Database, change: CatalogChange, now: number): ApplyOutcome {
  const version = currentVersion(db);
  if (change.expectedVersion !== version) return { outcome: "conflict", version };
  const { publishers, platforms, campaigns, creatives, topics } = change.upserts;
  const floors = campaigns.flatMap((campaign) => floorsOf(db, campaign, campaignDay(campaign.timeZone, now)));
  if (floors.length > 0) return { outcome: "budget_below_floor", floors };

  db.run("UPDATE revision SET n = n + 1");
  for (const { kind, id } of change.removals) {
    if (findEntity(db, kind, id) !== undefined) put(db, kind, id, null);
  }
  for (const publisher of publishers) put(db, "publisher", publisher.id, publisher);
  for (const platform of platforms) put(db, "platform", platform.id, platform);
  for (const topic of topics) put(db, "topic", topic.id, topic);
  for (const version of creatives) {
    db.run("INSERT OR IGNORE INTO versions VALUES (?, ?)", version.versionId, JSON.stringify(version));
    put(db, "creative", version.creative.id, version);
  }
  for (const campaign of campaigns) {
    put(db, "campaign", campaign.id, campaign);
    setBudgets(db, campaign);
  }
  note(db, change.audit ?? [], now);
  return { outcome: "applied", version: currentVersion(db) };
}

/** The account outlives its campaign. No budget ends at the largest amount there is. */
function setBudgets(db: Database, campaign: Campaign): void {
  db.run(
    `INSERT INTO accounts (campaign, total_budget, daily_budget) VALUES (?, ?, ?) ON CONFLICT DO UPDATE
     SET total_budget = excluded.total_budget, daily_budget = excluded.daily_budget`,
    campaign.id,
    campaign.totalBudgetMicros ?? maxMicros,
    campaign.dailyBudgetMicros ?? maxMicros,
  );
}

export function addKey(
  db: Database,
  key: ApiKeyRecord,
  audit: readonly AuditEntry[],
  now: number,
): "added" | "exists" {
  if (findEntity(db, "key", key.id) !== undefined) return "exists";
  db.run("UPDATE revision SET n = n + 1");
  put(db, "key", key.id, key);
  note(db, audit, now);
  return "added";
}

export function listKeys(db: Database, publisherId: string | undefined): readonly ApiKeyRecord[] {
  return present<ApiKeyRecord>(db.all("SELECT kind, id, body FROM entities"), "key")
    .filter((key) => publisherId === undefined || key.publisherId === publisherId)
    .sort((a, b) => a.createdAt - b.createdAt);
}

export function revokeKey(
  db: Database,
  id: string,
  revokedAt: number,
  audit: readonly AuditEntry[],
  now: number,
): ApiKeyRecord | undefined {
  const key = findEntity<ApiKeyRecord>(db, "key", id);
  if (key === undefined || (key.revokedAt !== undefined && key.revokedAt <= revokedAt)) return key;
  const revoked = { ...key, revokedAt };
  db.run("UPDATE revision SET n = n + 1");
  put(db, "key", id, revoked);
  note(db, audit, now);
  return revoked;
}
