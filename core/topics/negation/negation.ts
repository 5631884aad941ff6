import { fold, isAscii } from "../fold.ts";
import { foldedWords, isUnspaced } from "../words.ts";
import { type NegationRules, rulesOf } from "./rules.ts";
import { languagesOf } from "./triggers.ts";

/** A question and the clauses that it does without. */
export interface WantedText {
  /** The folded text without these clauses. */
  readonly text: string;
  /** The folded clauses whose interest is negated. */
  readonly negated: readonly string[];
}

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

/** A refusal concerns a clause of at most so many words before it. */
const maxRefusedWords = 8;

/**
 * Removes the clauses in which the user refuses their subject.
 * @param languages Those of the triggers in the question, a bit for each.
 */
export function withoutNegated(question: string, languages: number): WantedText {
  if (languages === 0) return { text: question, negated: [] };
  const rules = rulesOf(languages);
  const negated: string[] = [];
  /** Clauses and punctuation. */
  const kept: string[] = [];
  const note = (clause: string): string => {
    if (clause.trim() !== "") negated.push(clause.trim());
    return "";
  };
  const folded = fold(question).replace(politeness, " ").replace(clauseGoesOn, "");
  const rest = rules.reduce(
    (text, { contrasts }) => text.replace(contrasts, (denied) => `${note(denied)} `),
    folded,
  );
  let before = -1;
  for (const [, body = "", punctuation = ""] of rest.matchAll(part)) {
    const words = foldedWords(body);
    const own = rulesOf(languagesOf(words));
    const text = spacedText(body, words);
    // Most parts have no trigger, and are split only if the next one refuses their last clause.
    for (const clause of own.length === 0 ? [text] : clausesOf(text, rules)) {
      const isRefusal = own.some(({ refuses }) => refuses.test(clause.trim()));
      if (isRefusal && before >= 0) kept[before] = withoutRefused(kept[before] ?? "", rules, note);
      if (isRefusal || isNegated(clause, own)) note(clause);
      else before = kept.push(`${withoutSpans(clause, own, note)} `) - 1;
    }
    kept.push(punctuation);
  }
  return { text: kept.join(""), negated };
}

function clausesOf(text: string, rules: readonly NegationRules[]): string[] {
  return rules.reduce((clauses, { splits }) => clauses.flatMap((clause) => clause.split(splits)), [text]);
}

function isNegated(clause: string, rules: readonly NegationRules[]): boolean {
  return (
    rules.some(({ negates }) => negates.test(clause)) && !rules.some(({ excepts }) => excepts.test(clause))
  );
}

/** A text without its last clause, unless that is too long for a refusal. */
function withoutRefused(
  text: string,
  rules: readonly NegationRules[],
  note: (clause: string) => string,
): string {
  const clauses = clausesOf(text, rules);
  const refused = clauses.pop() ?? "";
  if (refused.trim().split(" ").length > maxRefusedWords) return text;
  note(refused);
  return clauses.join(" ");
}

function withoutSpans(
  clause: string,
  rules: readonly NegationRules[],
  note: (span: string) => string,
): string {
  return rules.reduce((text, { spans }) => text.replace(spans, note), clause);
}

/** The words of a text with one space between them, and none beside letters of scripts without spaces. */
function spacedText(text: string, words: readonly string[]): string {
  if (isAscii(text)) return words.join(" ");
  const spaced = words.map((word) => (isUnspaced(word) ? word : ` ${word} `)).join("");
  return spaced.replaceAll("  ", " ").trim();
}
