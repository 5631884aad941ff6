import type { PatternGroup, PatternItem, PatternWord, WordPattern } from "../../catalog/word-pattern.ts";
import { foldedWords } from "../words.ts";
import type { Term, TermIndex } from "./term-index.ts";

/** A step of a compiled pattern: a term, alternatives, or a gap of up to `width` words. */
export type Step =
  | { readonly kind: "term"; readonly term: number }
  | { readonly kind: "group"; readonly alternatives: readonly Steps[]; readonly optional: boolean }
  | { readonly kind: "gap"; readonly width: number };
export type Steps = readonly Step[];

export interface CompiledPattern {
  /** As written. */
  readonly pattern: string;
  /** Steps in order, by part. Parts stand within `reach` words of each other. */
  readonly parts: readonly Steps[];
  readonly reach: number;
}

/** Widths in words, and in letters of scripts without spaces, where each letter is a word. */
const gapWidth = { spaced: 4, unspaced: 8 };
const reach = { spaced: 12, unspaced: 24 };

/** Compiles parsed patterns with common terms. Items that patterns share are compiled once. */
export function createPatternCompiler(
  terms: TermIndex,
): (pattern: string, parsed: WordPattern) => CompiledPattern {
  const known = new Map<PatternItem, Steps>();
  const compileItems = (items: readonly PatternItem[]): Steps => {
    const steps: Step[] = [];
    items.forEach((item, at) => {
      if (item.kind === "gap") {
        const isUnspaced = hasUnspacedWord(items[at - 1]) || hasUnspacedWord(items[at + 1]);
        steps.push({ kind: "gap", width: isUnspaced ? gapWidth.unspaced : gapWidth.spaced });
        return;
      }
      const own = known.get(item) ?? (item.kind === "word" ? compileWord(item) : [compileGroup(item)]);
      known.set(item, own);
      steps.push(...own);
    });
    return steps;
  };
  const compileWord = (item: PatternWord): Steps =>
    termsOf(item).map((term) => ({ kind: "term", term: terms.add(term) }));
  const compileGroup = ({ alternatives, optional }: PatternGroup): Step => {
    const single: number[] = [];
    const others: Steps[] = [];
    for (const alternative of alternatives) {
      const steps = compileItems(alternative);
      const [step] = steps;
      if (steps.length === 1 && step?.kind === "term") single.push(step.term);
      else others.push(steps);
    }
    const [only] = single;
    if (only === undefined) return { kind: "group", alternatives: others, optional };
    const step: Step = { kind: "term", term: single.length === 1 ? only : terms.addClass(single) };
    if (others.length === 0 && !optional) return step;
    return { kind: "group", alternatives: [[step], ...others], optional };
  };
  return (pattern, { parts }) => ({
    pattern,
    parts: parts.map(compileItems),
    reach: parts.length > 1 && parts.flat().some(hasUnspacedWord) ? reach.unspaced : reach.spaced,
  });
}

/** A pattern of nothing but alternatives, as a pattern for each: each has a rarer anchor than all of them together. */
export function separateAlternatives(compiled: CompiledPattern): readonly CompiledPattern[] {
  const [steps = [], ...otherParts] = compiled.parts;
  const [step, ...otherSteps] = steps;
  if (step?.kind !== "group" || step.optional || otherSteps.length + otherParts.length > 0) return [compiled];
  return step.alternatives.flatMap((alternative) =>
    separateAlternatives({ ...compiled, parts: [alternative] }),
  );
}

/** The terms of a written word: "don't" and a word of a script without spaces are several. */
function termsOf({ text, openStart, openEnd }: PatternWord): readonly Term[] {
  const words = /^[a-z]+$/.test(text) ? [text] : foldedWords(text);
  return words.map((word, at) => {
    const isOpen = word.length > 1;
    return {
      text: word,
      openStart: openStart && isOpen && at === 0,
      openEnd: openEnd && isOpen && at === words.length - 1,
    };
  });
}

function hasUnspacedWord(item: PatternItem | undefined): boolean {
  if (item === undefined || item.kind === "gap") return false;
  if (item.kind === "group")
    return item.alternatives.some((alternative) => alternative.some(hasUnspacedWord));
  // Beyond U+2E80 lie Han, kana and Hangul; of these only Hangul has spaces.
  return item.text >= "\u2e80" && item.text < "\uac00";
}
