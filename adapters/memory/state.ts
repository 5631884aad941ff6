import type { Accounts } from "./accounts.ts";
import { type CatalogState, emptyCatalog } from "./catalog-state.ts";
import { type Deliveries, emptyDeliveries } from "./deliveries.ts";

/** Everything that one memory store knows. Every function that changes it does so without waiting in between. */
export interface State {
  readonly catalog: CatalogState;
  readonly accounts: Accounts;
  readonly deliveries: Deliveries;
}

export function emptyState(): State {
  return { catalog: emptyCatalog(), accounts: new Map(), deliveries: emptyDeliveries() };
}
