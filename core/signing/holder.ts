import type { Identity } from "../contract/identity.ts";
import type { Binding } from "./token.ts";

/** Who asks: the same kind must confirm and interact (contract.md §5.3). */
export type CallerKind = "browser" | "live_key" | "test_key";

/** Everything that a receipt or an action is bound to beside its delivery. Bound, not carried. */
export interface Holder {
  readonly caller: CallerKind;
  readonly platformId: string;
  readonly identity: Identity;
}

export function bindTo(holder: Holder, deliveryId: Uint8Array): Binding {
  return [holder.caller, holder.platformId, holder.identity.kind, holder.identity.value, deliveryId];
}
