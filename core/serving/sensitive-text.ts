import type { Platform } from "../catalog/entities.ts";
import type { SensitiveSubject } from "../catalog/sensitive-subjects.ts";
import type { Context } from "../contract/ad-fields.ts";
import { Lru } from "../lru.ts";
import { onceDone } from "../once.ts";
import { loadShipped } from "../topics/sensitive/load-shipped.ts";
import type { PatternMatcher } from "../topics/sensitive/pattern-matcher.ts";
import type { SensitiveMatcher, SubjectMatch } from "../topics/sensitive/sensitive-matcher.ts";
import type { SensitiveSubjects } from "../topics/sensitive/subject-patterns.ts";
import { foldedWords } from "../topics/words.ts";

/** The characters of each text that are read. */
const maxCharacters = 2_048;

/**
 * The texts of pages whose result is remembered, about 3 MB. All visitors of a page send the same text, and to read it takes longer than
 * the rest of an ad request. What people write to a chat or a bot is not kept.
 */
const maxPages = 512;

/** What keeps a text without ads: a sensitive subject, or a phrase of the platform's own. */
export interface SensitiveMatch extends Omit<SubjectMatch, "subject"> {
  readonly subject: SensitiveSubject | "platform_phrases";
}

/** The texts of a request beside which an ad would stand. */
export interface ReadTexts {
  readonly texts: readonly string[];
  /** They are a page's own, not what its visitor wrote. */
  readonly areOfPage: boolean;
}

/**
 * Finds at most `limit` reasons why no ad stands beside these texts. Logs nothing of them. Waits only until the patterns are loaded.
 */
export type FindSensitive = (
  read: ReadTexts,
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
  const load = onceDone(async () => {
    state.matchers ??= await (sets === undefined ? openShipped() : open(sets));
    return state.matchers;
  });
  const find: FindSensitive = ({ texts, areOfPage }, platform, limit) => {
    const read = { areOfPage, texts: texts.filter((text) => text !== "").map(firstCharacters) };
    if (read.texts.length === 0) return [];
    if (state.matchers !== undefined) return findIn(read, state.matchers, platform, limit);
    return load().then((loaded) => findIn(read, loaded, platform, limit));
  };
  return { find, load };
}

function findIn(
  { texts, areOfPage }: ReadTexts,
  { subjects, ofPages, phrases }: Matchers,
  { sensitivePhrases = [], allowedSubjects: allowed = [] }: Parameters<FindSensitive>[1],
  limit: number,
): readonly SensitiveMatch[] {
  const found: SensitiveMatch[] = [];
  for (const text of texts) {
    const find = areOfPage ? ofPages : subjects;
    if (found.length < limit) found.push(...find(text, { allowed, limit: limit - found.length }));
    if (found.length < limit && sensitivePhrases.length > 0) {
      found.push(
        ...phrases(sensitivePhrases)(foldedWords(text), { allowed: [], limit: limit - found.length }),
      );
    }
  }
  return found;
}

/** Remembers what was found in the last texts. */
export function rememberPages(find: SensitiveMatcher): SensitiveMatcher {
  const known = new Lru<readonly SubjectMatch[]>(maxPages);
  return (text, options) => {
    // A new string: a part of a request body would keep the whole of it in memory.
    const key = [options.limit, ...options.allowed, text].join("\n");
    const found = known.get(key) ?? find(text, options);
    known.set(key, found);
    return found;
  };
}

/** The compiled patterns: plain data, which the instances of one isolate share. */
export interface SensitiveState {
  matchers?: Matchers | undefined;
}

interface Matchers {
  readonly subjects: SensitiveMatcher;
  /** The same, with a memory. */
  readonly ofPages: SensitiveMatcher;
  readonly phrases: (patterns: readonly string[]) => PatternMatcher<"platform_phrases">;
}

/** Those of the shipped set: they take half a second, and are the same for all handbills of a process. */
let shippedMatchers: Matchers | undefined;

/** Two requests do not share a promise, which some edge runtimes forbid. */
async function openShipped(): Promise<Matchers> {
  shippedMatchers ??= await open(undefined);
  return shippedMatchers;
}

/** Loads the matcher on demand: a serverless function starts without it. */
async function open(sets: SensitiveSubjects | undefined): Promise<Matchers> {
  const [{ createSensitiveMatcher }, { createPhraseMatcher }, shipped] = await Promise.all([
    import("../topics/sensitive/sensitive-matcher.ts"),
    import("../topics/sensitive/sensitive-subjects.ts"),
    loadShipped(),
  ]);
  const known = new WeakMap<readonly string[], PatternMatcher<"platform_phrases">>();
  const subjects = createSensitiveMatcher(shipped, sets);
  return {
    subjects,
    ofPages: rememberPages(subjects),
    phrases: (patterns) => {
      const matcher = known.get(patterns) ?? createPhraseMatcher(patterns);
      known.set(patterns, matcher);
      return matcher;
    },
  };
}

/** The texts of a web ad request that are read (contract.md §2.2). */
export function textsOf(context: Context): ReadTexts {
  const { type } = context;
  if (type === "conversation") {
    return { texts: context.question === undefined ? [] : [context.question], areOfPage: false };
  }
  if (type === "article") return { texts: [context.title, context.content], areOfPage: true };
  return { texts: type === "feed" ? [context.text] : [], areOfPage: true };
}

/** What a bot is asked to post: somebody wrote it. */
export function messageText(text: string): ReadTexts {
  return { texts: [text], areOfPage: false };
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
