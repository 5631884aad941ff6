const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const values: ReadonlyMap<string, number> = new Map([...alphabet].map((letter, value) => [letter, value]));

/** RFC 4648 §5, without padding. */
export function toBase64Url(bytes: Uint8Array): string {
  let text = "";
  let pending = 0;
  let bits = 0;
  for (const byte of bytes) {
    pending = (pending << 8) | byte;
    bits += 8;
    while (bits >= 6) {
      bits -= 6;
      text += alphabet[(pending >> bits) & 63];
    }
    pending &= 63;
  }
  return bits > 0 ? text + alphabet[(pending << (6 - bits)) & 63] : text;
}

/**
 * The bytes of a text that {@link toBase64Url} made, `undefined` for any other: the platforms' own decoders accept
 * junk and several spellings of the same bytes.
 */
export function fromBase64Url(text: string): Uint8Array | undefined {
  const bytes = new Uint8Array(Math.floor((text.length * 6) / 8));
  let pending = 0;
  let bits = 0;
  let length = 0;
  for (const letter of text) {
    const value = values.get(letter);
    if (value === undefined) return undefined;
    pending = (pending << 6) | value;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[length++] = (pending >> bits) & 255;
    }
    pending &= 255;
  }
  const leftover = pending & ((1 << bits) - 1);
  return bits >= 6 || leftover !== 0 ? undefined : bytes;
}
