const fnvPrime = 0x01000193;

/** Digits and small letters of ASCII lie within 75 of each other: to this base, five of them are an exact number … */
export const asciiBase = 75;
/**
 * … so that words of no more letters have hashes that no others of them have; and longer ones with one hash and length
 * are the same when all but the last five letters are.
 */
export const maxExact = 5;

/** Five letters of ASCII as a number that no others have; never 0. */
export function exactHash(units: Uint16Array, start: number): number {
  let hash = units[start] ?? 0;
  hash = (Math.imul(hash, asciiBase) + (units[start + 1] ?? 0)) | 0;
  hash = (Math.imul(hash, asciiBase) + (units[start + 2] ?? 0)) | 0;
  hash = (Math.imul(hash, asciiBase) + (units[start + 3] ?? 0)) | 0;
  return (Math.imul(hash, asciiBase) + (units[start + 4] ?? 0)) | 0;
}

/** The hash of a letter that is a word by itself; before it is spread it is past those of short ASCII words. */
export function hashOfLetter(unit: number): number {
  return mix(~unit);
}

/** A number of the letters of a word that is not a single letter of a script without spaces. */
export function hashOf(units: Uint16Array, start: number, end: number): number {
  let widest = 0;
  let ascii = 0;
  let any = 0;
  for (let at = start; at < end; at++) {
    const letter = units[at] ?? 0;
    widest |= letter;
    ascii = (Math.imul(ascii, asciiBase) + letter) | 0;
    any = Math.imul(any ^ letter, fnvPrime);
  }
  return mix(widest < 128 ? ascii : any);
}

/** Spreads every bit over all bits (the last step of MurmurHash3). No two numbers have the same. */
export function mix(hash: number): number {
  let mixed = hash;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
