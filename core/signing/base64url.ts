const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/** Values by character code; 255 for other characters than the alphabet's. */
const values = new Uint8Array(128).fill(255);
[...alphabet].forEach((letter, value) => {
  values[letter.charCodeAt(0)] = value;
});

/** Every 12 bits as two letters: half the additions of letter by letter. */
const pairs: readonly string[] = [...alphabet].flatMap((first) =>
  [...alphabet].map((second) => first + second),
);

/** The built-in method, which Bun 1.4 and Deno 2.9 have and Node 24 lacks. */
const native: unknown = Reflect.get(Uint8Array.prototype, "toBase64");
const spelling = { alphabet: "base64url", omitPadding: true };

/** RFC 4648 §5, without padding. */
export function toBase64Url(bytes: Uint8Array): string {
  const text: unknown = typeof native === "function" ? native.call(bytes, spelling) : undefined;
  return typeof text === "string" ? text : written(bytes);
}

function written(bytes: Uint8Array): string {
  const { length } = bytes;
  let text = "";
  let index = 0;
  for (; index + 2 < length; index += 3) {
    const group = ((bytes[index] ?? 0) << 16) | ((bytes[index + 1] ?? 0) << 8) | (bytes[index + 2] ?? 0);
    text += (pairs[group >> 12] ?? "") + (pairs[group & 4095] ?? "");
  }
  if (length - index === 1) return text + (pairs[(bytes[index] ?? 0) << 4] ?? "");
  if (length - index === 0) return text;
  const group = ((bytes[index] ?? 0) << 10) | ((bytes[index + 1] ?? 0) << 2);
  return text + (pairs[group >> 6] ?? "") + (alphabet[group & 63] ?? "");
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
