import { foldTable } from "./unicode.ts";
import { slowPath, spelledBase, spelledStep, type Unicode } from "./unicode-classes.ts";

/** A separator. */
const blank: readonly number[] = [0];

/** The most letters that a character becomes on the fast path. */
export const maxLettersPerCharacter = 4;

/**
 * Folds a character that has no single letter in the fold table: several letters, none, or a separator. `undefined` when it needs
 * the slow path: a mark that stays, a Korean letter that is no syllable, a letter of two units.
 */
export function partsAt(data: Unicode, text: string, index: number): readonly number[] | undefined {
  const unit = text.charCodeAt(index);
  const step = foldTable()[unit] ?? 0;
  if (step === 0) return blank;
  if (step < spelledStep) return undefined;
  if (step === slowPath) return isBlankPair(data, unit, text.charCodeAt(index + 1)) ? blank : undefined;
  const letters = data.spelled[(data.folds[unit] ?? 0) - spelledBase] ?? blank;
  return letters.length <= maxLettersPerCharacter ? letters : undefined;
}

/** Whether two units are a character of a page without letters, such as an emoji. */
function isBlankPair({ blankPages }: Unicode, high: number, low: number): boolean {
  if ((high & 0xfc00) !== 0xd800 || (low & 0xfc00) !== 0xdc00) return false;
  return blankPages[((high << 10) + low - 0x35f_dc00) >> 8] === 1;
}
