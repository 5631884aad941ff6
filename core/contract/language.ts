import * as v from "valibot";
import { Lru } from "../lru.ts";
import { maxLanguageCodeCharacters } from "./limits.ts";

/**
 * RFC 5646 §2.1 without the grandfathered tags. Not `Intl`, whose tables differ between runtimes: every runtime accepts
 * the same tags and spells them alike.
 */
const wellFormed =
  /^(?:[a-z]{2,3}(?:-[a-z]{3}){0,3}|[a-z]{4,8})(?:-[a-z]{4})?(?:-(?:[a-z]{2}|[0-9]{3}))?(?:-(?:[a-z0-9]{5,8}|[0-9][a-z0-9]{3}))*(?:-[0-9a-wy-z](?:-[a-z0-9]{2,8})+)*(?:-x(?:-[a-z0-9]{1,8})+)?$|^x(?:-[a-z0-9]{1,8})+$/;

/** A cache of requested well-formed tags. They are few, and a look-up is faster than spelling one. */
const spelled = new Lru<string>(1_000);

/** Spells a language tag as usual (`pt-BR`, `zh-Hant-TW`). Reads `_` as `-`. `undefined`: not a language tag. */
export function normalizeLanguage(tag: string): string | undefined {
  const known = spelled.get(tag);
  if (known !== undefined) return known;
  const usual = spell(tag);
  if (usual !== undefined) spelled.set(tag, usual);
  return usual;
}

function spell(tag: string): string | undefined {
  // Checks for ASCII first: the Kelvin sign becomes k in lower case.
  if (tag.length > maxLanguageCodeCharacters || !/^[A-Za-z0-9_-]*$/.test(tag)) return undefined;
  const lower = tag.replaceAll("_", "-").toLowerCase();
  if (!wellFormed.test(lower)) return undefined;
  const [language = "", ...rest] = lower.split("-");
  let insideExtension = language === "x";
  const spelledRest = rest.map((part) => {
    insideExtension ||= part.length === 1;
    if (insideExtension) return part;
    if (part.length === 4 && /^[a-z]/.test(part)) return part.charAt(0).toUpperCase() + part.slice(1);
    return part.length === 2 ? part.toUpperCase() : part;
  });
  return [language, ...spelledRest].join("-");
}

/** `pt` of `pt-BR`. */
export function primaryLanguage(tag: string): string {
  const end = tag.indexOf("-");
  return end < 0 ? tag : tag.slice(0, end);
}

export const languageCode: v.GenericSchema<unknown, string> = v.pipe(
  v.string("Send a string."),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const tag = normalizeLanguage(dataset.value);
    if (tag !== undefined) return tag;
    addIssue({ message: "Send a BCP 47 language tag, such as en or pt-BR." });
    return NEVER;
  }),
);
