/** The maximum depth of a body. Valid bodies need at most ten levels. */
export const maxJsonDepth = 32;

const quote = 0x22;
const backslash = 0x5c;
const openings: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const closings: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/**
 * Whether JSON in UTF-8 nests lists and objects deeper than {@link maxJsonDepth}. Reads each byte once and stops at the
 * first excess, before anything is parsed.
 */
export function isTooDeep(bytes: Uint8Array): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (isText) {
      if (byte === backslash) at += 1;
      else if (byte === quote) isText = false;
    } else if (byte === quote) isText = true;
    else if (openings.has(byte)) {
      depth += 1;
      if (depth > maxJsonDepth) return true;
    } else if (closings.has(byte)) depth -= 1;
  }
  return false;
}
