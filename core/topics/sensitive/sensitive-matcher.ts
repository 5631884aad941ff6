import { type SensitiveSubject, sensitiveSubjects } from "../../catalog/sensitive-subjects.ts";
import { logarithm } from "../training/logarithm.ts";
import type { PatternMatch } from "./pattern-matcher.ts";
import { piecesOf } from "./pieces.ts";
import { createSubjectMatcher } from "./sensitive-subjects.ts";
import { createSubjectModel, type SubjectModels } from "./subject-model.ts";
import type { SensitiveSubjects, SomeSubjectPatterns } from "./subject-patterns.ts";

/** What makes a text sensitive: a pattern, or the score of the model alone. */
export interface SubjectMatch extends Omit<PatternMatch<SensitiveSubject>, "pattern"> {
  /** `undefined`: no pattern occurs; the model decided by the words. */
  readonly pattern?: string | undefined;
}

/** Finds at most `limit` sensitive subjects in a text, except the `allowed` ones. */
export type SensitiveMatcher = (
  text: string,
  options: { readonly allowed: readonly SensitiveSubject[]; readonly limit: number },
) => readonly SubjectMatch[];

/** The shipped patterns, and the model that weighs them. */
export interface ShippedSubjects {
  readonly sets: SensitiveSubjects;
  readonly models: SubjectModels;
}

/** The most patterns of a piece that the model reads. */
export const maxPatterns = 3;

/** The words of a piece, and a word for each pattern in it: the model weighs them like other words. */
export function withPatterns(
  words: readonly string[],
  patterns: readonly PatternMatch<SensitiveSubject>[],
): readonly string[] {
  return [...words, ...patterns.flatMap((found) => [`#${found.subject}`, `#${found.words.join("+")}`])];
}

/** What each doubling of the pieces of a text adds to the threshold, because each piece may be mistaken. */
const marginOfDoubling = 0.15;

/** The score above the threshold that a text of so many pieces needs. */
export function margin(pieces: number): number {
  return (marginOfDoubling * logarithm(Math.max(1, pieces))) / logarithm(2);
}

/**
 * The matcher of the shipped subjects, or of a set of one's own. The model and the shipped patterns decide together. A pattern of
 * one's own decides alone. A subject without patterns is not looked for.
 */
export function createSensitiveMatcher(shipped: ShippedSubjects, own?: SensitiveSubjects): SensitiveMatcher {
  const sets = own ?? shipped.sets;
  const known = new Set(Object.values(shipped.sets).flatMap(patternsIn));
  const weighed = createSubjectMatcher(selectPatterns(sets, (pattern) => known.has(pattern)));
  const decisive =
    own === undefined
      ? undefined
      : createSubjectMatcher(selectPatterns(own, (pattern) => !known.has(pattern)));
  const unknown = sensitiveSubjects.filter((subject) =>
    Object.values(sets).every((set) => (set[subject]?.patterns.length ?? 0) === 0),
  );
  const model = createSubjectModel(shipped.models);
  return (text, { allowed, limit }) => {
    const found: SubjectMatch[] = [];
    const pieces = piecesOf(text);
    const threshold = model.threshold + margin(pieces.length);
    for (const words of pieces) {
      if (found.length >= limit) break;
      found.push(...(decisive?.(words, { allowed, limit: limit - found.length }) ?? []));
      const patterns = weighed(words, { allowed, limit: maxPatterns });
      const { score, subject } = model.score(withPatterns(words, patterns));
      if (score <= threshold) continue;
      if (patterns.length > 0) found.push(...patterns);
      else if (subject !== undefined && !allowed.includes(subject) && !unknown.includes(subject)) {
        found.push({ subject, words: model.strongest(words) });
      }
    }
    return found.slice(0, limit);
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
