import type { CompiledPattern, Step, Steps } from "./compile-pattern.ts";
import {
  allPositions,
  difference,
  earlier,
  intersection,
  isEmpty,
  later,
  noPositions,
  type Positions,
  spread,
  union,
} from "./word-sets.ts";

/** A read text: the number of its words, and for each term the positions of its words. */
export interface TermsOfText {
  readonly words: number;
  readonly has: (term: number) => boolean;
  readonly positionsOf: (term: number) => Positions | undefined;
}

/** Whether the terms that a pattern needs are all in the text. A fast check that rejects most. */
export function mayOccur({ parts }: CompiledPattern, text: TermsOfText): boolean {
  for (const part of parts) if (!arePresent(part, text)) return false;
  return true;
}

function arePresent(steps: Steps, text: TermsOfText): boolean {
  for (const step of steps) if (!isPresent(step, text)) return false;
  return true;
}

function isPresent(step: Step, text: TermsOfText): boolean {
  if (step.kind === "term") return text.has(step.term);
  return step.kind === "gap" || step.optional || step.alternatives.some((steps) => arePresent(steps, text));
}

/**
 * The positions after each occurrence of each part of a pattern, without occurrences of which a word is hidden. `undefined`: the
 * pattern does not occur. All occurrences are followed at once in sets of positions, so the time is that of the pattern's steps
 * times the text's words divided by 32, whatever the text.
 */
export function endsOf(
  { parts, reach }: CompiledPattern,
  text: TermsOfText,
  hidden: Positions,
): readonly Positions[] | undefined {
  const ends: Positions[] = [];
  const everywhere = allPositions(text.words);
  for (const part of parts) {
    const found = follow(part, everywhere, text, hidden);
    const before = ends.at(-1);
    const near = before === undefined ? found : intersection(found, around(before, reach));
    if (isEmpty(near)) return undefined;
    ends.push(near);
  }
  for (let part = ends.length - 2; part >= 0; part--) {
    const after = ends[part + 1] ?? everywhere;
    ends[part] = intersection(ends[part] ?? everywhere, around(after, reach));
  }
  return ends;
}

function around(set: Positions, width: number): Positions {
  return union(spread(set, width, later), spread(set, width, earlier));
}

/** The words that the occurrences of a pattern with these ends cover. */
export function coveredWords(
  { parts }: CompiledPattern,
  ends: readonly Positions[],
  text: TermsOfText,
  hidden: Positions,
): Positions {
  const everywhere = allPositions(text.words);
  return parts
    .map((part, index) => cover(part, everywhere, ends[index] ?? everywhere, text, hidden).words)
    .reduce(union);
}

/** The words of the occurrences of steps between two sets of positions, and the positions where those occurrences start. */
function cover(
  steps: Steps,
  from: Positions,
  ends: Positions,
  text: TermsOfText,
  hidden: Positions,
): { readonly words: Positions; readonly starts: Positions } {
  const reached = [from];
  for (const step of steps) reached.push(followStep(step, reached.at(-1) ?? from, text, hidden));
  let words = noPositions(text.words);
  let after = intersection(reached.at(-1) ?? from, ends);
  for (let index = steps.length - 1; index >= 0; index--) {
    const step = steps[index];
    const before = reached[index] ?? from;
    if (step === undefined) continue;
    if (step.kind === "term") {
      after = intersection(intersection(earlier(after, 1), before), shown(step.term, text, hidden));
      words = union(words, after);
    } else if (step.kind === "gap") {
      const starts = intersection(spread(after, step.width, earlier), before);
      const between = spread(earlier(after, 1), step.width - 1, earlier);
      words = union(words, intersection(spread(starts, step.width - 1, later), between));
      after = starts;
    } else {
      let starts = step.optional ? intersection(after, before) : noPositions(text.words);
      for (const alternative of step.alternatives) {
        const covered = cover(alternative, before, after, text, hidden);
        words = union(words, covered.words);
        starts = union(starts, covered.starts);
      }
      after = starts;
    }
  }
  return { words, starts: after };
}

/** The positions after the steps, for occurrences from `from`. */
function follow(steps: Steps, from: Positions, text: TermsOfText, hidden: Positions): Positions {
  let at = from;
  for (const step of steps) {
    at = followStep(step, at, text, hidden);
    if (isEmpty(at)) return at;
  }
  return at;
}

function followStep(step: Step, from: Positions, text: TermsOfText, hidden: Positions): Positions {
  if (step.kind === "gap") return spread(from, step.width, later);
  if (step.kind === "term") return later(intersection(from, shown(step.term, text, hidden)), 1);
  return step.alternatives
    .map((steps) => follow(steps, from, text, hidden))
    .reduce(union, step.optional ? from : noPositions(text.words));
}

function shown(term: number, text: TermsOfText, hidden: Positions): Positions {
  const positions = text.positionsOf(term);
  return positions === undefined ? noPositions(text.words) : difference(positions, hidden);
}
