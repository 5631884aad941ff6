import { type SensitiveSubject, sensitiveSubjects } from "../../catalog/sensitive-subjects.ts";
import { createPatternMatcher, type PatternMatcher, type SubjectPattern } from "./pattern-matcher.ts";
import type { SensitiveSubjects } from "./subject-patterns.ts";

const latin = /[a-z0-9\u00c0-\u024f]/i;
/** Letters of Greek and later blocks, without punctuation and symbols. */
const beyondLatin = /[\u0370-\u1fff\u2e80-\ud7ff\uf900-\uffdc]/;

/** The matcher of valid patterns. */
export function createSubjectMatcher(sets: SensitiveSubjects): PatternMatcher<SensitiveSubject> {
  return createLazyMatcher(Object.values(sets).flatMap(patternsOf));
}

/** Whether the folded words of a text have one of the expressions. */
export function createExpressionMatcher(
  expressions: readonly string[],
): (words: readonly string[]) => boolean {
  const find = createLazyMatcher(
    expressions.map((pattern) => ({ subject: "any", pattern, isException: false }) as const),
  );
  return (words) => find(words, { allowed: [], limit: 1 }).length > 0;
}

/**
 * Patterns without Latin letters are compiled for the first text that may have them: compiling all of them would delay the first
 * answer of a serverless function.
 */
function createLazyMatcher<Subject extends string>(
  all: readonly SubjectPattern<Subject>[],
): PatternMatcher<Subject> {
  const near = createPatternMatcher(
    all.filter(({ pattern, isException }) => isException || latin.test(pattern)),
  );
  let far: typeof near | undefined;
  return (words, options) => {
    const found = near(words, options);
    const limit = options.limit - found.length;
    if (limit <= 0 || !words.some((word) => beyondLatin.test(word))) return found;
    far ??= createPatternMatcher(
      all.filter(({ pattern, isException }) =>
        isException ? beyondLatin.test(pattern) : !latin.test(pattern),
      ),
    );
    return [...found, ...far(words, { ...options, limit })];
  };
}

/** The matcher of a platform's own valid patterns. */
export function createPhraseMatcher(phrases: readonly string[]): PatternMatcher<"platform_phrases"> {
  return createPatternMatcher(
    phrases.map((pattern) => ({ subject: "platform_phrases", pattern, isException: false })),
  );
}

function patternsOf(set: SensitiveSubjects[string]): readonly SubjectPattern<SensitiveSubject>[] {
  const list = (
    subject: SensitiveSubject | undefined,
    isException: boolean,
    patterns: readonly string[] = [],
  ): readonly SubjectPattern<SensitiveSubject>[] =>
    patterns.map((pattern) => ({ subject, isException, pattern }));
  return [
    ...sensitiveSubjects.flatMap((subject) => list(subject, false, set[subject]?.patterns)),
    ...sensitiveSubjects.flatMap((subject) => list(subject, true, set[subject]?.except)),
    ...list(undefined, true, set.except),
  ];
}
