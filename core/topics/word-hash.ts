/**
 * Two numbers name a word: its hash, and its shape, which is its last four letters of ASCII and these flags, in bits that
 * such letters leave free. Words with equal hashes and shapes are the same, but for those of {@link comparedShape}.
 */
export const unspacedShape: number = 1 << 7;
/** More letters than two numbers hold, or some that are not ASCII: they are compared. */
export const comparedShape: number = 1 << 15;

/** Most letters of ASCII that hash and shape hold: the first four and the last four. */
export const maxHeld = 8;

const fnvPrime = 0x01000193;
/** Odd, so that no two endings are the same times it. */
const endingFactor = 0x2c1b3c6d;
const letterFactor = 0xcc9e2d51;

/** By how many letters there are, up to one more than are held: what of the first and last four belongs to the word … */
const firstMasks: Int32Array = Int32Array.of(0, 0xff, 0xffff, 0xff_ffff, -1, -1, -1, -1, -1, -1);
const lastMasks: Int32Array = Int32Array.of(0, 0, 0, 0, 0, -1, -1, -1, -1, -1);
/** … and how long it is, where its letters do not tell. */
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

/** Names of the words of a text, by their places. */
export interface WordNames {
  readonly hashes: Int32Array;
  readonly shapes: Int32Array;
}

/** Names a word of ASCII letters and digits. What stands around it changes nothing. */
export function nameAscii(
  names: WordNames,
  index: number,
  letters: Letters,
  start: number,
  end: number,
): void {
  const length = end - start;
  const first = fourAt(letters, start);
  const last = fourAt(letters, lastFour(start, length));
  nameParts(names, index, length, first, last, length > maxHeld ? addUp(letters, start + 4, end - 4) : 0);
}

/** The same for a word in bytes that a view is of. */
export function nameBytes(
  names: WordNames,
  index: number,
  bytes: DataView,
  start: number,
  end: number,
): void {
  const length = end - start;
  const first = bytes.getInt32(start, true);
  const last = bytes.getInt32(lastFour(start, length), true);
  let inner = 0;
  if (length > maxHeld)
    for (let at = start + 4; at < end - 4; at++) inner = addLetter(inner, bytes.getUint8(at));
  nameParts(names, index, length, first, last, inner);
}

/** Where the last four letters of a word begin, or fewer. Without a branch, which nobody could foretell. */
function lastFour(start: number, length: number): number {
  const before = length - 4;
  return start + (before & ~(before >> 31));
}

/** By four letters from its start on, its last four, and the sum of those between them. */
function nameParts(
  { hashes, shapes }: WordNames,
  index: number,
  length: number,
  first: number,
  last: number,
  inner: number,
): void {
  const more = length - maxHeld - 1;
  const size = maxHeld + 1 + (more & (more >> 31));
  const ending = last & (lastMasks[size] ?? 0);
  hashes[index] = mix(((first & (firstMasks[size] ?? 0)) + Math.imul(ending, endingFactor) + inner) | 0);
  shapes[index] = ending | (sizeShapes[size] ?? 0);
}

/** Names any word. A letter that is a word by itself has a hash of its own. */
export function hashWord(
  names: WordNames,
  index: number,
  letters: Letters,
  start: number,
  end: number,
  isUnspaced: boolean,
): void {
  if (isUnspaced && end - start === 1) {
    names.hashes[index] = hashOfLetter(letters[start] ?? 0);
    names.shapes[index] = unspacedShape;
  } else if (isAscii(letters, start, end)) nameAscii(names, index, letters, start, end);
  else {
    names.hashes[index] = mix(addUp(letters, start, end));
    names.shapes[index] = comparedShape | (isUnspaced ? unspacedShape : 0);
  }
}

/** The hash of a letter that is a word by itself: letters that lie near each other have low bits of their own. */
export function hashOfLetter(unit: number): number {
  return Math.imul(unit, letterFactor);
}

/** Spreads every bit over all bits (the last step of MurmurHash3). No two numbers have the same. */
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

function addUp(letters: Letters, start: number, end: number): number {
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
