import type { HttpRequest } from "../contract/http.ts";
import type { EventKind } from "./judgement.ts";

/** An event and everything that the rules may know of it. */
export interface TrafficEvent {
  readonly kind: EventKind;
  /** `server`: it sent a valid key, so its User-Agent and address say nothing about the person. `link`: nobody is known. */
  readonly caller: "browser" | "server" | "link";
  /** Where the ad is shown: on a page or in a messenger. */
  readonly surface: "web" | "bot";
  readonly platformId: string;
  /** Empty for a browser. */
  readonly apiKeyId: string;
  /** Keyed hash of the identity, scoped to the platform. Empty: the identity is not used (`core/consent`). */
  readonly userKey: string;
  /** Keyed hash of the network; `undefined` for a server, and where the client's address is not known. */
  readonly network: string | undefined;
  readonly request: HttpRequest;
  /** Milliseconds since the ad was issued, of a press or click. */
  readonly ageMs?: number | undefined;
}
