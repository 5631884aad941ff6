import type { Identity } from "../contract/identity.ts";
import { toBase64Url } from "./base64url.ts";
import type { Mac } from "./hash.ts";
import { encodeList } from "./length-prefixed.ts";

const hashBytes = 16;

/** A keyed hash of the identity, scoped to the platform: all that the store knows of a person. 22 characters. */
export function hashIdentity(mac: Mac, platformId: string, identity: Identity): string {
  return hash(mac, ["user", platformId, identity.kind, identity.value]);
}

/** A keyed hash of a network address, for limiters. */
export function hashAddress(mac: Mac, addressPrefix: string): string {
  return hash(mac, ["address", addressPrefix]);
}

/** The hash of a delivery's network, different on each day. 22 characters. */
export function hashNetworkOfDay(mac: Mac, day: number, network: string): string {
  return hash(mac, ["network", String(day), network]);
}

function hash(mac: Mac, parts: readonly string[]): string {
  return toBase64Url(mac(encodeList(parts)).slice(0, hashBytes));
}
