/**
 * The 4 or 16 bytes of an IP address, IPv6 with or without brackets; `undefined` for any other text. The platform's URL parser
 * knows every spelling and writes each address in one way.
 */
export function parseIpAddress(text: string): readonly number[] | undefined {
  const bare = text.startsWith("[") && text.endsWith("]") ? text.slice(1, -1) : text;
  const isV6 = bare.includes(":");
  if (!/^[0-9A-Fa-f:.x]+$/.test(bare)) return undefined;
  const url = isV6 ? `http://[${bare}]/` : `http://${bare}/`;
  if (!URL.canParse(url)) return undefined;
  const { hostname } = new URL(url);
  if (isV6) return v6Bytes(hostname.slice(1, -1));
  return /^\d+\.\d+\.\d+\.\d+$/.test(hostname) ? hostname.split(".").map(Number) : undefined;
}

/** Whether the bytes are those of an IPv4 address that is mapped to IPv6 (RFC 4291 §2.5.5.2). */
export function isMappedIpv4(bytes: readonly number[]): boolean {
  return bytes.length === 16 && bytes.every((byte, at) => at >= 12 || byte === (at < 10 ? 0 : 0xff));
}

const v6Groups = 8;

/** Of the parser's spelling: groups of hexadecimal digits, with at most one `::`. */
function v6Bytes(text: string): readonly number[] {
  const [head = "", tail] = text.split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = new Array<string>(v6Groups - before.length - after.length).fill("0");
  return [...before, ...zeros, ...after].flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 0xff];
  });
}
