const encoder = new TextEncoder();
const prefixBytes = 4;
/** UTF-8 needs at most three bytes for a UTF-16 unit. */
const maxBytesPerUnit = 3;

/** Writes a list so that no two lists have the same bytes: each item as its length (4 bytes, big endian) and its bytes. */
export function encodeList(items: readonly (string | Uint8Array)[]): Uint8Array {
  let most = 0;
  for (const item of items)
    most += prefixBytes + item.length * (typeof item === "string" ? maxBytesPerUnit : 1);
  const bytes = new Uint8Array(most);
  const view = new DataView(bytes.buffer);
  let end = 0;
  for (const item of items) {
    const start = end + prefixBytes;
    const length = writeItem(item, bytes.subarray(start));
    view.setUint32(end, length);
    end = start + length;
  }
  return bytes.subarray(0, end);
}

function writeItem(item: string | Uint8Array, into: Uint8Array): number {
  if (typeof item === "string") return encoder.encodeInto(item, into).written;
  into.set(item);
  return item.length;
}
