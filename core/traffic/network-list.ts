import { isMappedIpv4, parseIpAddress } from "../ip-address.ts";

/** Networks by their family and length, `4/24`: the first bits of each, as bytes in a text. */
export type NetworkList = ReadonlyMap<string, ReadonlySet<string>>;

const maxNetworks = 100_000;

/** `undefined` when one of them is no address, no network with a length, or there are more than 100,000. */
export function parseNetworks(texts: readonly string[]): NetworkList | undefined {
  if (texts.length > maxNetworks) return undefined;
  const list = new Map<string, Set<string>>();
  for (const text of texts) {
    const [address = "", length, ...rest] = text.split("/");
    const bytes = ipv4Or6(parseIpAddress(address));
    if (bytes === undefined || rest.length > 0) return undefined;
    const bits = length === undefined ? bytes.length * 8 : parseLength(length, bytes.length * 8);
    if (bits === undefined) return undefined;
    const key = `${bytes.length}/${bits}`;
    const networks = list.get(key) ?? new Set();
    list.set(key, networks.add(firstBits(bytes, bits)));
  }
  return list;
}

/** Whether one of the networks has the address. Takes as long as there are different lengths in the list. */
export function isListed(list: NetworkList, address: readonly number[]): boolean {
  const bytes = ipv4Or6(address) ?? address;
  for (const [key, networks] of list) {
    const [size, bits] = key.split("/").map(Number);
    if (size === bytes.length && bits !== undefined && networks.has(firstBits(bytes, bits))) return true;
  }
  return false;
}

/** The four bytes of an IPv4 address that is mapped to IPv6. */
function ipv4Or6(bytes: readonly number[] | undefined): readonly number[] | undefined {
  return bytes !== undefined && isMappedIpv4(bytes) ? bytes.slice(-4) : bytes;
}

function parseLength(text: string, most: number): number | undefined {
  return /^[0-9]{1,3}$/.test(text) && Number(text) <= most ? Number(text) : undefined;
}

function firstBits(bytes: readonly number[], bits: number): string {
  let first = "";
  for (let at = 0; at * 8 < bits; at += 1) {
    const left = Math.min(8, bits - at * 8);
    first += String.fromCharCode((bytes[at] ?? 0) & (0xff << (8 - left)));
  }
  return first;
}
