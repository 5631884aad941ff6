/**
 * A word is identified by its hash and its shape. The shape has the last four ASCII letters, and flags in bits that ASCII leaves
 * free. Words of equal hash and shape are equal, except those with {@link comparedShape}.
 *
 * Flag: a letter of a script without spaces.
 */
export const unspacedShape: number = 1 << 7;
/** Flag: hash and shape do not determine the word (long, or not ASCII), so its letters are compared. */
export const comparedShape: number = 1 << 15;

/** The most ASCII letters that hash and shape determine: the first four and the last four. */
export const maxDetermined = 8;

const fnvPrime = 0x01000193;
/** Odd, so that products of different endings differ. */
const endingFactor = 0x2c1b3c6d;
const letterFactor = 0xcc9e2d51;

/** By length, up to one above {@link maxDetermined}: masks of the first and the last four letters … */
const firstMasks: Int32Array = Int32Array.of(0, 0xff, 0xffff, 0xff_ffff, -1, -1, -1, -1, -1, -1);
const lastMasks: Int32Array = Int32Array.of(0, 0, 0, 0, 0, -1, -1, -1, -1, -1);
/** … and flags of the length, where the letters do not determine it. */
const sizeShapes: Int32Array = Int32Array.of(
  0,
  0,
  0,
  0,
  0,
  0,
  1 << 23,
  1 << 31,
  (1 << 23) | (1 << 31),
  comparedShape,
);

/** UTF-16 letters, or bytes of ASCII. */
export type Letters = Uint8Array | Uint16Array;

/** The hashes and shapes of the words of a text, by index. */
export interface WordHashes {
  /** 32 bits. */
  readonly hashes: Int32Array;
  /** The last letters and flags. */
  readonly shapes: Int32Array;
}

/** Hashes a word of ASCII letters and digits. Its surroundings have no effect. */
export function hashAscii(
  into: WordHashes,
  index: number,
  letters: Letters,
  start: number,
  end: number,
): void {
  const length = end - start;
  const first = fourAt(letters, start);
  const last = fourAt(letters, lastFour(start, length));
  writeHash(
    into,
    index,
    length,
    first,
    last,
    length > maxDetermined ? sumLetters(letters, start + 4, end - 4) : 0,
  );
}

/** The same for a word in bytes. */
export function hashBytes(
  into: WordHashes,
  index: number,
  bytes: DataView,
  start: number,
  end: number,
): void {
  const length = end - start;
  const first = bytes.getInt32(start, true);
  const last = bytes.getInt32(lastFour(start, length), true);
  let inner = 0;
  if (length > maxDetermined)
    for (let at = start + 4; at < end - 4; at++) inner = addLetter(inner, bytes.getUint8(at));
  writeHash(into, index, length, first, last, inner);
}

/** Where the last four letters of a word begin. No branch, because the length is unpredictable. */
function lastFour(start: number, length: number): number {
  const before = length - 4;
  return start + (before & ~(before >> 31));
}

/** Writes hash and shape from the first four letters, the last four, and the sum of those between. */
function writeHash(
  { hashes, shapes }: WordHashes,
  index: number,
  length: number,
  first: number,
  last: number,
  inner: number,
): void {
  const more = length - maxDetermined - 1;
  const size = maxDetermined + 1 + (more & (more >> 31));
  const ending = last & (lastMasks[size] ?? 0);
  hashes[index] = mix(((first & (firstMasks[size] ?? 0)) + Math.imul(ending, endingFactor) + inner) | 0);
  shapes[index] = ending | (sizeShapes[size] ?? 0);
}

/** Hashes any word. A single letter of a script without spaces has {@link hashOfLetter}. */
export function hashWord(
  into: WordHashes,
  index: number,
  letters: Letters,
  start: number,
  end: number,
  isUnspaced: boolean,
): void {
  if (isUnspaced && end - start === 1) {
    into.hashes[index] = hashOfLetter(letters[start] ?? 0);
    into.shapes[index] = unspacedShape;
  } else if (isAscii(letters, start, end)) hashAscii(into, index, letters, start, end);
  else {
    into.hashes[index] = mix(sumLetters(letters, start, end));
    into.shapes[index] = comparedShape | (isUnspaced ? unspacedShape : 0);
  }
}

/** The hash of a letter that is a word: neighbouring letters differ in the low bits. */
export function hashOfLetter(unit: number): number {
  return Math.imul(unit, letterFactor);
}

/** Mixes every bit into all bits (the finaliser of MurmurHash3). A bijection. */
export function mix(hash: number): number {
  let mixed = hash;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

function fourAt(letters: Letters, at: number): number {
  return (
    (letters[at] ?? 0) |
    ((letters[at + 1] ?? 0) << 8) |
    ((letters[at + 2] ?? 0) << 16) |
    ((letters[at + 3] ?? 0) << 24)
  );
}

function sumLetters(letters: Letters, start: number, end: number): number {
  let sum = 0;
  for (let at = start; at < end; at++) sum = addLetter(sum, letters[at] ?? 0);
  return sum;
}

function addLetter(sum: number, letter: number): number {
  return Math.imul(sum ^ letter, fnvPrime);
}

function isAscii(letters: Letters, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if ((letters[at] ?? 0) > 127) return false;
  return true;
}
