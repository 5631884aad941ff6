import { indexCatalog } from "../catalog/catalog-index.ts";
import type { Catalog } from "../catalog/entities.ts";
import type { CatalogIssue } from "../catalog/messages.ts";
import type { Topic } from "../catalog/topic.ts";
import { listErrors } from "../contract/error-list.ts";
import { defaultCurrency } from "../currency.ts";
import { type PlannedChange, planInSteps } from "../planning/plan.ts";
import { type CatalogRules, type ParsedCatalog, parseCatalog } from "../planning/schema.ts";
import { createTopicTrainer } from "../planning/topic-models.ts";
import type { BudgetFloor } from "../storage/catalog-change.ts";
import type { InstallationStore } from "../storage/installation-store.ts";
import type { ManagementStore } from "../storage/management-store.ts";
import type { WebhookStore } from "../storage/webhook-store.ts";
import { type CooperativeTask, runYielding } from "../timing/cooperative-task.ts";
import { systemPause } from "../timing/deadlines.ts";
import { catalogEntries, keyRevocations } from "./audit-entries.ts";
import { currencyInUse, storedCurrency } from "./currency.ts";
import { checkPlatformOrigins } from "./public-suffix.ts";
import { publishersOf, removeWebhooksOf } from "./webhook-entry.ts";

/** How to apply a document. */
export interface DocumentOptions extends CatalogRules {
  /** Only plan the changes. */
  readonly plan: boolean;
  /** Remove everything that the document omits. */
  readonly prune: boolean;
  /** The configured currency. Absent: the stored one holds. */
  readonly currency: string | undefined;
  /** The name in the audit trail. */
  readonly actor: string;
  /** Runs the comparison and the training. Default: with pauses for other work. */
  readonly run?: (<T>(task: CooperativeTask<T>) => T | Promise<T>) | undefined;
  /** Receives the number of changes before they are stored. */
  readonly onStore?: ((changes: number) => void) | undefined;
  /** Runs when the default currency is stored, because no currency is configured. */
  readonly onNewDefault?: (() => void) | undefined;
}

/** The outcome for a document. Only `applied` has changed the store. */
export type DocumentOutcome =
  | {
      readonly outcome: "applied" | "planned";
      readonly changes: readonly PlannedChange[];
      /** The new and changed topics with their models. */
      readonly topics: readonly Topic[];
      /** The currency of all amounts. */
      readonly currency: string;
    }
  | { readonly outcome: "unchanged" }
  /** At most 100 mistakes; `omitted` counts the others. */
  | { readonly outcome: "invalid"; readonly issues: readonly CatalogIssue[]; readonly omitted: number }
  | {
      readonly outcome: "budget_below_floor";
      readonly floors: readonly BudgetFloor[];
      readonly currency: string;
    }
  /** The store has another currency than the configuration. */
  | { readonly outcome: "other_currency"; readonly fault: string }
  /** Other changes came first in every attempt. */
  | { readonly outcome: "conflict" };

type DocumentStore = ManagementStore &
  Pick<InstallationStore, "firstValue"> &
  Pick<WebhookStore, "listWebhooks" | "removeWebhook">;

/** The number of plans in case of concurrent changes. */
const maxAttempts = 5;

/**
 * Applies a document to the stored catalogue, completely or not at all, with its audit entries. Trains the topics if they
 * change. The first document with a price stores the currency.
 */
export async function applyCatalogDocument(
  store: DocumentStore,
  document: unknown,
  options: DocumentOptions,
): Promise<DocumentOutcome> {
  const { actor, plan: planOnly, prune, run = runWithPauses } = options;
  const trainer = createTopicTrainer();
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const current = await store.readCatalog();
    const next = parseChecked(document, prune ? undefined : current.catalog, options);
    if (!next.ok) return { outcome: "invalid", issues: next.issues, omitted: next.omitted };
    const planning = planInSteps(indexCatalog(current.catalog), next.catalog, { prune, trainer });
    const { changes, upserts, removals } = await run(planning);
    const hasPrices = next.catalog.campaigns.length > 0;
    const read = await readCurrency(store, options, hasPrices);
    if (!read.ok) return { outcome: "other_currency", fault: read.fault };
    if (changes.length === 0) return { outcome: "unchanged" };
    const effect = { changes, topics: upserts.topics, currency: read.currency ?? defaultCurrency };
    if (planOnly) return { outcome: "planned", ...effect };
    const gone = publishersOf(removals);
    const keys = gone.size === 0 ? [] : await store.listApiKeys();
    options.onStore?.(changes.length);
    const applied = await store.applyCatalog({
      expectedVersion: current.version,
      upserts,
      removals,
      audit: [
        ...catalogEntries(changes, { before: current.catalog, after: next.catalog }, actor),
        ...keyRevocations(removals, keys, actor),
      ],
    });
    switch (applied.outcome) {
      case "applied":
        await removeWebhooksOf(gone, store, actor);
        return { outcome: "applied", ...effect };
      case "budget_below_floor":
        return { outcome: "budget_below_floor", floors: applied.floors, currency: effect.currency };
      case "conflict":
        continue;
      default:
        return applied satisfies never;
    }
  }
  return { outcome: "conflict" };
}

/** The currency of the prices. A plan stores none, and without prices the default is not stored. */
async function readCurrency(
  store: DocumentStore,
  { plan, currency, onNewDefault }: DocumentOptions,
  hasPrices: boolean,
): ReturnType<typeof storedCurrency> {
  if (plan || !hasPrices) return storedCurrency(store, currency, !plan);
  const read = await currencyInUse(store, currency);
  if (read.ok && read.isNewDefault) onNewDefault?.();
  return read;
}

function runWithPauses<T>(task: CooperativeTask<T>): Promise<T> {
  return runYielding(task, systemPause);
}

/** Also refuses sites below which anyone can register. */
function parseChecked(document: unknown, stored: Catalog | undefined, rules: CatalogRules): ParsedCatalog {
  const parsed = parseCatalog(document, stored, rules);
  const origin = checkPlatformOrigins(document);
  if (origin === undefined) return parsed;
  const { errors: issues, omitted } = listErrors([origin, ...(parsed.ok ? [] : parsed.issues)]);
  return { ok: false, issues, omitted: omitted + (parsed.ok ? 0 : parsed.omitted) };
}
