import { fold, isAscii } from "../fold.ts";
import { foldedWords, isUnspaced } from "../words.ts";
import { negationPatterns } from "./languages.ts";
import type { NegationPatterns } from "./negation-patterns.ts";

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
  /** A clause that refuses what the clause before it names. */
  readonly refuses: RegExp;
  /** Parts of a clause that are not wanted. */
  readonly spans: RegExp;
  /** What is denied before its alternative is named, over the borders of clauses. */
  readonly contrasts: RegExp;
  /** Where a clause ends. */
  readonly splits: RegExp;
}

/** By the scripts of a text, a bit for each. Only the languages of these scripts apply to it. */
const rulesByScripts = new Map<number, Rules>();

/** The others are written in Latin letters. Folded Hangul is composed. */
const otherScripts: readonly RegExp[] = [
  /[\u0400-\u04ff]/,
  /[\u0600-\u06ff]/,
  /[\u0900-\u097f]/,
  /[\u3040-\u30ff\u3400-\u9fff]/,
  /[\uac00-\ud7a3]/,
];
const latin = 1;
/** Those in which the letters of a pattern may begin, or end, inside a word. */
const joinedScripts = (1 << 4) | (1 << 5);

/** A part of a text and the punctuation behind it. */
const part = /([^.,;:!?…\n()。，、！？；：؟،؛।]+)([.,;:!?…\n()。，、！？；：؟،؛।]*)/g;

/** Commas inside a clause: “hör auf, mir Hotels zu zeigen”, “alles, außer Hotels”, “не хочу отель, который …”. */
const clauseGoesOn = new RegExp(
  [
    "(?<= auf|(?:^| )versuche? nicht),",
    ",(?= (?:ausser|except|кроме|крім|окрім|tranne|behalve|sauf|menos|excepto|exceto|salvo|oprocz|poza) )",
    "(?<=(?:^| )не (?:хочу|хотим|хочемо|ищу|шукаю) [^ ,]{1,20}),(?= (?:кот|як(?:ии|а|е|і) ))",
  ].join("|"),
  "g",
);

/** Between commas: “remove, please, the ads”. */
const politeness =
  /, ?(?:please|bitte|por favor|s.il (?:vous|te) plait|per favore|alsjeblieft|lutfen|prosze|пожалуиста|будь ласка),?(?= )/g;

/** Letters beside which a pattern may begin inside a word, and those beside which it may also end. */
const joined = "[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]";
const unspaced = "[\u3040-\u30ff\u3400-\u9fff]";

/** Whether a folded word may be part of a negation. A text without such a word has none. */
export function mayNegate(word: string): boolean {
  return rulesFor(word).triggers.test(word);
}

/** A refusal concerns a clause of at most so many words before it. */
const maxRefusedWords = 8;

/** Removes the clauses in which the user refuses their subject. */
export function withoutNegated(question: string): WantedText {
  const folded = fold(question).replace(politeness, " ").replace(clauseGoesOn, "");
  const { negates, excepts, refuses, spans, contrasts, splits } = rulesFor(folded);
  const negated: string[] = [];
  /** Clauses and punctuation. */
  const kept: string[] = [];
  const note = (clause: string): string => {
    if (clause !== "") negated.push(clause);
    return "";
  };
  const rest = folded.replace(contrasts, (denied) => `${note(denied.trim())} `);
  let before = -1;
  for (const [, body = "", punctuation = ""] of rest.matchAll(part)) {
    for (const clause of spacedText(body).split(splits)) {
      const text = clause.trim();
      const isRefusal = refuses.test(text);
      const refused = kept[before]?.trim() ?? "";
      if (isRefusal && refused.split(" ").length <= maxRefusedWords) kept[before] = note(refused);
      if (isRefusal || (negates.test(clause) && !excepts.test(clause))) note(text);
      else before = kept.push(`${clause.replace(spans, (span) => note(span.trim()))} `) - 1;
    }
    kept.push(punctuation);
  }
  return { text: kept.join(""), negated };
}

/** The words of a text with one space between them, and none beside letters of scripts without spaces. */
function spacedText(text: string): string {
  const words = foldedWords(text);
  if (isAscii(text)) return words.join(" ");
  const spaced = words.map((word) => (isUnspaced(word) ? word : ` ${word} `)).join("");
  return spaced.replaceAll("  ", " ").trim();
}

function rulesFor(text: string): Rules {
  const scripts = scriptsOf(text);
  const known = rulesByScripts.get(scripts);
  if (known !== undefined) return known;
  const all = Object.values(negationPatterns).filter(({ triggers }) => (scriptsOf(triggers) & scripts) !== 0);
  const rules = compileRules(all);
  rulesByScripts.set(scripts, rules);
  return rules;
}

function scriptsOf(text: string): number {
  if (isAscii(text)) return latin;
  const others = otherScripts.reduce(
    (found, script, index) => found | (script.test(text) ? 2 << index : 0),
    0,
  );
  return others === 0 || /[a-z]{2}/.test(text) ? others | latin : others;
}

function compileRules(all: readonly NegationPatterns[]): Rules {
  const isJoined = ({ triggers }: NegationPatterns): boolean => (scriptsOf(triggers) & joinedScripts) !== 0;
  const within = all.filter(isJoined);
  const apart = all.filter((patterns) => !isJoined(patterns));
  /** The patterns of a kind between the borders of words. With the group `?=` only the space before one is matched. */
  const bounded = (select: (patterns: NegationPatterns) => readonly string[], group = "?:"): string =>
    [
      `(?:^| )(${group}${anyOf(apart.flatMap(select))}(?= |$))`,
      `(?:^| |(?=${joined})|(?<=${unspaced}))(${group}${anyOf(within.flatMap(select))}(?= |$|${unspaced}|(?<=${unspaced})))`,
    ].join("|");
  const beginnings = bounded(({ beginnings }) => [beginnings], "?=");
  const spans = bounded((patterns) => patterns.spans ?? []);
  const ends = all.flatMap((patterns) => patterns.ends ?? []);
  return {
    triggers: new RegExp(`^${anyOf(all.map(({ triggers }) => triggers))}$`),
    negates: new RegExp(bounded(({ cues }) => cues)),
    excepts: new RegExp(bounded(({ exceptions }) => [exceptions])),
    refuses: new RegExp(`^${anyOf(all.flatMap(({ refusals }) => refusals ?? []))}$`),
    spans: new RegExp(spans, "g"),
    contrasts: new RegExp(`(?:^| )${anyOf(all.flatMap(({ contrasts }) => contrasts ?? []))}`, "g"),
    splits: new RegExp(`${beginnings}|(?<=${anyOf(ends)})(?: |(?=${unspaced}))`),
  };
}

/** An expression without patterns matches nothing. */
function anyOf(patterns: readonly string[]): string {
  return patterns.length === 0 ? "(?!)" : `(?:${patterns.map(sourceOf).join("|")})`;
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
