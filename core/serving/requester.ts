import type { Platform } from "../catalog/entities.ts";
import type { CallerKind, Holder } from "../signing/holder.ts";
import type { Judgement } from "../traffic/judgement.ts";

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
  /** The keyed hash of the identity, for the store. Empty: the identity is not used (`core/consent`). */
  readonly userKey: string;
  /** Keyed hash of the client's network. `undefined` for a server, and where the client's address is not known. */
  readonly network: string | undefined;
  /** How many ads the rate limits grant: at most the slots of a batch. */
  readonly granted: number;
  /** The judgement of the traffic rules. */
  readonly judgement: Judgement;
}
