import { foldTable, unicode } from "./unicode.ts";
import { mark, separator, spelledBase, spelledStep, type Unicode } from "./unicode-classes.ts";
import type { Letters } from "./word-hash.ts";

/** Folded text as UTF-16 units. The next text reuses the memory. */
export interface FoldedText {
  /** Longer than the text. */
  units: Uint16Array;
  /** Number of units of the text. */
  length: number;
}

/** An empty text. */
export function createFoldedText(): FoldedText {
  return { units: new Uint16Array(512), length: 0 };
}

/**
 * Folds text so that case, width and accents make no difference: `ÉTÉ`, `été` and `ete` are equal. Removes marks that writers
 * omit (accents of Latin, Greek and Cyrillic letters, points of Arabic and Hebrew). Keeps marks that carry meaning (か and が,
 * Thai vowels). A pinned table makes the result equal on every runtime.
 */
export function fold(text: string): string {
  const folded = createFoldedText();
  foldInto(text, folded);
  return textOf(folded.units, 0, folded.length);
}

/** The same into `into`, which is overwritten. */
export function foldInto(text: string, into: FoldedText): void {
  const { length } = text;
  if (into.units.length < length) into.units = new Uint16Array(length * 2);
  const { units } = into;
  let index = 0;
  for (; index < length; index++) {
    const unit = text.charCodeAt(index);
    if (unit > 127) break;
    units[index] = lowerAscii[unit] ?? unit;
  }
  into.length = index;
  if (index < length) foldRest(text, index, into);
}

const lowerAscii: Uint8Array = Uint8Array.from({ length: 128 }, (_, unit) =>
  unit >= 65 && unit <= 90 ? unit + 32 : unit,
);

/** Folds the rest of a text from its first character that is not ASCII. */
function foldRest(text: string, from: number, into: FoldedText): void {
  const data = unicode();
  const steps = foldTable();
  for (let index = from; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    const step = steps[unit] ?? separator;
    if (step !== separator && step < spelledStep && into.length < into.units.length) {
      // Nearly all letters: one unit becomes one unit and combines with none.
      into.units[into.length++] = step;
      continue;
    }
    const code = unit >= 0xd800 && unit <= 0xdbff ? (text.codePointAt(index) ?? unit) : unit;
    if (code === unit) foldUnit(data, unit, into);
    else {
      index++;
      for (const part of data.foldOf(code) ?? [unit, text.charCodeAt(index)]) put(data, part, into);
    }
  }
}

function foldUnit(data: Unicode, unit: number, into: FoldedText): void {
  const folded = data.folds[unit] ?? 0;
  if (folded < spelledBase) put(data, folded === 0 ? unit : folded, into);
  else for (const part of data.spelled[folded - spelledBase] ?? []) put(data, part, into);
}

function put(data: Unicode, unit: number, into: FoldedText): void {
  if (into.length === into.units.length) {
    const larger = new Uint16Array(2 * into.length + 16);
    larger.set(into.units);
    into.units = larger;
  }
  into.length = compose(data, into.units, into.length, unit);
}

/** Appends a unit, or composes it with the last one. Returns the new length. */
function compose({ classes, pairs }: Unicode, units: Uint16Array, n: number, unit: number): number {
  const last = n === 0 ? 0 : (units[n - 1] ?? 0);
  const together =
    classes[unit] === mark
      ? pairs.get(last * 0x1_0000 + unit)
      : unit >= 0x1161 && unit <= 0x11c2
        ? composeHangul(last, unit)
        : undefined;
  if (together === undefined) {
    units[n] = unit;
    return n + 1;
  }
  units[n - 1] = together;
  return n;
}

/** Unicode §3.12: composes a Korean syllable of its letters, which some systems write separately. */
function composeHangul(last: number, unit: number): number | undefined {
  const first = last - 0x1100;
  const vowel = unit - 0x1161;
  if (first >= 0 && first < 19 && vowel < 21) return 0xac00 + (first * 21 + vowel) * 28;
  const syllable = last - 0xac00;
  const final = unit - 0x11a7;
  const isOpen = syllable >= 0 && syllable < 11_172 && syllable % 28 === 0;
  return isOpen && final > 0 && final < 28 ? last + final : undefined;
}

/** Folded letters `start` to `end` as text. */
export function textOf(letters: Letters, start: number, end: number): string {
  let text = "";
  for (let index = start; index < end; index++) text += String.fromCharCode(letters[index] ?? 0);
  return text;
}
