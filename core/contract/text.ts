import * as v from "valibot";

/**
 * Parses text of a request: well-formed Unicode without NUL. JSON allows both, but text columns store neither.
 * Characters are code points.
 */
export function text(minCharacters: number, maxCharacters: number): v.GenericSchema<unknown, string> {
  const range = minCharacters > 0 ? `${minCharacters} to ${maxCharacters}` : `at most ${maxCharacters}`;
  return v.pipe(
    v.string("Send a string."),
    v.check(
      (value) => value.length >= minCharacters && hasAtMost(value, maxCharacters),
      `Send ${range} characters.`,
    ),
    v.check(isPlainText, "Send well-formed Unicode without U+0000 and lone surrogates."),
  );
}

/** Parses text whose only limit is that of the body. */
export const anyText: v.GenericSchema<unknown, string> = v.pipe(
  v.string("Send a string."),
  v.check(isPlainText, "Send well-formed Unicode without U+0000 and lone surrogates."),
);

/** Parses an identifier of a user (contract.md §2.1). */
export function userId(minCharacters: number, maxCharacters: number): v.GenericSchema<unknown, string> {
  return v.pipe(
    v.string("Send a string."),
    v.check(
      (value) => value.length >= minCharacters && value.length <= maxCharacters,
      `Send ${minCharacters} to ${maxCharacters} characters.`,
    ),
    v.regex(/^[A-Za-z0-9_.:-]*$/, "Use only the characters A–Z a–z 0–9 _ . : -"),
  );
}

export function isPlainText(value: string): boolean {
  return !value.includes("\0") && value.isWellFormed();
}

/** Whether a text has at most this many code points. Counts only if the UTF-16 length leaves a doubt. */
export function hasAtMost(value: string, maxCharacters: number): boolean {
  if (value.length <= maxCharacters) return true;
  return value.length <= 2 * maxCharacters && countCharacters(value) <= maxCharacters;
}

/** The number of code points. */
export function countCharacters(value: string): number {
  let count = 0;
  for (const _ of value) count++;
  return count;
}
