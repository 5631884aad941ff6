import type { Platform } from "../catalog/entities.ts";
import type { CallerKind, Holder } from "../signing/holder.ts";

/** An authenticated caller (contract.md §5). */
export interface Caller {
  readonly kind: CallerKind;
  readonly platform: Platform;
  /** The id of a server's API key. */
  readonly apiKeyId?: string | undefined;
}

/** A caller, and the user that it asks for. */
export interface Requester {
  readonly caller: Caller;
  /** The binding of the ad and its receipts. */
  readonly holder: Holder;
  /** The keyed hash of the identity, for the store. */
  readonly userKey: string;
}
