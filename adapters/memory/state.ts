import type { Statement } from "../../core/storage/settlement-store.ts";
import type { AuditTrail } from "./audit-trail.ts";
import { type CatalogState, emptyCatalog } from "./catalog-state.ts";
import { MemoryLedger } from "./ledger.ts";
import type { Messages } from "./webhook-messages.ts";
import type { Webhooks } from "./webhooks.ts";

/** Everything that one memory store knows. Every function that changes it does so without waiting in between. */
export interface State {
  readonly catalog: CatalogState;
  readonly ledger: MemoryLedger;
  readonly trail: AuditTrail;
  readonly webhooks: Webhooks;
  readonly messages: Messages;
  /** By account, in the order of their numbers. */
  readonly statements: Map<string, Statement[]>;
  /** The values of `firstValue`, by name. */
  readonly settings: Map<string, string>;
}

export function emptyState(): State {
  return {
    catalog: emptyCatalog(),
    ledger: new MemoryLedger(),
    trail: [],
    webhooks: new Map(),
    messages: new Map(),
    statements: new Map(),
    settings: new Map(),
  };
}
