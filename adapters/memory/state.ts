import { type Accounts, emptyAccounts } from "./accounts.ts";
import type { AuditTrail } from "./audit-trail.ts";
import { type CatalogState, emptyCatalog } from "./catalog-state.ts";
import { type Copier, createCopier } from "./copy.ts";
import { type Deliveries, emptyDeliveries } from "./deliveries.ts";
import type { Messages } from "./webhook-messages.ts";
import type { Webhooks } from "./webhooks.ts";

/** Everything that one memory store knows. Every function that changes it does so without waiting in between. */
export interface State {
  readonly copy: Copier;
  readonly catalog: CatalogState;
  readonly accounts: Accounts;
  readonly deliveries: Deliveries;
  readonly trail: AuditTrail;
  readonly webhooks: Webhooks;
  readonly messages: Messages;
}

export function emptyState(): State {
  return {
    copy: createCopier(),
    catalog: emptyCatalog(),
    accounts: emptyAccounts(),
    deliveries: emptyDeliveries(),
    trail: [],
    webhooks: new Map(),
    messages: new Map(),
  };
}
