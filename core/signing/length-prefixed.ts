const encoder = new TextEncoder();
const prefixBytes = 4;

/**
 * One buffer for each length, which every list of that length overwrites: making a buffer or a view takes longer than filling
 * it.
 */
const buffers: Uint8Array[] = [];
const mostKept = 256;

/**
 * Writes a list so that no two lists have the same bytes: each item as its length (4 bytes, big endian) and its bytes. The
 * result is valid until the next call, which is long enough to sign it.
 */
export function encodeList(items: readonly (string | Uint8Array)[]): Uint8Array {
  return (
    write(items) ?? writeBytes(items.map((item) => (typeof item === "string" ? encoder.encode(item) : item)))
  );
}

/** Ids are nearly always short and ASCII; `undefined` when one is not ASCII. */
function write(items: readonly (string | Uint8Array)[]): Uint8Array | undefined {
  const bytes = bufferOf(items);
  let end = 0;
  for (const item of items) {
    end = writeLength(item.length, bytes, end);
    if (typeof item === "string") {
      for (let index = 0; index < item.length; index++) {
        const unit = item.charCodeAt(index);
        if (unit > 0x7f) return undefined;
        bytes[end + index] = unit;
      }
    } else bytes.set(item, end);
    end += item.length;
  }
  return bytes;
}

function writeBytes(items: readonly Uint8Array[]): Uint8Array {
  const bytes = bufferOf(items);
  let end = 0;
  for (const item of items) {
    end = writeLength(item.length, bytes, end);
    bytes.set(item, end);
    end += item.length;
  }
  return bytes;
}

function bufferOf(items: readonly { readonly length: number }[]): Uint8Array {
  let length = 0;
  for (const item of items) length += prefixBytes + item.length;
  const kept = buffers[length];
  if (kept !== undefined) return kept;
  const made = new Uint8Array(length);
  if (length < mostKept) buffers[length] = made;
  return made;
}

function writeLength(length: number, into: Uint8Array, at: number): number {
  into[at] = length >>> 24;
  into[at + 1] = length >>> 16;
  into[at + 2] = length >>> 8;
  into[at + 3] = length;
  return at + prefixBytes;
}
