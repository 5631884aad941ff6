import { negationPatterns } from "./languages.ts";
import type { NegationPatterns } from "./negation-patterns.ts";

/** The compiled patterns of a language. */
export interface NegationRules {
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

/** In these letters the words of a pattern may begin, or end, inside a word: kana, ideographs and, at its beginning, Hangul. */
const joined = "[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]";
const unspaced = "[\u3040-\u30ff\u3400-\u9fff]";

const all = Object.values(negationPatterns);
const compiled: NegationRules[] = [];

/** The rules of the languages of these bits. Compiled with the first question that needs them. */
export function rulesOf(languages: number): readonly NegationRules[] {
  const rules: NegationRules[] = [];
  for (const [index, patterns] of all.entries()) {
    if ((languages & (1 << index)) === 0) continue;
    compiled[index] ??= compile(patterns);
    rules.push(compiled[index]);
  }
  return rules;
}

function compile(patterns: NegationPatterns): NegationRules {
  const { cues, exceptions, refusals = [], spans = [], contrasts, beginnings, ends } = patterns;
  const bounded = new RegExp(joined).test(patterns.triggers) ? anywhere : betweenSpaces;
  return {
    negates: new RegExp(bounded(cues)),
    excepts: new RegExp(bounded(exceptions)),
    refuses: new RegExp(`^${anyOf(refusals)}$`),
    spans: new RegExp(bounded(spans), "g"),
    contrasts: new RegExp(`(?:^| )${anyOf(contrasts)}`, "g"),
    splits: new RegExp(`${bounded(beginnings, "?=")}|(?<=${anyOf(ends)})(?: |(?=${unspaced}))`),
  };
}

/** The patterns, each between the borders of words. With the group `?=` only the space before one is matched. */
function betweenSpaces(patterns: string | readonly string[], group = "?:"): string {
  return `(?:^| )(${group}${anyOf(patterns)}(?= |$))`;
}

function anywhere(patterns: string | readonly string[], group = "?:"): string {
  const end = `(?= |$|${unspaced}|(?<=${unspaced}))`;
  return `(?:^| |(?=${joined})|(?<=${unspaced}))(${group}${anyOf(patterns)}${end})`;
}

/** An expression without patterns matches nothing. */
function anyOf(patterns: string | readonly string[] = []): string {
  return patterns.length === 0 ? "(?!)" : `(?:${[patterns].flat().map(sourceOf).join("|")})`;
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
