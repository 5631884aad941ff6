/** What a release that counted languages as callers sent them has stored, in two hours. */
import type { Count } from "../../core/storage/counts.ts";
import { count } from "../conformance/fixtures.ts";

const sent = [
  "en",
  "en-GB",
  "en-x-me",
  "en-GB-x-me",
  "en-u-co-phonebk",
  "pt-BR",
  "pt-BR-x-me",
  "pt-PT",
  "de",
  "de-AT",
  "fr",
  "x-me",
  "x-you-x-me",
  "other",
  "",
];

export const sentLanguages: readonly Count[] = [0, 3_600_000].flatMap((hour) =>
  sent.map((language) => count({ hour, language })),
);

/** The same by the languages of a catalogue with creatives in `en`, `pt-BR` and `de-x-house`. */
export const countedLanguages: Readonly<Record<string, number>> = {
  en: 10,
  "pt-BR": 4,
  de: 4,
  other: 10,
  "": 2,
};
