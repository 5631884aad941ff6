import type { Identity } from "../contract/identity.ts";
import type { Binding } from "./token.ts";

/** The kind of caller. The same kind must confirm and interact (contract.md §5.3). */
export type CallerKind = "browser" | "live_key" | "test_key";

/** The binding of a receipt or an action, in addition to its delivery. The token does not carry it. */
export interface Holder {
  readonly caller: CallerKind;
  readonly platformId: string;
  readonly identity: Identity;
}

export function bindTo(holder: Holder, deliveryId: Uint8Array): Binding {
  return [holder.caller, holder.platformId, holder.identity.kind, holder.identity.value, deliveryId];
}
