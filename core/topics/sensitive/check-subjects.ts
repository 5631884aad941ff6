import * as v from "valibot";
import { formatPath } from "../../catalog/messages.ts";
import { sensitiveSubjects } from "../../catalog/sensitive-subjects.ts";
import { parseWordPattern } from "../../catalog/word-pattern.ts";
import type { ConfigurationResult } from "../../configuration.ts";
import type { SensitiveSubjects } from "./subject-patterns.ts";

/** Patterns of one list. */
const maxPatterns = 2_000;
const maxLanguages = 100;
const maxFaults = 20;

const pattern = v.pipe(
  v.string("Write a pattern as text."),
  v.rawCheck(({ dataset, addIssue }) => {
    const parsed = dataset.typed ? parseWordPattern(dataset.value) : undefined;
    if (typeof parsed === "string") addIssue({ message: parsed });
  }),
);
const patterns = v.pipe(
  v.array(pattern, "Write a list of patterns."),
  v.maxLength(maxPatterns, `Write at most ${maxPatterns} patterns.`),
);
const known = v.strictObject(
  {
    ...v.entriesFromList(
      sensitiveSubjects,
      v.optional(v.strictObject({ patterns, except: v.optional(patterns) })),
    ),
    except: v.optional(patterns),
  },
  `Write an object with ${sensitiveSubjects.join(", ")} and except.`,
);
const schema: v.GenericSchema<unknown, SensitiveSubjects> = v.pipe(
  v.record(v.string(), known, "Write an object with a set of patterns for each language."),
  v.check((sets) => Object.keys(sets).length <= maxLanguages, `Write at most ${maxLanguages} languages.`),
  v.check(
    (sets) => Object.values(sets).some((set) => (set.minors?.patterns.length ?? 0) > 0),
    "Keep patterns for minors: no ad may stand beside endangered children.",
  ),
);

/** A checked set of one's own, or advice for its errors, at most 20. */
export type CheckedSubjects =
  | { readonly ok: true; readonly sets: SensitiveSubjects }
  | { readonly ok: false; readonly faults: readonly string[] };

/** Checks a set of one's own. */
export function checkSensitiveSubjects(given: unknown): CheckedSubjects {
  const { issues, output, success } = v.safeParse(schema, given);
  if (success) return { ok: true, sets: output };
  const faults = issues.slice(0, maxFaults).map((issue) => {
    const path = formatPath(
      (issue.path ?? []).map(({ key }) => (typeof key === "number" ? key : String(key))),
    );
    return path === "" ? issue.message : `${path}: ${issue.message}`;
  });
  return { ok: false, faults };
}

export interface SensitiveSubjectsOption {
  /**
   * The patterns of the subjects beside which no ad stands, by language. They replace the shipped ones, which
   * `loadShippedSubjects` and `handbill sensitive-subjects` return for editing. Default: the shipped patterns.
   */
  readonly sensitiveSubjects?: SensitiveSubjects | undefined;
}

/** The configuration, wrong also when the patterns are. */
export function withSensitiveSubjects(
  configuration: ConfigurationResult,
  { sensitiveSubjects: given }: SensitiveSubjectsOption,
): ConfigurationResult {
  const checked = given === undefined ? undefined : checkSensitiveSubjects(given);
  if (checked === undefined || checked.ok) return configuration;
  const named = checked.faults.map(
    (fault) => `Correct sensitiveSubjects (HANDBILL_SENSITIVE_SUBJECTS). ${fault}`,
  );
  return { ok: false, faults: [...(configuration.ok ? [] : configuration.faults), ...named] };
}
