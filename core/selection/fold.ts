/**
 * Folds text so that case and accents make no difference: `ÉTÉ`, `été` and `ete` are one. Accents of Latin, Greek
 * and Cyrillic letters go; the marks of other scripts (か and が, Thai vowels) carry meaning and stay.
 */
export function fold(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[ßıςøłđæœ]/g, (letter) => unaccented.get(letter) ?? letter)
    .normalize("NFC");
}

/** Letters that look accented and have no decomposition. `ı` so that I, İ, i and ı are one in Turkish capitals. */
const unaccented: ReadonlyMap<string, string> = new Map([
  ["ß", "ss"],
  ["ı", "i"],
  ["ς", "σ"],
  ["ø", "o"],
  ["ł", "l"],
  ["đ", "d"],
  ["æ", "ae"],
  ["œ", "oe"],
]);

/**
 * Words, or single letters in scripts that put no spaces between words, so that a phrase of such a script is found
 * anywhere in a text.
 */
const word =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])[\p{L}\p{N}\p{M}])+/gu;

export function foldedWords(text: string): readonly string[] {
  return fold(text).match(word) ?? [];
}
