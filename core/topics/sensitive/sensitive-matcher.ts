import { type SensitiveSubject, sensitiveSubjects } from "../../catalog/sensitive-subjects.ts";
import { logarithm } from "../training/logarithm.ts";
import { createEvidenceReader, type Part, type PieceParts, partsOf } from "./evidence.ts";
import { narrowPattern } from "./narrow-pattern.ts";
import type { PatternMatch } from "./pattern-matcher.ts";
import { createSubjectMatcher } from "./sensitive-subjects.ts";
import { createSubjectModel, type SubjectModels } from "./subject-model.ts";
import type { SensitiveSubjects, SomeSubjectPatterns } from "./subject-patterns.ts";

/** What makes a text sensitive: a pattern, or the score of the model alone. */
export interface SubjectMatch extends Omit<PatternMatch<SensitiveSubject>, "pattern"> {
  /** The pattern with the alternatives that the text has. `undefined`: no pattern occurs; the model decided by the words. */
  readonly pattern?: string | undefined;
  /** The language of the set that has the pattern. */
  readonly language?: string | undefined;
}

/** Finds at most `limit` sensitive subjects in a text, except the `allowed` ones. */
export type SensitiveMatcher = (
  text: string,
  options: { readonly allowed: readonly SensitiveSubject[]; readonly limit: number },
) => readonly SubjectMatch[];

/** The shipped patterns, and the model that weighs them. */
export interface ShippedSubjects {
  readonly sets: SensitiveSubjects;
  /** Expressions without an ordinary meaning. */
  readonly certain: readonly string[];
  readonly models: SubjectModels;
}

/** What each doubling of the parts of a text adds to the threshold, because each part may be mistaken. */
const marginOfDoubling = 0.15;

/** The score above the threshold that a text of these pieces needs. A window is part of what was counted. */
export function marginOf(pieces: readonly PieceParts[]): number {
  const counted = pieces.reduce((sum, { parts }) => sum + parts.length, 0);
  return (marginOfDoubling * logarithm(Math.max(1, counted))) / logarithm(2);
}

/**
 * The matcher of the shipped subjects, or of a set of one's own. The model and the shipped patterns decide together. A pattern of
 * one's own decides alone. A subject without patterns is not checked.
 */
export function createSensitiveMatcher(shipped: ShippedSubjects, own?: SensitiveSubjects): SensitiveMatcher {
  const sets = own ?? shipped.sets;
  const known = new Set(Object.values(shipped.sets).flatMap(patternsIn));
  const read = createEvidenceReader(
    selectPatterns(sets, (pattern) => known.has(pattern)),
    shipped.certain,
  );
  const decisive =
    own === undefined
      ? undefined
      : createSubjectMatcher(selectPatterns(own, (pattern) => !known.has(pattern)));
  const languages = new Map<string, string>();
  for (const [language, set] of Object.entries(sets)) {
    for (const pattern of patternsIn(set)) if (!languages.has(pattern)) languages.set(pattern, language);
  }
  const show = (match: SubjectMatch): SubjectMatch => {
    const { subject, pattern, words } = match;
    if (pattern === undefined) return match;
    return {
      subject,
      words,
      language: languages.get(pattern),
      // Serving does not read it, and this takes longer than the search.
      get pattern() {
        return narrowPattern(pattern, words);
      },
    };
  };
  const unknown = sensitiveSubjects.filter((subject) =>
    Object.values(sets).every((set) => (set[subject]?.patterns.length ?? 0) === 0),
  );
  const model = createSubjectModel(shipped.models);
  /** What makes a part of a text sensitive whose score is above the threshold. */
  const judge = (
    { words, evidence }: Part,
    allowed: readonly SensitiveSubject[],
    threshold: number,
  ): readonly SubjectMatch[] => {
    const { score, subject } = model.score(evidence.words);
    if (score <= threshold) return [];
    const { patterns, words: others } = allowed.length === 0 ? evidence : read(words, allowed);
    const isAllowed = subject !== undefined && allowed.includes(subject);
    // What speaks for an allowed subject does not speak for another one.
    if (isAllowed && model.score(others).score <= threshold) return [];
    if (patterns.length > 0) return patterns;
    return subject === undefined || isAllowed || unknown.includes(subject)
      ? []
      : [{ subject, words: model.strongest(words) }];
  };
  return (text, { allowed, limit }) => {
    const found = new Map<string, SubjectMatch>();
    const pieces = partsOf(text, read);
    const threshold = model.threshold + marginOf(pieces);
    for (const part of eachPart(pieces)) {
      const own = decisive?.(part.words, { allowed, limit: limit - found.size }) ?? [];
      for (const match of [...own, ...judge(part, allowed, threshold)]) {
        const key = `${match.subject} ${match.words.join(" ")}`;
        if (!found.has(key)) found.set(key, match);
      }
      // Before the windows of the next parts are read.
      if (found.size >= limit) break;
    }
    return [...found.values()].slice(0, limit).map(show);
  };
}

function patternsIn(set: SomeSubjectPatterns): readonly string[] {
  return sensitiveSubjects.flatMap((subject) => set[subject]?.patterns ?? []);
}

/** The same sets with the selected patterns, and all exceptions. */
function selectPatterns(
  sets: SensitiveSubjects,
  isSelected: (pattern: string) => boolean,
): SensitiveSubjects {
  const select = (set: SomeSubjectPatterns): SomeSubjectPatterns => ({
    ...Object.fromEntries(
      sensitiveSubjects.map((subject) => {
        const { patterns = [], except } = set[subject] ?? {};
        return [subject, { patterns: patterns.filter(isSelected), except }];
      }),
    ),
    except: set.except,
  });
  return Object.fromEntries(Object.entries(sets).map(([language, set]) => [language, select(set)]));
}

/** Reads the windows of a piece only if the text is not known to be sensitive before them. */
function* eachPart(pieces: readonly PieceParts[]): Generator<Part> {
  for (const { parts, windows } of pieces) {
    yield* parts;
    yield* windows();
  }
}
