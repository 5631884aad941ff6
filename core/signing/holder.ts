import type { Binding } from "./token.ts";

/** Who asks: the same kind must confirm and interact (contract.md §5.3). */
export type CallerKind = "browser" | "live_key" | "test_key";

/** Whom an ad is shown to (contract.md §5). `messenger` is the `user_id` of a bot request. */
export interface Identity {
  readonly kind: "visitor" | "stable" | "messenger";
  readonly value: string;
}

/** Everything that a receipt or an action is bound to beside its delivery. Bound, not carried. */
export interface Holder {
  readonly caller: CallerKind;
  readonly platformId: string;
  readonly identity: Identity;
}

export function bindTo(holder: Holder, deliveryId: Uint8Array): Binding {
  return [holder.caller, holder.platformId, holder.identity.kind, holder.identity.value, deliveryId];
}
