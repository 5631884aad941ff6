import type { SensitiveSubject } from "../../catalog/sensitive-subjects.ts";
import type { PatternMatch } from "./pattern-matcher.ts";
import { piecesOf } from "./pieces.ts";
import { createExpressionMatcher, createSubjectMatcher } from "./sensitive-subjects.ts";
import type { SensitiveSubjects } from "./subject-patterns.ts";

/** What the model weighs in a part of a text. */
export interface Evidence {
  readonly patterns: readonly PatternMatch<SensitiveSubject>[];
  /** The words of the part; also words for its patterns, and one for a certain expression. The model weighs them like others. */
  readonly words: readonly string[];
  /** Whether there is a pattern or a certain expression. */
  readonly hasAny: boolean;
}

/** The most patterns of a part that the model reads. */
const maxPatterns = 3;

/** Reads the folded words of a part of a text, without patterns of the `allowed` subjects. */
export type EvidenceReader = (words: readonly string[], allowed: readonly SensitiveSubject[]) => Evidence;

/** `certain`: expressions without an ordinary meaning. They do not count beside allowed subjects, because they may be of one. */
export function createEvidenceReader(sets: SensitiveSubjects, certain: readonly string[]): EvidenceReader {
  const find = createSubjectMatcher(sets);
  const isCertain = createExpressionMatcher(certain);
  return (words, allowed) => {
    const patterns = find(words, { allowed, limit: maxPatterns });
    const found = patterns.flatMap((match) => [`#${match.subject}`, `#${match.words.join("+")}`]);
    if (allowed.length === 0 && isCertain(words)) found.push("#certain");
    return { patterns, words: [...words, ...found], hasAny: found.length > 0 };
  };
}

/** A part of a text, and what is weighed in it. */
export interface Part {
  readonly words: readonly string[];
  readonly evidence: Evidence;
}

/** The parts of a piece. */
export interface PieceParts {
  /** The piece, and each of its sentences that has a pattern or a certain expression, because it weighs little beside harmless words. */
  readonly parts: readonly Part[];
  /** The same of the windows of its long sentences. They are many, and read only when they are asked for. */
  readonly windows: () => readonly Part[];
}

/** What is weighed of a text, by piece. */
export function partsOf(text: string, read: EvidenceReader): readonly PieceParts[] {
  const readPart = (words: readonly string[]): Part => ({ words, evidence: read(words, []) });
  const withAny = (all: readonly (readonly string[])[]): readonly Part[] =>
    all.map(readPart).filter(({ evidence }) => evidence.hasAny);
  return piecesOf(text).map(({ words, sentences, windows }) => {
    const piece = readPart(words);
    // A pattern of a sentence is a pattern of its piece.
    if (!piece.evidence.hasAny) return { parts: [piece], windows: () => [] };
    return { parts: [piece, ...withAny(sentences)], windows: () => withAny(windows()) };
  });
}
