import * as v from "valibot";
import { indexCatalog } from "../../core/catalog/catalog-index.ts";
import { decided } from "../../core/catalog/review.ts";
import { catalogEntries, commandLine } from "../../core/management/audit-entries.ts";
import { createCatalogView } from "../../core/management/catalog-view.ts";
import { etagOf } from "../../core/management/etag.ts";
import { checkPlatformOrigins } from "../../core/management/public-suffix.ts";
import {
  type ReviewItem,
  reviewItem,
  reviewItems,
  waitingItems,
} from "../../core/management/review-items.ts";
import { planCatalog } from "../../core/planning/plan.ts";
import { parseCatalog } from "../../core/planning/schema.ts";
import type { ManagementStore } from "../../core/storage/management-store.ts";
import type { ServingStore } from "../../core/storage/serving-store.ts";
import { type Server, ServerRefused } from "./server/connect.ts";
import { alignColumns, type ExitCode, printable, type Terminal } from "./terminal.ts";

/** What waits in a store. */
export async function waitingInStore(
  store: Pick<ServingStore, "catalogChanges">,
): Promise<readonly ReviewItem[]> {
  const view = await createCatalogView(store)();
  return reviewItems([...waitingItems(view)], view);
}

/** What waits on a server. */
export function waitingOnServer({ all }: Server): Promise<readonly ReviewItem[]> {
  return all(reviewItem, "/review");
}

/** Prints what waits for the operator. */
export function printReview(
  items: readonly ReviewItem[],
  terminal: Terminal,
  { json }: { readonly json: boolean },
): ExitCode {
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
    terminal.talk(nothingWaits);
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
      ? decidedWords(id, reason)
      : "Nothing was changed, because of concurrent changes to the catalogue. Try again.",
  );
  return outcome === "applied" ? 0 : 1;
}

/** The same by a running server. */
export async function decideOnServer(
  { call }: Server,
  terminal: Terminal,
  id: string,
  { version, reason }: Pick<DecisionOptions, "version" | "reason">,
): Promise<ExitCode> {
  const body = reason === undefined ? { decision: "approve" } : { decision: "refuse", reason };
  try {
    await call(v.unknown(), "POST", `/${id.split("/").map(encodeURIComponent).join("/")}/review`, {
      body,
      ifMatch: JSON.stringify(version),
    });
  } catch (error) {
    const isGone = error instanceof ServerRefused && ["not_found", "changed_meanwhile"].includes(error.code);
    if (!isGone) throw error;
    terminal.talk(nothingWaits);
    return 1;
  }
  terminal.talk(decidedWords(id, reason));
  return 0;
}

const nothingWaits = "Nothing waits under this id and version; `handbill review list` shows them.";

function decidedWords(id: string, reason: string | undefined): string {
  return `${id} is ${reason === undefined ? "approved" : "refused"}.`;
}
