import { floorsOf } from "../../../core/billing/budgets.ts";
import { releaseHolds } from "../../../core/billing/release.ts";
import type { Campaign, CreativeVersion } from "../../../core/catalog/entities.ts";
import { maxMicros } from "../../../core/money.ts";
import {
  type ApplyOutcome,
  type CatalogChange,
  type EntityRef,
  entityKinds,
} from "../../../core/storage/catalog-change.ts";
import { campaignDay } from "../../../core/timing/campaign-day.ts";
import { textOf } from "../stored-values.ts";
import { revokeKeysOf } from "./api-keys.ts";
import type { CatalogSession } from "./catalog-state.ts";
import { type CampaignRow, campaigns } from "./ledger-tables.ts";
import { type CreativeVersionRow, creativeVersions, type EntityRow, entities } from "./tables.ts";
import { withLedger } from "./with-ledger.ts";

/** Applies the change as a whole or not at all. Gives expired holds back before it judges budgets. */
export async function applyChange(session: CatalogSession, change: CatalogChange): Promise<ApplyOutcome> {
  const { expectedVersion, upserts, removals, audit = [] } = change;
  if (expectedVersion !== session.version()) return { outcome: "conflict", version: session.version() };
  const gone = (kind: EntityRef["kind"]): readonly string[] =>
    removals.filter((ref) => ref.kind === kind).map(({ id }) => id);
  const batch = {
    campaignIds: [...upserts.campaigns.map(({ id }) => id), ...gone("campaign")],
    maxExpired: Number.MAX_SAFE_INTEGER,
    days: (now: number) => upserts.campaigns.map(({ timeZone }) => campaignDay(timeZone, now)),
  };
  const floors = await withLedger(
    session,
    async () => session.now,
    batch,
    (ledger, now) => {
      releaseHolds(ledger, now);
      return upserts.campaigns.flatMap((campaign) => floorsOf(ledger, campaign, now));
    },
  );
  if (floors.length > 0) return { outcome: "budget_below_floor", floors };

  const version = session.nextVersion();
  for (const kind of entityKinds) await session.run(removeSome, version, kind, gone(kind));
  await session.run("UPDATE @campaigns SET status = 'removed' WHERE id IN (?)", gone("campaign"));
  await revokeKeysOf(session, gone("publisher"));
  await keepVersions(session, upserts.creatives);
  await putEntities(session, upserts);
  await session.upsert(campaigns, upserts.campaigns.map(toAccount), [
    "status",
    "timeZone",
    "totalBudgetMicros",
    "dailyBudgetMicros",
    "capImpressions",
    "capWindowMs",
  ]);
  await session.note(audit);
  return { outcome: "applied", version: session.version() };
}

const removeSome = `UPDATE @entities SET version = ?, removed_document = document, document = NULL
  WHERE kind = ? AND id IN (?) AND document IS NOT NULL`;

async function putEntities(session: CatalogSession, upserts: CatalogChange["upserts"]): Promise<void> {
  const version = session.nextVersion();
  const row = (kind: EntityRef["kind"], id: string, entity: object): EntityRow => {
    const stored = { kind, id, ownerId: "", version, addedIn: version };
    return { ...stored, document: JSON.stringify(entity), removedDocument: undefined };
  };
  const rows = [
    ...upserts.publishers.map((entity) => row("publisher", entity.id, entity)),
    ...upserts.platforms.map((entity) => row("platform", entity.id, entity)),
    ...upserts.topics.map((entity) => row("topic", entity.id, entity)),
    ...upserts.creatives.map((entity) => row("creative", entity.creative.id, entity)),
    ...upserts.campaigns.map((entity) => row("campaign", entity.id, entity)),
  ];
  await session.upsert(entities, rows, ["version", "document"]);
}

/** A version never changes, so one that is stored stays. */
async function keepVersions(session: CatalogSession, versions: readonly CreativeVersion[]): Promise<void> {
  const rows = new Map(
    versions.map((version): [string, CreativeVersionRow] => {
      const { versionId, creative } = version;
      return [versionId, { versionId, creativeId: creative.id, document: JSON.stringify(version) }];
    }),
  );
  const known = await session.all("SELECT version_id FROM @creative_versions WHERE version_id IN (?)", [
    ...rows.keys(),
  ]);
  for (const row of known) rows.delete(textOf(row["version_id"]));
  await session.insert(creativeVersions, [...rows.values()]);
}

/** A new account. One that exists keeps its amounts. */
function toAccount(campaign: Campaign): CampaignRow {
  const { id, status, timeZone, totalBudgetMicros, dailyBudgetMicros, frequencyCap } = campaign;
  return {
    id,
    status,
    timeZone,
    totalBudgetMicros: totalBudgetMicros ?? maxMicros,
    dailyBudgetMicros: dailyBudgetMicros ?? maxMicros,
    capImpressions: frequencyCap?.impressions,
    capWindowMs:
      frequencyCap === undefined || frequencyCap.window === "day" ? undefined : frequencyCap.window,
    usedMicros: 0,
    heldMicros: 0,
    unprovenHeldMicros: 0,
    waivedMicros: 0,
  };
}
