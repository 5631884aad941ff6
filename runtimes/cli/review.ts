import { indexCatalog } from "../../core/catalog/catalog-index.ts";
import { decided } from "../../core/catalog/review.ts";
import { catalogEntries, commandLine } from "../../core/management/audit-entries.ts";
import { createCatalogView } from "../../core/management/catalog-view.ts";
import { etagOf } from "../../core/management/etag.ts";
import { checkPlatformOrigins } from "../../core/management/public-suffix.ts";
import { reviewItems, waitingItems } from "../../core/management/review-items.ts";
import { planCatalog } from "../../core/planning/plan.ts";
import { parseCatalog } from "../../core/planning/schema.ts";
import type { ManagementStore } from "../../core/storage/management-store.ts";
import type { ServingStore } from "../../core/storage/serving-store.ts";
import { alignColumns, type ExitCode, printable, type Terminal } from "./terminal.ts";

/** Prints what waits for the operator. */
export async function listReview(
  store: Pick<ServingStore, "catalogChanges">,
  terminal: Terminal,
  { json }: { readonly json: boolean },
): Promise<ExitCode> {
  const view = await createCatalogView(store)();
  const items = reviewItems([...waitingItems(view)], view);
  const shown = items.map((item) => ({ ...item, version: JSON.parse(item.version) }));
  if (json) terminal.data(JSON.stringify(shown));
  else if (items.length === 0) terminal.talk("Nothing waits.");
  else {
    const rows = shown.map(({ id, version, owner, isEdit, sites }) => [
      id,
      version,
      isEdit ? "edit" : "new",
      printable(owner),
      sites.map(({ site, isNew }) => (isNew ? `${site} (new)` : site)).join(" "),
    ]);
    terminal.data(alignColumns([["ID", "VERSION", "STATE", "OWNER", "SITES"], ...rows]));
  }
  return 0;
}

export interface DecisionOptions {
  /** The version that `review list` prints. */
  readonly version: string;
  /** Absent: approves. */
  readonly reason?: string | undefined;
  readonly allowLocalUrls: boolean;
}

/** Approves or refuses a waiting object, in the version that the operator saw. */
export async function decideReview(
  store: ManagementStore,
  terminal: Terminal,
  id: string,
  { version, reason, allowLocalUrls }: DecisionOptions,
): Promise<ExitCode> {
  const { version: expectedVersion, catalog } = await store.readCatalog();
  const item = [...waitingItems(indexCatalog(catalog))].find((one) => one.id === id);
  if (item === undefined || etagOf(item.entity) !== JSON.stringify(version)) {
    terminal.talk("Nothing waits under this id and version; `handbill review list` shows them.");
    return 1;
  }
  const document = { [`${item.kind}s`]: [decided(item.entity, reason)] };
  const next = parseCatalog(document, catalog, { allowLocalUrls });
  const wrong = checkPlatformOrigins(document);
  const issues = [...(next.ok ? [] : next.issues), ...(wrong === undefined ? [] : [wrong])];
  if (!next.ok || issues.length > 0) {
    for (const { path, message } of issues) terminal.talk(printable(`${path}: ${message}`));
    return 2;
  }
  const { changes, upserts, removals } = planCatalog(catalog, next.catalog, { prune: false });
  const action = reason === undefined ? "approve" : "refuse";
  const audited = changes.map((change) => ({ ...change, action }) as const);
  const audit = catalogEntries(audited, { before: catalog, after: next.catalog }, commandLine);
  const { outcome } = await store.applyCatalog({ expectedVersion, upserts, removals, audit });
  terminal.talk(
    outcome === "applied"
      ? `${id} is ${action === "approve" ? "approved" : "refused"}.`
      : "Nothing was changed, because of concurrent changes to the catalogue. Try again.",
  );
  return outcome === "applied" ? 0 : 1;
}
