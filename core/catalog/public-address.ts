import { parseIpAddress } from "../ip-address.ts";

/**
 * Whether an IP address is one of the public internet: not reserved, private, local or meant for a group (IANA
 * special-purpose registries, RFC 6890). Takes what a resolver or a URL's hostname gives, IPv6 with or without brackets;
 * any other text is not public.
 */
export function isPublicAddress(address: string): boolean {
  const bytes = parseIpAddress(address);
  if (bytes === undefined) return false;
  return bytes.length === 4 ? isPublicV4(bytes) : isPublicV6(bytes);
}

/** First address of a block, and how many of its leading bits all of them share. */
type Block = readonly [address: readonly number[], bits: number];

const closedV4: readonly Block[] = [
  [[0], 8], // this host
  [[10], 8], // private
  [[100, 64], 10], // carrier-grade NAT; metadata of Alibaba Cloud
  [[127], 8], // loopback
  [[168, 63, 129, 16], 32], // metadata of Azure, in the midst of public addresses
  [[169, 254], 16], // link-local; metadata of most clouds
  [[172, 16], 12], // private
  [[192, 0, 0], 24], // protocol assignments; metadata of Oracle Cloud
  [[192, 0, 2], 24], // documentation
  [[192, 31, 196], 24], // AS112
  [[192, 52, 193], 24], // AMT
  [[192, 88, 99], 24], // 6to4 relays
  [[192, 168], 16], // private
  [[192, 175, 48], 24], // AS112
  [[198, 18], 15], // benchmarks
  [[198, 51, 100], 24], // documentation
  [[203, 0, 113], 24], // documentation
  [[224], 4], // multicast
  [[240], 4], // reserved, broadcast
];

/** Only these are handed out to be reached (RFC 4291 §2.4) … */
const openV6: Block = [[0x20], 3];
/** … but for these. */
const closedV6: readonly Block[] = [
  [[0x20, 0x01, 0x00], 23], // protocol assignments: Teredo, benchmarks, ORCHID
  [[0x20, 0x01, 0x0d, 0xb8], 32], // documentation
  [[0x20, 0x02], 16], // 6to4: any IPv4 address may hide in it
  [[0x26, 0x20, 0x00, 0x4f, 0x80, 0x00], 48], // AS112
  [[0x3f, 0xff], 20], // documentation
];
/** An IPv4 address in its last four bytes, which decides: mapped (RFC 4291 §2.5.5.2), and behind NAT64 (RFC 6052). */
const embeddingV4: readonly Block[] = [
  [[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff], 96],
  [[0x00, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0], 96],
];

function isPublicV4(bytes: readonly number[]): boolean {
  return !closedV4.some((block) => isIn(bytes, block));
}

function isPublicV6(bytes: readonly number[]): boolean {
  if (embeddingV4.some((block) => isIn(bytes, block))) return isPublicV4(bytes.slice(-4));
  return isIn(bytes, openV6) && !closedV6.some((block) => isIn(bytes, block));
}

function isIn(bytes: readonly number[], [address, bits]: Block): boolean {
  for (let index = 0; index * 8 < bits; index++) {
    const shared = Math.min(8, bits - index * 8);
    const mask = (0xff << (8 - shared)) & 0xff;
    if (((bytes[index] ?? 0) & mask) !== ((address[index] ?? 0) & mask)) return false;
  }
  return true;
}
