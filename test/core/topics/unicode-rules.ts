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

/** The scripts of Unicode 17 whose letters stand in words with spaces between them. Latin and Hangul come first. */
const scripts: readonly string[] = (
  "Latin Hangul Adlam Ahom Anatolian_Hieroglyphs Arabic Armenian Avestan Balinese Bamum Bassa_Vah Batak Bengali Beria_Erfe " +
  "Bhaiksuki Brahmi Braille Buginese Buhid Canadian_Aboriginal Carian Caucasian_Albanian Chakma Cham Cherokee Chorasmian " +
  "Coptic Cuneiform Cypriot Cypro_Minoan Cyrillic Deseret Devanagari Dives_Akuru Dogra Duployan Egyptian_Hieroglyphs Elbasan " +
  "Elymaic Ethiopic Garay Georgian Glagolitic Gothic Grantha Greek Gujarati Gunjala_Gondi Gurmukhi Gurung_Khema " +
  "Hanifi_Rohingya Hanunoo Hatran Hebrew Imperial_Aramaic Inscriptional_Pahlavi Inscriptional_Parthian Javanese Kaithi Kannada " +
  "Kawi Kayah_Li Kharoshthi Khitan_Small_Script Khojki Khudawadi Kirat_Rai Lepcha Limbu Linear_A Linear_B Lisu Lycian Lydian " +
  "Mahajani Makasar Malayalam Mandaic Manichaean Marchen Masaram_Gondi Medefaidrin Meetei_Mayek Mende_Kikakui " +
  "Meroitic_Cursive Meroitic_Hieroglyphs Miao Modi Mongolian Mro Multani Nabataean Nag_Mundari Nandinagari New_Tai_Lue Newa " +
  "Nko Nushu Nyiakeng_Puachue_Hmong Ogham Ol_Chiki Ol_Onal Old_Hungarian Old_Italic Old_North_Arabian Old_Permic Old_Persian " +
  "Old_Sogdian Old_South_Arabian Old_Turkic Old_Uyghur Oriya Osage Osmanya Pahawh_Hmong Palmyrene Pau_Cin_Hau Phags_Pa " +
  "Phoenician Psalter_Pahlavi Rejang Runic Samaritan Saurashtra Sharada Shavian Siddham Sidetic SignWriting Sinhala Sogdian " +
  "Sora_Sompeng Soyombo Sundanese Sunuwar Syloti_Nagri Syriac Tagalog Tagbanwa Tai_Le Tai_Tham Tai_Viet Tai_Yo Takri Tamil " +
  "Tangsa Tangut Telugu Thaana Tibetan Tifinagh Tirhuta Todhri Tolong_Siki Toto Tulu_Tigalari Ugaritic Vai Vithkuqi Wancho " +
  "Warang_Citi Yezidi Zanabazar_Square"
).split(" ");

const scriptPatterns = scripts.flatMap((script) => {
  try {
    return [{ script, pattern: new RegExp(`\\p{scx=${script}}`, "u") }];
  } catch {
    // An older runtime does not know the script, nor its letters.
    return [];
  }
});

/** The script of a letter: 1 Latin, 2 Hangul, others from 3. 0 for a character of several scripts, such as a digit. */
export function scriptByRule(character: string): number {
  const own = scriptPatterns.filter(({ pattern }) => pattern.test(character));
  return own.length === 1 ? scripts.indexOf(own[0]?.script ?? "") + 1 : 0;
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
