import { foldInto } from "./fold.ts";
import { unicode } from "./unicode.ts";
import { mark, separator, spaced, unspaced } from "./unicode-classes.ts";
import { reserve, setWord, type WordList } from "./word-list.ts";

/** Reads any text in two passes: folds it, then finds its words. */
export function readFolded(text: string, words: WordList): void {
  foldInto(text, words.folded);
  const { units, length } = words.folded;
  reserve(words, length);
  words.letters = units;
  words.count = 0;
  let used = 0;
  for (let start = 0; start < length; ) {
    const kind = kindAt(units, length, start);
    const end = endOfWord(units, length, start, kind);
    if (kind === spaced || kind === unspaced) {
      units.copyWithin(used, start, end);
      const length = end - start;
      setWord(words, words.count++, used, used + length, kind === unspaced);
      used += length;
    }
    start = end;
  }
}

/** The end of the word at `start`: its letters and their marks. */
function endOfWord(units: Uint16Array, length: number, start: number, kind: number): number {
  const { classes } = unicode();
  let at = start;
  let next = kind;
  do {
    at += isPair(units, length, at) ? 2 : 1;
    if (kind === spaced) while (at < length && classes[units[at] ?? 0] === spaced) at++;
    next = kindAt(units, length, at);
  } while (next === mark || (next === spaced && kind === spaced));
  return at;
}

/** The class of the character at an index. A separator at the end and for half a surrogate pair. */
function kindAt(units: Uint16Array, length: number, at: number): number {
  if (at >= length) return separator;
  const { classes, classOf } = unicode();
  const unit = units[at] ?? 0;
  if (!isPair(units, length, at)) return classes[unit] ?? separator;
  return classOf((unit << 10) + (units[at + 1] ?? 0) - 0x35f_dc00);
}

function isPair(units: Uint16Array, length: number, at: number): boolean {
  return (
    ((units[at] ?? 0) & 0xfc00) === 0xd800 && at + 1 < length && ((units[at + 1] ?? 0) & 0xfc00) === 0xdc00
  );
}
