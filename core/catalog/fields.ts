import * as v from "valibot";
import { normalizeLanguage } from "../contract/language.ts";
import { maxLanguageCodeCharacters } from "../contract/limits.ts";
import { isInstant } from "./instant.ts";
import { maxTimeZoneLength, maxUrlLength } from "./limits.ts";
import { type Normalised, normaliseOrigin, normalisePublicUrl, normaliseUrl } from "./origin.ts";

/** A schema whose input may be anything and whose output is a T. */
export type Parser<T> = v.GenericSchema<unknown, T>;

/** The schema of all other keys of an object: each is an error, so that a typo is reported. */
export function noExtras(entries: v.ObjectEntries): v.NeverSchema<string> {
  return v.never(`Remove or correct this unknown field; known here: ${Object.keys(entries).join(", ")}.`);
}

/**
 * A visible character: no space, no character that Unicode calls ignorable (U+200B, U+3164), no mark, and not the empty Braille
 * pattern.
 */
const visible = /[^\s\p{Default_Ignorable_Code_Point}\p{C}\p{M}\u2800]/u;

/** Bidirectional controls that reorder the text behind them, including the disclosure in a message. */
const bidiControls = /[\u202a-\u202e\u2066-\u2069]/;

/** Plain text: 1 to `maxLength` code points, well-formed, with a visible character and without control characters. */
export function text(maxLength: number): Parser<string> {
  return v.pipe(
    v.string(),
    v.regex(new RegExp(`^(?=.*\\S)[^\\p{Cc}\\p{Cs}]{1,${maxLength}}$`, "u"), (issue) => {
      const given = issue.input;
      if (given.trim() === "") return "Must not be empty.";
      if (/\p{Cs}/u.test(given)) return "Remove the lone surrogate: the text is not well-formed Unicode.";
      if (/\p{Cc}/u.test(given)) return "Remove the control characters, line breaks among them.";
      return `Shorten this to at most ${maxLength} characters; it has ${[...given].length}.`;
    }),
    v.check((given) => visible.test(given), "No character of this text is visible: write a readable text."),
    v.check(
      (given) => !bidiControls.test(given),
      "Remove the directional embeddings, overrides and isolates; marks like U+200F may stay.",
    ),
  );
}

/** An id of 1 to `maxLength` characters of A–Z a–z 0–9 _ . : - (contract.md §2.1 has the same alphabet). */
export function identifier(maxLength = 128): Parser<string> {
  const pattern = new RegExp(`^[A-Za-z0-9_.:-]{1,${maxLength}}$`);
  return v.pipe(v.string(), v.regex(pattern, `Use 1 to ${maxLength} characters of A–Z a–z 0–9 _ . : -`));
}

/** The id of an entity. It is part of a path of the management API, and URLs resolve `.` and `..` (URL standard §4.4). */
export const entityId: Parser<string> = v.pipe(
  v.string(),
  v.regex(
    /^(?!\.{1,2}$)[A-Za-z0-9_.:-]{1,128}$/,
    "Use 1 to 128 characters of A–Z a–z 0–9 _ . : - and other than . and .. alone",
  ),
);

/** A platform ID. */
export const platformId: Parser<string> = v.pipe(
  v.string(),
  v.regex(/^pf_[A-Za-z0-9_-]{1,61}$/, "Use pf_ and 1 to 61 letters, digits, _ or -"),
);

/** A URL of a stored creative, or of one for development: local hosts are allowed. */
export const url: Parser<string> = normalised(maxUrlLength, normaliseUrl);

/** A URL of a creative on a public host. */
export const publicUrl: Parser<string> = normalised(maxUrlLength, normalisePublicUrl);

/** An origin, or a wildcard of subdomains. */
export const origin: Parser<string> = normalised(maxUrlLength, normaliseOrigin);

/** A BCP 47 tag in the spelling of the request's language (contract.md §2.1), so that both are comparable. */
export const languageTag: Parser<string> = normalised(maxLanguageCodeCharacters, (given) => {
  const tag = normalizeLanguage(given);
  if (tag !== undefined) return { ok: true, value: tag };
  return { ok: false, message: "Write a BCP 47 language tag like en, de-AT or zh-Hant." };
});

/** An IANA time zone. */
export const timeZone: Parser<string> = v.pipe(
  v.string(),
  v.maxLength(maxTimeZoneLength),
  v.check(isTimeZone, "Write an IANA time zone like Europe/Berlin or UTC."),
);

/** An ISO 8601 instant with offset. */
export const instant: Parser<string> = v.pipe(
  v.string(),
  v.check(isInstant, "Write an existing instant with its offset, like 2030-05-01T09:00:00+02:00 or …Z."),
);

/** An integer from `min` to `max`. `advice`: the message for a number that is out of range or no integer. */
export function integer(min: number, max: number, advice?: string): Parser<number> {
  return v.pipe(v.number(), v.safeInteger(advice), v.minValue(min, advice), v.maxValue(max, advice));
}

/** A list of `min` to `max` different items. */
export function uniqueList<T>(item: Parser<T>, min: number, max: number): Parser<T[]> {
  return v.pipe(
    v.array(item),
    v.minLength(min),
    v.maxLength(max),
    v.checkItems((value, index, all) => all.indexOf(value) === index, "Remove the repeated value."),
  );
}

function normalised(maxLength: number, normalise: (given: string) => Normalised): Parser<string> {
  return v.pipe(
    v.string(),
    v.minLength(1, "Must not be empty."),
    v.maxLength(maxLength),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const outcome = normalise(dataset.value);
      if (outcome.ok) return outcome.value;
      addIssue({ message: outcome.message });
      return NEVER;
    }),
  );
}

/** IANA's own names of three letters. */
const shortZones: ReadonlySet<string> = new Set([
  "CET",
  "EET",
  "EST",
  "GMT",
  "HST",
  "MET",
  "MST",
  "PRC",
  "ROC",
  "ROK",
  "UCT",
  "UTC",
  "WET",
]);

function isTimeZone(name: string): boolean {
  // Some engines also take offsets like +01:00, which have no calendar of their own.
  if (!/^[A-Za-z]/.test(name)) return false;
  // V8 also takes ICU's old names, PST or SystemV/PST8. IANA has none of them; Bun refuses them, and PostgreSQL understands
  // PST as -08:00 all year, and AST, BST, CST and IST as places on other continents.
  if (name.length === 3 && !shortZones.has(name.toUpperCase())) return false;
  if (/^SystemV\//i.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
