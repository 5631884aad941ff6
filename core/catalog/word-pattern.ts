/** A word of a pattern as written. */
export interface PatternWord {
  readonly kind: "word";
  readonly text: string;
  /** Whether the word of a text may have more letters before, or after. */
  readonly openStart: boolean;
  readonly openEnd: boolean;
}

/** Alternatives. `optional`: none of them is needed. */
export interface PatternGroup {
  readonly kind: "group";
  readonly alternatives: readonly (readonly PatternItem[])[];
  readonly optional: boolean;
}

export type PatternItem = PatternWord | PatternGroup | { readonly kind: "gap" };

/** A parsed pattern: items in order. Several parts stand near each other in any order. */
export interface WordPattern {
  readonly parts: readonly (readonly PatternItem[])[];
}

/** The length of a pattern, in UTF-16 units. */
export const maxPatternLength = 1_200;
const maxDepth = 4;

/** Words and groups that were parsed before, by their text: patterns repeat them. */
export type ParsedItems = Map<string, PatternItem>;

/**
 * Parses a pattern of words. `word` is exact, `word*` begins so, `*word` ends so, `*word*` contains it; `(a|b c)` are
 * alternatives; `?` makes a word or a group optional; `..` stands for 0 to 4 words (8 letters in scripts without spaces);
 * `&` joins parts that stand within 12 words (24 letters) of each other, in any order. Returns advice for an invalid pattern.
 */
export function parseWordPattern(pattern: string, known: ParsedItems = new Map()): WordPattern | string {
  if (pattern.length > maxPatternLength) return `Shorten this pattern to ${maxPatternLength} characters.`;
  const reader: Reader = { pattern, at: 0, known };
  const parts: (readonly PatternItem[])[] = [];
  do {
    const part = parseSequence(reader, 0);
    if (typeof part === "string") return part;
    parts.push(part);
  } while (take(reader, signs.amp));
  const rest = pattern[reader.at];
  return rest === undefined ? { parts } : `Remove "${rest}", or open its group with "(".`;
}

interface Reader {
  readonly pattern: string;
  at: number;
  readonly known: ParsedItems;
}

const signs = { space: 32, amp: 38, open: 40, close: 41, star: 42, dot: 46, optional: 63, bar: 124 } as const;

/** The next character, behind spaces; NaN at the end. */
function next(reader: Reader): number {
  while (reader.pattern.charCodeAt(reader.at) === signs.space) reader.at++;
  return reader.pattern.charCodeAt(reader.at);
}

/** Moves behind a sign if it is the next one. */
function take(reader: Reader, sign: number): boolean {
  const isNext = next(reader) === sign;
  if (isNext) reader.at++;
  return isNext;
}

function parseSequence(reader: Reader, depth: number): readonly PatternItem[] | string {
  const items: PatternItem[] = [];
  let isRequired = false;
  while (!isAtEnd(reader)) {
    const item = parseItem(reader, depth);
    if (typeof item === "string") return item;
    if (!take(reader, signs.optional)) {
      items.push(item);
      isRequired ||= item.kind !== "gap";
    } else if (item.kind === "gap") return 'Remove the "?" behind "..".';
    else items.push({ kind: "group", alternatives: [[item]], optional: true });
  }
  if (!isRequired) return "Add a word that is not optional to each part and each alternative.";
  if (items[0]?.kind === "gap" || items.at(-1)?.kind === "gap") return 'Put ".." between two words.';
  return items;
}

/** Whether a sequence ends here. */
function isAtEnd(reader: Reader): boolean {
  const sign = next(reader);
  return Number.isNaN(sign) || sign === signs.close || sign === signs.bar || sign === signs.amp;
}

function parseItem(reader: Reader, depth: number): PatternItem | string {
  const { pattern, at, known } = reader;
  if (isGap(pattern, at)) {
    while (pattern.charCodeAt(reader.at) === signs.dot) reader.at++;
    return { kind: "gap" };
  }
  const isGroup = pattern.charCodeAt(at) === signs.open;
  const end = isGroup ? endOfGroup(pattern, at) : endOfWord(pattern, at);
  const text = pattern.slice(at, end);
  const item = known.get(text) ?? (isGroup ? parseGroup(reader, depth) : parseWord(text));
  reader.at = end;
  if (typeof item !== "string") known.set(text, item);
  return item;
}

function isGap(pattern: string, at: number): boolean {
  return pattern.charCodeAt(at) === signs.dot && pattern.charCodeAt(at + 1) === signs.dot;
}

/** Behind the `)` of a group, or at the end of the pattern. */
function endOfGroup(pattern: string, start: number): number {
  let open = 0;
  for (let at = start; at < pattern.length; at++) {
    const sign = pattern.charCodeAt(at);
    if (sign === signs.open) open++;
    else if (sign === signs.close && --open === 0) return at + 1;
  }
  return pattern.length;
}

function endOfWord(pattern: string, start: number): number {
  let at = start + 1;
  for (; at < pattern.length; at++) {
    const sign = pattern.charCodeAt(at);
    const ends = sign === signs.space || sign === signs.amp || sign === signs.open || sign === signs.close;
    if (ends || sign === signs.optional || sign === signs.bar || isGap(pattern, at)) break;
  }
  return at;
}

function parseGroup(reader: Reader, depth: number): PatternGroup | string {
  if (depth === maxDepth) return `Nest groups at most ${maxDepth} deep.`;
  const alternatives: (readonly PatternItem[])[] = [];
  do {
    reader.at++;
    const alternative = parseSequence(reader, depth + 1);
    if (typeof alternative === "string") return alternative;
    alternatives.push(alternative);
  } while (next(reader) === signs.bar);
  if (next(reader) !== signs.close) return 'Close each group with ")".';
  return { kind: "group", alternatives, optional: false };
}

function parseWord(token: string): PatternWord | string {
  const openStart = token.charCodeAt(0) === signs.star;
  const openEnd = token.charCodeAt(token.length - 1) === signs.star;
  const text = token.slice(openStart ? 1 : 0, openEnd ? -1 : undefined);
  if (text.includes("*")) return `Put "*" at the beginning or the end of "${token}".`;
  if (!/[\p{L}\p{N}]/u.test(text)) return `Write letters or digits instead of "${token}".`;
  // One Latin letter with a star would be nearly every word. A letter of a script without spaces is a word.
  if ((openStart || openEnd) && text.length === 1 && text < "\u2e80") {
    return `Write at least two letters in "${token}".`;
  }
  return { kind: "word", text, openStart, openEnd };
}
