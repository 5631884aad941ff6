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
 * Scripts that put no spaces between words. By extension: the long vowel mark ー belongs to two of them, and to none
 * alone.
 */
const unspaced =
  "[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}]";

/** Words, or single letters of those scripts, so that a phrase of theirs is found anywhere in a text. */
const word = new RegExp(
  `(?=[\\p{L}\\p{N}])${unspaced}\\p{M}*|(?:(?!${unspaced})[\\p{L}\\p{N}\\p{M}])+`,
  "gu",
);

export function foldedWords(text: string): readonly string[] {
  // Three times as fast, with the same outcome.
  if (isAscii.test(text)) return text.toLowerCase().match(asciiWord) ?? [];
  return fold(text).match(word) ?? [];
}

const isAscii = /^[\0-\x7f]*$/;
const asciiWord = /[a-z0-9]+/g;
