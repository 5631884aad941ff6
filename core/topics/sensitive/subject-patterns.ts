import type { SensitiveSubject } from "../../catalog/sensitive-subjects.ts";

/** The patterns of one subject (core/topics/README.md, "Sensitive subjects"). */
export interface PatternsOfSubject {
  /** A text with any of them is about the subject. */
  readonly patterns: readonly string[];
  /** Words that these patterns cover are invisible to the subject's patterns of all languages. */
  readonly except?: readonly string[] | undefined;
}

/** The patterns of one language. */
export interface SubjectPatterns extends Readonly<Record<SensitiveSubject, PatternsOfSubject>> {
  /** Words that these patterns cover are invisible to the patterns of all subjects and languages. */
  readonly except?: readonly string[] | undefined;
}

/** Patterns by language. All of them are applied to every text; the language only orders them. */
export type SensitiveSubjects = Readonly<Record<string, SomeSubjectPatterns>>;

/** The patterns of one language, for some of the subjects. */
export type SomeSubjectPatterns = {
  readonly [Key in keyof SubjectPatterns]?: SubjectPatterns[Key] | undefined;
};
