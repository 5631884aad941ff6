const encoder = new TextEncoder();
const prefixBytes = 4;
/** UTF-8 needs at most three bytes for a UTF-16 unit. */
const maxBytesPerUnit = 3;

/** Written over by every list: making a buffer for each took longer than filling it. */
let scratch = new Uint8Array(1_024);

/**
 * Writes a list so that no two lists have the same bytes: each item as its length (4 bytes, big endian) and its bytes. They
 * are good until the next list is written, which is long enough to sign them.
 */
export function encodeList(items: readonly (string | Uint8Array)[]): Uint8Array {
  let most = 0;
  for (const item of items)
    most += prefixBytes + item.length * (typeof item === "string" ? maxBytesPerUnit : 1);
  if (most > scratch.length) scratch = new Uint8Array(2 * most);
  const bytes = scratch;
  let end = 0;
  for (const item of items) {
    const start = end + prefixBytes;
    const length = typeof item === "string" ? writeText(item, bytes, start) : writeBytes(item, bytes, start);
    bytes[end] = length >>> 24;
    bytes[end + 1] = length >>> 16;
    bytes[end + 2] = length >>> 8;
    bytes[end + 3] = length;
    end = start + length;
  }
  return bytes.subarray(0, end);
}

function writeBytes(item: Uint8Array, into: Uint8Array, start: number): number {
  into.set(item, start);
  return item.length;
}

/** Ids are nearly always short and ASCII, and a call of the platform's encoder costs more than writing one. */
function writeText(text: string, into: Uint8Array, start: number): number {
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit > 0x7f) return encoder.encodeInto(text, into.subarray(start)).written;
    into[start + index] = unit;
  }
  return text.length;
}
