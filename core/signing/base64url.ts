const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/** By character code; 255 for what is no letter of the alphabet. */
const values = new Uint8Array(128).fill(255);
[...alphabet].forEach((letter, value) => {
  values[letter.charCodeAt(0)] = value;
});

/** RFC 4648 §5, without padding. */
export function toBase64Url(bytes: Uint8Array): string {
  const codes: number[] = [];
  let pending = 0;
  let bits = 0;
  for (let index = 0; index < bytes.length; index++) {
    pending = (pending << 8) | (bytes[index] ?? 0);
    bits += 8;
    while (bits >= 6) {
      bits -= 6;
      codes.push(codeOf(pending >> bits));
    }
    pending &= 63;
  }
  if (bits > 0) codes.push(codeOf(pending << (6 - bits)));
  return String.fromCharCode(...codes);
}

/** The letter of the lowest six bits. */
function codeOf(bits: number): number {
  return alphabet.charCodeAt(bits & 63);
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
  for (let index = 0; index < text.length; index++) {
    const value = values[text.charCodeAt(index)] ?? 255;
    if (value === 255) return undefined;
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
