import type { HttpRequest } from "../contract/http.ts";
import { isMappedIpv4, parseIpAddress } from "../ip-address.ts";
import type { Log } from "../log.ts";
import { Lru } from "../lru.ts";
import { hashAddress } from "../signing/identity-hash.ts";
import type { Keyring } from "../signing/keyring.ts";

/** The settings that determine and hash the network of a client. */
export interface NetworkSettings {
  readonly keyring: Pick<Keyring, "identity">;
  readonly trustProxy: number;
}

/** A keyed hash of the network that a request comes from; `undefined` for an unknown address. */
export type NetworkHash = (request: HttpRequest, settings: NetworkSettings) => string | undefined;

const maxRemembered = 10_000;
/** Longer than any spelling of an address with its port. */
const maxAddressLength = 64;

/** Remembers the latest addresses: a connection that is kept alive asks for the same one again and again. */
export function createNetworkHash(): NetworkHash {
  const remembered = new Lru<{ readonly hash: string | undefined }>(maxRemembered);
  return (request, { keyring, trustProxy }) => hashOf(clientAddress(request, trustProxy), keyring.identity);

  function hashOf(address: string | undefined, key: Parameters<typeof hashAddress>[0]): string | undefined {
    if (address === undefined || address.length > maxAddressLength) return undefined;
    const known = remembered.get(address);
    if (known !== undefined) return known.hash;
    const network = networkOf(address);
    const hash = network && hashAddress(key, network);
    remembered.set(address, { hash });
    return hash;
  }
}

/** Logs once that limits of networks do not apply, and how to pass the address. */
export function logUnknownAddress(log: Log): (trustProxy: number) => void {
  let isSaid = false;
  return (trustProxy) => {
    if (isSaid) return;
    isSaid = true;
    log({
      level: "warn",
      code: "client-address-unknown",
      message: trustProxy === 0 ? noAddress : noForwardedAddress,
    });
  };
}

const noAddress =
  "No limit of a network applies, because the client's address is not known. Pass it with each request: fetch(request, { clientAddress }). Behind proxies that append to X-Forwarded-For set HANDBILL_TRUST_PROXY (option trustProxy) to their number.";
const noForwardedAddress =
  "No limit of a network applies to some requests, because their X-Forwarded-For has no address from the proxies that HANDBILL_TRUST_PROXY (option trustProxy) counts. Set it to the number of proxies that append to the header.";

/** The network that a request comes from, as {@link networkOf} names it; `undefined` for an unknown address. */
export function clientNetwork(request: HttpRequest, trustProxy: number): string | undefined {
  const address = clientAddress(request, trustProxy);
  return address === undefined || address.length > maxAddressLength ? undefined : networkOf(address);
}

/** With trusted proxies, the address that the outermost of them saw. */
export function clientAddress(request: HttpRequest, trustProxy: number): string | undefined {
  if (trustProxy === 0) return request.clientAddress;
  return request.header("x-forwarded-for")?.split(",").at(-trustProxy)?.trim();
}

/** The IPv4 /24 or IPv6 /48 of an address in any of its spellings, with or without a port; `undefined` for any other text. */
export function networkOf(address: string): string | undefined {
  const bytes = parseClientAddress(address);
  if (bytes === undefined) return undefined;
  if (bytes.length === 4 || isMappedIpv4(bytes)) return `${bytes.slice(-4, -1).join(".")}.0/24`;
  const group = (at: number): string => (((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)).toString(16);
  return `${group(0)}:${group(2)}:${group(4)}::/48`;
}

/** The bytes of an address in any of its spellings, with or without a port; `undefined` for any other text. */
export function parseClientAddress(address: string): readonly number[] | undefined {
  if (address.length > maxAddressLength) return undefined;
  const [, ipv4, inBrackets] = withPort.exec(address) ?? [];
  if (ipv4 === undefined && !address.includes(":")) return undefined;
  return parseIpAddress(ipv4 ?? inBrackets ?? address);
}

/** `203.0.113.7` or `[2001:db8::1]`, with or without a port. */
const withPort = /^(?:([0-9]{1,3}(?:\.[0-9]{1,3}){3})|\[([0-9a-f:.]+)\])(?::[0-9]{1,5})?$/i;
