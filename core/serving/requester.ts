import type { Platform } from "../catalog/entities.ts";
import type { CallerKind, Holder } from "../signing/holder.ts";
import type { Judgement } from "../traffic/judgement.ts";

/** Who called, and was let in (contract.md §5). */
export interface Caller {
  readonly kind: CallerKind;
  readonly platform: Platform;
  /** Of a server. */
  readonly apiKeyId?: string | undefined;
}

/** A caller and whom it asks for. */
export interface Requester {
  readonly caller: Caller;
  /** What the ad and its receipts are bound to. */
  readonly holder: Holder;
  /** The identity as the store knows it. */
  readonly userKey: string;
  /** Keyed hash of the client's network. `undefined` for a server, and where the client's address is not known. */
  readonly network: string | undefined;
  /** What the judge of traffic found. */
  readonly judgement: Judgement;
}
