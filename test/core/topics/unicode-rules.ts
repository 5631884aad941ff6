/** The rules behind the pinned table of core/topics, by the Unicode data of the runtime: its source and its test. */

/** 0: nothing of a word. 1: letter or digit. 2: letter of a script without spaces. 3: mark that stays. */
export type CharacterClass = 0 | 1 | 2 | 3;

/** By extension: the long vowel mark ー belongs to two of these scripts, and to none alone. */
const unspaced =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}\p{scx=Bopomofo}\p{scx=Yi}]/u;

/** Marks that writers may leave out: accents, variation selectors, points of Arabic, Hebrew and Syriac. */
const optionalRanges: readonly (readonly [from: number, to: number])[] = [
  [0x300, 0x36f],
  [0x483, 0x487],
  [0x591, 0x5c7],
  [0x610, 0x61a],
  [0x64b, 0x65f],
  [0x670, 0x670],
  [0x6d6, 0x6ed],
  [0x711, 0x711],
  [0x730, 0x74a],
  [0x897, 0x8ff],
  [0x1ab0, 0x1aff],
  [0x1dc0, 0x1dff],
  [0x20d0, 0x20ff],
  [0xfe00, 0xfe0f],
  [0xfe20, 0xfe2f],
  [0xe0100, 0xe01ef],
];
/** Soft hyphen, joiners and the like, and the stretch of Arabic letters: invisible characters. */
const fillers: ReadonlySet<number> = new Set([0xad, 0x34f, 0x640, 0x200c, 0x200d, 0x2060, 0xfeff]);

function isOptional(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  return (
    fillers.has(code) ||
    (/\p{Mn}/u.test(character) && optionalRanges.some(([from, to]) => code >= from && code <= to))
  );
}

/** Letters that look like others, or stand for them, and have no decomposition. */
const alike: ReadonlyMap<string, string> = new Map([
  ["ß", "ss"],
  ["ı", "i"],
  ["ς", "σ"],
  ["ø", "o"],
  ["ł", "l"],
  ["đ", "d"],
  ["ð", "d"],
  ["þ", "th"],
  ["ħ", "h"],
  ["ŧ", "t"],
  ["æ", "ae"],
  ["œ", "oe"],
  // Arabic and Persian spellings of one letter.
  ["ة", "ه"],
  ["ى", "ي"],
  ["ی", "ي"],
  ["ک", "ك"],
]);

/**
 * A character on its own, folded. Squared and circled words, Arabic ligatures of whole words and the ideographs of the
 * supplementary plane that only repeat others are not folded: they are four fifths of all foldings, and users do not type them.
 */
export function foldByRule(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const folded = foldFully(character);
  const isRare =
    (code >= 0x2f800 && code <= 0x2fa1f) ||
    ([...folded].length > 1 &&
      ((code >= 0x2000 && code <= 0xf8ff) || (code >= 0xfbd3 && code <= 0xfdff) || code > 0xffff));
  return isRare ? character : folded;
}

function foldFully(character: string): string {
  const lower = character.normalize("NFKD").toLowerCase().normalize("NFKD");
  return [...lower]
    .filter((letter) => !isOptional(letter))
    .map((letter) => digit(alike.get(letter) ?? letter))
    .join("")
    .normalize("NFC");
}

export function classByRule(character: string): CharacterClass {
  if (/\p{M}/u.test(character)) return 3;
  if (!/[\p{L}\p{N}]/u.test(character)) return 0;
  return unspaced.test(character) ? 2 : 1;
}

export function isAssigned(character: string): boolean {
  return !/[\p{Cn}\p{Cs}\p{Co}]/u.test(character);
}

/** Decimal digits of every script as 0 to 9: they come in runs of ten, and the values are in order. */
function digit(character: string): string {
  if (!/\p{Nd}/u.test(character)) return character;
  const code = character.codePointAt(0) ?? 0;
  let first = code;
  while (code - first < 9 && /\p{Nd}/u.test(String.fromCodePoint(first - 1))) first--;
  // Mathematical digits stand in one run of fifty, but have decompositions, so they never come here.
  return String(code - first);
}
