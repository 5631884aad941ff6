import { joiningHangul, mark, unicode } from "./unicode.ts";

const beyondAscii = /[\u0080-\uffff]/;

/** Whether a text is ASCII, which needs no Unicode table. */
export function isAscii(text: string): boolean {
  return !beyondAscii.test(text);
}

/**
 * Folds text so that case, width and accents make no difference: `ÉTÉ`, `été` and `ete` are equal. Removes marks that writers
 * omit (accents of Latin, Greek and Cyrillic letters, points of Arabic and Hebrew). Keeps marks that carry meaning (か and が,
 * Thai vowels). A pinned table makes the result equal on every runtime.
 */
export function fold(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  const { folds, changes } = unicode();
  const pieces: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    if (changes[text.charCodeAt(at)] === 0) continue;
    if (at > from) pieces.push(text.slice(from, at));
    const code = text.codePointAt(at) ?? 0;
    for (const part of folds.get(code) ?? String.fromCodePoint(code)) append(pieces, part);
    if (code > 0xffff) at++;
    from = at + 1;
  }
  pieces.push(text.slice(from));
  return pieces.join("");
}

/** Appends a character, or joins it with the last one. */
function append(pieces: string[], character: string): void {
  const last = pieces.at(-1) ?? "";
  const together = compose(last.charCodeAt(last.length - 1), character.charCodeAt(0));
  if (together === undefined) pieces.push(character);
  else pieces.splice(-1, 1, last.slice(0, -1), together);
}

/** The letter that two UTF-16 units make together, if any. */
function compose(last: number, next: number): string | undefined {
  const { classes, pairs } = unicode();
  if (classes[next] === mark) return pairs.get(String.fromCharCode(last, next));
  return next >= joiningHangul.from && next < joiningHangul.to ? composeHangul(last, next) : undefined;
}

/** Unicode §3.12: composes a Korean syllable of its letters, which some systems write separately. */
function composeHangul(last: number, next: number): string | undefined {
  const first = last - 0x1100;
  const vowel = next - 0x1161;
  if (first >= 0 && first < 19 && vowel < 21) {
    return String.fromCodePoint(0xac00 + (first * 21 + vowel) * 28);
  }
  const syllable = last - 0xac00;
  const final = next - 0x11a7;
  const isOpen = syllable >= 0 && syllable < 11_172 && syllable % 28 === 0;
  return isOpen && final > 0 && final < 28 ? String.fromCodePoint(last + final) : undefined;
}
