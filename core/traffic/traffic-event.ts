import type { HttpRequest } from "../contract/http.ts";
import type { EventKind } from "./judgement.ts";

/** The part of an event that a `classify` hook gets. It holds no identity, address or text of a user. */
export interface ClassifiedEvent {
  /** What happened. */
  readonly kind: EventKind;
  /**
   * `browser`; `server` for a valid API key, whose User-Agent and address say nothing about the person; `link` for a click, whose
   * sender is not known.
   */
  readonly caller: "browser" | "server" | "link";
  /** Where the ad is shown: on a page or in a messenger. */
  readonly surface: "web" | "bot";
  /** The platform, `pf_…`. */
  readonly platformId: string;
  /** The id of the API key; empty for an ad that a browser asked for. */
  readonly apiKeyId: string;
  /** Keyed hash of the identity, scoped to the platform; see `userKeyOf`. Empty: the identity is not used (`core/consent`). */
  readonly userKey: string;
  /** Keyed hash of the network (IPv4 /24, IPv6 /48). Absent for a server, and where the address is not known. */
  readonly network?: string | undefined;
  /** Reads a header of the request by its lower-case name. */
  readonly header: (name: string) => string | undefined;
}

/** An event and everything that the rules may know of it. */
export interface TrafficEvent extends Omit<ClassifiedEvent, "header"> {
  readonly network: string | undefined;
  readonly request: HttpRequest;
  /** How many ad requests it stands for: the slots of a batch. Default 1. */
  readonly adRequests?: number | undefined;
  /** Milliseconds since the ad was issued, of a press or click. */
  readonly ageMs?: number | undefined;
}
