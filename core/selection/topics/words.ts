import { createFoldedText, type FoldedText, foldInto, textOf } from "./fold.ts";
import { mark, separator, spaced, unicode, unspaced } from "./unicode.ts";

/**
 * The words of a text, folded, in order; single letters of scripts without spaces, so that a phrase of theirs is found
 * anywhere. In memory that the next text uses again.
 */
export interface Words {
  /** Folded text. */
  readonly units: Uint16Array;
  readonly count: number;
  /** Place of each word in `units`. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** A number of its letters. */
  readonly hashes: Int32Array;
  /** A number that says all letters of a word of at most eight ASCII ones; 0 for any other. */
  readonly spellings: Float64Array;
  /** 1 for a letter of a script without spaces. */
  readonly isUnspaced: Uint8Array;
}

/** Reads the words of a text; the next call overwrites the result of the last. */
export type WordReader = (text: string) => Words;

const fnvPrime = 0x01000193;

export function createWordReader(): WordReader {
  const words: MutableWords = {
    folded: createFoldedText(),
    units: new Uint16Array(),
    count: 0,
    starts: new Int32Array(),
    ends: new Int32Array(),
    hashes: new Int32Array(),
    spellings: new Float64Array(),
    isUnspaced: new Uint8Array(),
  };
  return (text) => {
    if (!readAscii(text, words)) readAny(text, words);
    return words;
  };
}

interface MutableWords {
  readonly folded: FoldedText;
  units: Uint16Array;
  count: number;
  starts: Int32Array;
  ends: Int32Array;
  hashes: Int32Array;
  spellings: Float64Array;
  isUnspaced: Uint8Array;
}

function reserve(words: MutableWords, length: number): void {
  if (length <= words.starts.length) return;
  const capacity = 2 * length + 64;
  words.starts = new Int32Array(capacity);
  words.ends = new Int32Array(capacity);
  words.hashes = new Int32Array(capacity);
  words.spellings = new Float64Array(capacity);
  words.isUnspaced = new Uint8Array(capacity);
}

/** By ASCII unit: the lower-case letter or digit, 0 for what is neither. */
const asciiLetters: Uint8Array = Uint8Array.from({ length: 128 }, (_, unit) =>
  /[a-z0-9]/i.test(String.fromCharCode(unit)) ? String.fromCharCode(unit).toLowerCase().charCodeAt(0) : 0,
);

/** Digits and letters are 1 to 75 from here: eight of them to base 76 are an exact number. */
const beforeLetters = 47;
const spellingBase = 76;
const maxSpelled = 8;

/** Folds and reads in one pass, half the time of two. False when the text is not ASCII. */
function readAscii(text: string, words: MutableWords): boolean {
  const { length } = text;
  reserve(words, length);
  if (words.folded.units.length < length) words.folded.units = new Uint16Array(2 * length);
  const { units } = words.folded;
  const { starts, ends, hashes, spellings, isUnspaced } = words;
  let count = 0;
  let hash = 0;
  let spelling = 0;
  let start = 0;
  for (let index = 0; index <= length; index++) {
    // A text ends as a word does.
    const unit = index < length ? text.charCodeAt(index) : 0;
    if (unit > 127) return false;
    const letter = asciiLetters[unit] ?? 0;
    if (letter !== 0) {
      units[index] = letter;
      hash = Math.imul(hash ^ letter, fnvPrime);
      spelling = spelling * spellingBase + (letter - beforeLetters);
    } else {
      if (index > start) {
        starts[count] = start;
        ends[count] = index;
        spellings[count] = index - start <= maxSpelled ? spelling : 0;
        isUnspaced[count] = 0;
        hashes[count++] = mix(hash);
        hash = 0;
        spelling = 0;
      }
      start = index + 1;
    }
  }
  words.units = units;
  words.count = count;
  return true;
}

function readAny(text: string, words: MutableWords): void {
  foldInto(text, words.folded);
  const { units, length } = words.folded;
  reserve(words, length);
  const { starts, ends, hashes, spellings, isUnspaced } = words;
  let count = 0;
  for (let start = 0; start < length; ) {
    const kind = kindAt(units, length, start);
    const end = endOf(units, length, start, kind);
    if (kind === spaced || kind === unspaced) {
      let hash = 0;
      for (let at = start; at < end; at++) hash = Math.imul(hash ^ (units[at] ?? 0), fnvPrime);
      starts[count] = start;
      ends[count] = end;
      spellings[count] = 0;
      isUnspaced[count] = kind === unspaced ? 1 : 0;
      hashes[count++] = mix(hash);
    }
    start = end;
  }
  words.units = units;
  words.count = count;
}

/** Where the character at `start`, and what belongs to it, ends: its marks, and the letters of its word. */
function endOf(units: Uint16Array, length: number, start: number, kind: number): number {
  const { classes } = unicode();
  let at = start;
  let next = kind;
  do {
    at += isHighSurrogate(units[at] ?? 0) ? 2 : 1;
    if (kind === spaced) while (at < length && classes[units[at] ?? 0] === spaced) at++;
    next = kindAt(units, length, at);
  } while (next === mark || (next === spaced && kind === spaced));
  return Math.min(at, length);
}

/** Class of the character at a place; past the end it is a separator. */
function kindAt(units: Uint16Array, length: number, at: number): number {
  if (at >= length) return separator;
  const { classes, classOf } = unicode();
  const unit = units[at] ?? 0;
  if (!isHighSurrogate(unit)) return classes[unit] ?? separator;
  return classOf((unit << 10) + (units[at + 1] ?? 0) - 0x35f_dc00);
}

function isHighSurrogate(unit: number): boolean {
  return (unit & 0xfc00) === 0xd800;
}

/** Spreads every bit over all bits (the last step of MurmurHash3). */
export function mix(hash: number): number {
  let mixed = hash;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

export function wordAt({ units, starts, ends }: Words, index: number): string {
  return textOf(units, starts[index] ?? 0, ends[index] ?? 0);
}

const read: WordReader = createWordReader();

/** The words of a text as a list. */
export function foldedWords(text: string): readonly string[] {
  const words = read(text);
  return Array.from({ length: words.count }, (_, index) => wordAt(words, index));
}
