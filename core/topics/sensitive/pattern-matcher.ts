import { type ParsedItems, parseWordPattern } from "../../catalog/word-pattern.ts";
import { rememberWords } from "../word-memory.ts";
import { anchorOf, eachTerm } from "./anchor.ts";
import { commonWords } from "./common-words.ts";
import { type CompiledPattern, createPatternCompiler, separateAlternatives } from "./compile-pattern.ts";
import { coveredWords, endsOf, mayOccur, type TermsOfText } from "./find-pattern.ts";
import { createTermIndex, type TermIndex } from "./term-index.ts";
import { createTermReader, type ReadTerms } from "./term-reader.ts";
import { hasPosition, noPositions, type Positions, union } from "./word-sets.ts";

/** A pattern of a subject. */
export interface SubjectPattern<Subject extends string> {
  /** `undefined`: all subjects, for exceptions. */
  readonly subject: Subject | undefined;
  readonly pattern: string;
  /** The words that it covers are invisible to patterns of its subject. */
  readonly isException: boolean;
}

/** A pattern that a text has. */
export interface PatternMatch<Subject extends string> {
  readonly subject: Subject;
  readonly pattern: string;
  /** The folded words of the text that the pattern covers. */
  readonly words: readonly string[];
}

/** Finds at most `limit` patterns in the folded words of a text, except those of the `allowed` subjects. */
export type PatternMatcher<Subject extends string> = (
  words: readonly string[],
  options: { readonly allowed: readonly Subject[]; readonly limit: number },
) => readonly PatternMatch<Subject>[];

interface Compiled<Subject extends string> extends CompiledPattern {
  readonly subject: Subject | undefined;
  readonly isException: boolean;
}

/**
 * Compiles patterns. Throws for one that is not valid: `parseWordPattern` has the advice. A text is read once, and each
 * pattern whose anchor it has is followed once, so hostile text takes no longer than a text with all anchors.
 */
export function createPatternMatcher<Subject extends string>(
  given: readonly SubjectPattern<Subject>[],
): PatternMatcher<Subject> {
  const terms = createTermIndex();
  const compile = createPatternCompiler(terms);
  const known: ParsedItems = new Map();
  const patterns = given.flatMap(({ pattern, ...own }): readonly Compiled<Subject>[] => {
    const parsed = parseWordPattern(pattern, known);
    if (typeof parsed === "string") throw new Error(`The pattern ${pattern} is invalid. ${parsed}`);
    return separateAlternatives(compile(pattern, parsed)).map((compiled) => ({ ...own, ...compiled }));
  });
  const anchored = byAnchor(patterns, terms);
  const lookUp = rememberWords((word) => readWord(word, terms, anchored));
  const readTerms = createTermReader(terms);
  return (words, { allowed, limit }) => {
    const entries = words.map(lookUp);
    const found: PatternMatch<Subject>[] = [];
    // Most texts have no such word.
    if (!entries.some(({ isAnchor }) => isAnchor)) return found;
    const read = readTerms(entries.map((entry) => entry.terms));
    const candidates = candidatesIn(read, anchored);
    if (candidates.length === 0) return found;
    const hiddenFrom = hiddenWords(candidates, read);
    for (const candidate of new Set(candidates)) {
      const { subject, isException, pattern } = candidate;
      if (subject === undefined || isException || allowed.includes(subject)) continue;
      const covered = occurrence(candidate, read, () => hiddenFrom(subject));
      if (covered === undefined) continue;
      found.push({ subject, pattern, words: words.filter((_, index) => hasPosition(covered, index)) });
      if (found.length === limit) break;
    }
    return found;
  };
}

interface WordEntry {
  readonly terms: readonly number[];
  /** Whether a pattern is followed in a text with this word. */
  readonly isAnchor: boolean;
}

function readWord(
  word: string,
  { find }: TermIndex,
  anchored: readonly (readonly unknown[] | undefined)[],
): WordEntry {
  const terms: number[] = [];
  find(word, (term) => terms.push(term));
  return { terms, isAnchor: terms.some((term) => anchored[term] !== undefined) };
}

function candidatesIn<Pattern extends CompiledPattern>(
  read: ReadTerms,
  anchored: readonly (readonly Pattern[] | undefined)[],
): readonly Pattern[] {
  const candidates: Pattern[] = [];
  for (const term of read.terms) {
    const patterns = anchored[term];
    if (patterns === undefined) continue;
    for (const pattern of patterns) if (mayOccur(pattern, read)) candidates.push(pattern);
  }
  return candidates;
}

/** Words of so few letters are in most texts. */
const shortWord = 3;
const costOfCommonWord = 500;

function costOfWord(word: string): number {
  return word.length <= shortWord || commonWords.has(word) ? costOfCommonWord : 1;
}

/** By term: the patterns whose anchor it is. */
function byAnchor<Pattern extends CompiledPattern>(
  patterns: readonly Pattern[],
  { size, textOf, membersOf }: TermIndex,
): readonly (readonly Pattern[] | undefined)[] {
  const uses = new Int32Array(size());
  for (const { parts } of patterns) {
    for (const part of parts) {
      eachTerm(part, (term) => {
        uses[term] = (uses[term] ?? 0) + 1;
      });
    }
  }
  const costs = new Float64Array(size());
  const costOf = (term: number): number => {
    let cost = costs[term] ?? 0;
    if (cost > 0) return cost;
    cost = uses[term] ?? 0;
    const members = membersOf(term);
    for (const member of members) cost += costOfWord(textOf(member));
    if (members.length === 0) cost += costOfWord(textOf(term));
    costs[term] = cost;
    return cost;
  };
  const anchored: (Pattern[] | undefined)[] = Array.from({ length: size() });
  for (const pattern of patterns) {
    const anchor = anchorOf(pattern, costOf).flatMap((term) => [term, ...membersOf(term)]);
    for (const term of anchor) {
      const others = anchored[term] ?? [];
      anchored[term] = others;
      others.push(pattern);
    }
  }
  return anchored;
}

/** The words of a pattern's occurrences without hidden words. `undefined`: it does not occur. */
function occurrence(
  pattern: CompiledPattern,
  text: TermsOfText,
  hiddenWords: () => Positions,
): Positions | undefined {
  if (endsOf(pattern, text, noPositions(text.words)) === undefined) return undefined;
  const hidden = hiddenWords();
  const ends = endsOf(pattern, text, hidden);
  return ends === undefined ? undefined : coveredWords(pattern, ends, text, hidden);
}

/** The words that exceptions hide from a subject. Read when a pattern was found: in ordinary text none is. */
function hiddenWords<Subject extends string>(
  candidates: readonly Compiled<Subject>[],
  text: TermsOfText,
): (subject: Subject) => Positions {
  const known = new Map<Subject, Positions>();
  const hide = (subject: Subject): Positions => {
    const none = noPositions(text.words);
    return candidates
      .filter(({ isException }) => isException)
      .filter((exception) => exception.subject === undefined || exception.subject === subject)
      .map((exception) => {
        const ends = endsOf(exception, text, none);
        return ends === undefined ? none : coveredWords(exception, ends, text, none);
      })
      .reduce(union, none);
  };
  return (subject) => {
    const hidden = known.get(subject) ?? hide(subject);
    known.set(subject, hidden);
    return hidden;
  };
}
