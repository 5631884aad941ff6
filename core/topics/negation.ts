import { fold, isAscii } from "./fold.ts";
import { type NegationPatterns, negationPatterns } from "./negation-patterns.ts";
import { foldedWords, isUnspaced } from "./words.ts";

/** A question and the clauses that it does without. */
export interface WantedText {
  /** The folded text without these clauses. */
  readonly text: string;
  /** The folded clauses whose interest is negated. */
  readonly negated: readonly string[];
}

interface Rules {
  /** A word that is part of a negation. */
  readonly triggers: RegExp;
  readonly negates: RegExp;
  readonly excepts: RegExp;
  /** Where a clause ends. */
  readonly splits: RegExp;
}

/** For texts with other letters than those of ASCII, and for ASCII texts, to which the languages in other letters do not apply. */
let allRules: Rules | undefined;
let asciiRules: Rules | undefined;

/** A part of a text and the punctuation behind it. */
const part = /([^.,;:!?…\n()。，、！？；：؟،؛।]+)([.,;:!?…\n()。，、！？；：؟،؛।]*)/g;

/** Commas inside a clause: “hör auf, mir Hotels zu zeigen”, “alles, außer Hotels”, “не хочу отель, который …”. */
const clauseGoesOn = new RegExp(
  [
    "(?<= auf|(?:^| )versuche? nicht),",
    ",(?= (?:ausser|except|кроме|крім|окрім|tranne|behalve|sauf) )",
    "(?<=(?:^| )не (?:хочу|хотим|хочемо|ищу|шукаю) [^ ,]{1,20}),(?= (?:кот|як(?:ии|а|е|і) ))",
  ].join("|"),
  "g",
);

/** Letters of which a word of a pattern may begin, and also end, inside a word. */
const joined = "[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]";
const unspaced = "[\u3040-\u30ff\u3400-\u9fff]";

/** Whether a folded word may be part of a negation. A text without such a word has none. */
export function mayNegate(word: string): boolean {
  return rulesFor(word).triggers.test(word);
}

/** Removes the clauses in which the user refuses their subject. */
export function withoutNegated(question: string): WantedText {
  const folded = fold(question).replace(clauseGoesOn, "");
  const { negates, excepts, splits } = rulesFor(folded);
  const negated: string[] = [];
  let text = "";
  for (const [, body = "", punctuation = ""] of folded.matchAll(part)) {
    for (const clause of spacedText(body).split(splits)) {
      if (negates.test(clause) && !excepts.test(clause)) negated.push(clause.trim());
      else text += `${clause} `;
    }
    text += punctuation;
  }
  return { text, negated };
}

/** The words of a text with one space between them, and none beside letters of scripts without spaces. */
function spacedText(text: string): string {
  const words = foldedWords(text);
  if (isAscii(text)) return words.join(" ");
  const spaced = words.map((word) => (isUnspaced(word) ? word : ` ${word} `)).join("");
  return spaced.replaceAll("  ", " ").trim();
}

function rulesFor(text: string): Rules {
  const isLatin = isAscii(text);
  const known = isLatin ? asciiRules : allRules;
  if (known !== undefined) return known;
  const all = Object.values(negationPatterns);
  const isOwn = (patterns: NegationPatterns): boolean => isAscii(JSON.stringify(patterns)) === isLatin;
  const rules = compileRules(isLatin ? all.filter(isOwn) : all, all.filter(isOwn));
  if (isLatin) asciiRules = rules;
  else allRules = rules;
  return rules;
}

/** `own` are the languages in whose words the triggers are. */
function compileRules(all: readonly NegationPatterns[], own: readonly NegationPatterns[]): Rules {
  const anyOf = (patterns: readonly string[]): string => `(?:${patterns.map(sourceOf).join("|")})`;
  const ends = all.flatMap((patterns) => patterns.ends ?? []);
  const hasLetters = ends.length > 0;
  const starts = hasLetters ? `(?:^| |(?=${joined})|(?<=${unspaced}))` : "(?:^| )";
  const stops = hasLetters ? `(?= |$|${unspaced}|(?<=${unspaced}))` : "(?= |$)";
  const beginning = `${starts}(?=${anyOf(all.map(({ beginnings }) => beginnings))}${stops})`;
  return {
    triggers: new RegExp(`^${anyOf(own.map(({ triggers }) => triggers))}$`),
    negates: new RegExp(starts + anyOf(all.flatMap(({ cues }) => cues)) + stops),
    excepts: new RegExp(starts + anyOf(all.map(({ exceptions }) => exceptions)) + stops),
    splits: new RegExp(hasLetters ? `${beginning}|(?<=${anyOf(ends)})(?: |(?=${unspaced}))` : beginning),
  };
}

/**
 * The regular expression of a pattern. No group captures, because a split returns what groups capture. Words are bounded, so that the
 * time is linear in the length of a text.
 */
function sourceOf(pattern: string): string {
  return pattern
    .replaceAll(" .. ", " (?:[^ ]{1,20} ){0,3}")
    .replaceAll(/\((?!\?)/g, "(?:")
    .replaceAll("*", "[^ ]{0,20}")
    .replaceAll("+", "{1,20}");
}
