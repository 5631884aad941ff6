import * as v from "valibot";
import type { Creative } from "../catalog/entities.ts";
import { type AuditRecord, maxAuditPage } from "../storage/audit-store.ts";
import { maxBatch } from "../storage/serving-store.ts";
import { archivedWith } from "./audit-entries.ts";
import type { CatalogView } from "./catalog-view.ts";
import type { Removal } from "./change-catalog.ts";
import type { ManagedStore } from "./route.ts";

const archivedWithSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.tuple([v.object({ path: v.literal(archivedWith), to: v.string() })]),
);

/** The removals that archive a campaign: its creatives, then itself, so that its entry in the audit trail follows theirs. */
export function campaignRemovals(id: string, { creatives }: CatalogView): readonly Removal[] {
  const own = [...creatives.values()].filter(({ campaignId }) => campaignId === id);
  return [
    ...own.map((creative): Removal => ({ kind: "creative", id: creative.id, archivedWith: id })),
    { kind: "campaign", id },
  ];
}

/**
 * Reads the creatives that were archived together with an archived campaign, in their last state. Creatives whose ids were used
 * again since are left out. In the audit trail their entries are the last ones of creatives before the campaign's own, and later than
 * the campaign's entry before that: an earlier campaign of the same id may have been another advertiser's.
 */
export async function readArchivedWith(
  campaignId: string,
  store: Pick<ManagedStore, "readAudit" | "readRemoved">,
): Promise<readonly Creative[]> {
  const [last, earlier] = await store.readAudit({ kind: "campaign", entityId: campaignId, limit: 2 });
  const start = earlier?.id ?? 0;
  if (last?.action !== "remove") return [];
  const ids: string[] = [];
  let before: number | undefined = last.id;
  while (before !== undefined) {
    const page: readonly AuditRecord[] = await store.readAudit({
      kind: "creative",
      before,
      limit: maxAuditPage,
    });
    const end = page.findIndex((record) => record.id <= start || !isArchivedWith(record, campaignId));
    ids.push(...page.slice(0, end < 0 ? undefined : end).map(({ entityId }) => entityId));
    before = end < 0 && page.length === maxAuditPage ? page.at(-1)?.id : undefined;
  }
  const creatives: Creative[] = [];
  for (let from = 0; from < ids.length; from += maxBatch) {
    const refs = ids.slice(from, from + maxBatch).map((id) => ({ kind: "creative", id }) as const);
    for (const removed of await store.readRemoved(refs)) {
      if (removed?.kind === "creative" && removed.entity.campaignId === campaignId)
        creatives.push(removed.entity);
    }
  }
  return creatives;
}

function isArchivedWith({ action, changes }: AuditRecord, campaignId: string): boolean {
  const parsed = v.safeParse(archivedWithSchema, changes);
  return action === "remove" && parsed.success && parsed.output[0].to === campaignId;
}
