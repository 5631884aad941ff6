import type { Platform } from "../catalog/entities.ts";
import type { SensitiveSubject } from "../catalog/sensitive-subjects.ts";
import type { Context } from "../contract/ad-fields.ts";
import { loadShipped } from "../topics/sensitive/load-shipped.ts";
import type { PatternMatcher } from "../topics/sensitive/pattern-matcher.ts";
import type { SensitiveMatcher, SubjectMatch } from "../topics/sensitive/sensitive-matcher.ts";
import type { SensitiveSubjects } from "../topics/sensitive/subject-patterns.ts";
import { foldedWords } from "../topics/words.ts";

/** The characters of each text that are read. */
const maxCharacters = 2_048;

/** What keeps a text without ads: a sensitive subject, or a phrase of the platform's own. */
export interface SensitiveMatch extends Omit<SubjectMatch, "subject"> {
  readonly subject: SensitiveSubject | "platform_phrases";
}

/**
 * Finds at most `limit` reasons why no ad stands beside these texts. Stores and logs nothing of them. Waits only until the patterns
 * are loaded.
 */
export type FindSensitive = (
  texts: readonly string[],
  platform: Pick<Platform, "sensitivePhrases" | "allowedSubjects">,
  limit: number,
) => readonly SensitiveMatch[] | Promise<readonly SensitiveMatch[]>;

/** Finds sensitive subjects in texts. */
export interface SensitiveFinder {
  readonly find: FindSensitive;
  /** Loads what `find` needs, so that the first text does not wait for it. */
  readonly load: () => Promise<unknown>;
}

/**
 * Finds sensitive subjects by a set of patterns; default: the shipped one. The patterns are loaded and compiled for the first text,
 * those of a platform for its first text.
 */
export function createSensitiveFinder(
  sets: SensitiveSubjects | undefined,
  state: SensitiveState = {},
): SensitiveFinder {
  let opened: Promise<Matchers> | undefined;
  const load = (): Promise<Matchers> => {
    opened ??= open(sets).then((loaded) => {
      state.matchers = loaded;
      return loaded;
    });
    return opened;
  };
  const find: FindSensitive = (texts, platform, limit) => {
    const read = texts.filter((text) => text !== "").map(firstCharacters);
    if (read.length === 0) return [];
    if (state.matchers !== undefined) return findIn(read, state.matchers, platform, limit);
    return load().then((loaded) => findIn(read, loaded, platform, limit));
  };
  return { find, load };
}

function findIn(
  texts: readonly string[],
  { subjects, phrases }: Matchers,
  { sensitivePhrases = [], allowedSubjects: allowed = [] }: Parameters<FindSensitive>[1],
  limit: number,
): readonly SensitiveMatch[] {
  const found: SensitiveMatch[] = [];
  for (const text of texts) {
    if (found.length < limit) found.push(...subjects(text, { allowed, limit: limit - found.length }));
    if (found.length < limit && sensitivePhrases.length > 0) {
      found.push(
        ...phrases(sensitivePhrases)(foldedWords(text), { allowed: [], limit: limit - found.length }),
      );
    }
  }
  return found;
}

/** The compiled patterns: plain data, which the instances of one isolate share. */
export interface SensitiveState {
  matchers?: Matchers | undefined;
}

interface Matchers {
  readonly subjects: SensitiveMatcher;
  readonly phrases: (patterns: readonly string[]) => PatternMatcher<"platform_phrases">;
}

/** Loads the matcher on demand: a serverless function starts without it. */
async function open(sets: SensitiveSubjects | undefined): Promise<Matchers> {
  const [{ createSensitiveMatcher }, { createPhraseMatcher }, shipped] = await Promise.all([
    import("../topics/sensitive/sensitive-matcher.ts"),
    import("../topics/sensitive/sensitive-subjects.ts"),
    loadShipped(),
  ]);
  const known = new WeakMap<readonly string[], PatternMatcher<"platform_phrases">>();
  return {
    subjects: createSensitiveMatcher(shipped, sets),
    phrases: (patterns) => {
      const matcher = known.get(patterns) ?? createPhraseMatcher(patterns);
      known.set(patterns, matcher);
      return matcher;
    },
  };
}

/** The texts of a web ad request that are read (contract.md §2.2). */
export function textsOf(context: Context): readonly string[] {
  if (context.type === "conversation") return context.question === undefined ? [] : [context.question];
  if (context.type === "article") return [context.title, context.content];
  return context.type === "feed" ? [context.text] : [];
}

/** The first characters of a text, counted as code points. */
function firstCharacters(text: string): string {
  if (text.length <= maxCharacters) return text;
  let end = 0;
  for (let count = 0; count < maxCharacters && end < text.length; count++) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return text.slice(0, end);
}
