import { primaryLanguage } from "../contract/language.ts";

/** Stands in the statistics for every language in which the catalogue has no creative. */
export const otherLanguage = "other";

/** In how many creatives each language stands, without private-use subtags. */
export class CatalogLanguages {
  readonly #creatives = new Map<string, number>();

  add(language: string): void {
    const plain = withoutPrivateUse(language);
    if (plain !== "") this.#creatives.set(plain, (this.#creatives.get(plain) ?? 0) + 1);
  }

  remove(language: string): void {
    const plain = withoutPrivateUse(language);
    const left = (this.#creatives.get(plain) ?? 0) - 1;
    if (left > 0) this.#creatives.set(plain, left);
    else this.#creatives.delete(plain);
  }

  has(language: string): boolean {
    return this.#creatives.has(language);
  }
}

type Languages = Pick<CatalogLanguages, "has">;

/**
 * What a requested language is counted as: itself if a creative has it, else its primary language if a creative has that,
 * else `other`. A caller chooses the tag that it sends, so it must not choose how many lines of statistics there are.
 */
export function countedLanguage(tag: string, languages: Languages): string {
  const plain = withoutPrivateUse(tag);
  if (languages.has(plain)) return plain;
  const primary = primaryLanguage(plain);
  return languages.has(primary) ? primary : otherLanguage;
}

/**
 * The language that a delivery and its charge keep: the counted one, and the region where only the
 * primary language is counted: `en-GB`. So at most 1,676 values for each language of the catalogue.
 */
export function deliveredLanguage(tag: string, languages: Languages): string {
  const counted = countedLanguage(tag, languages);
  const region = counted === primaryLanguage(tag) ? regionOf(tag) : undefined;
  const delivered = `${counted}-${region}`;
  return region === undefined || languages.has(delivered) ? counted : delivered;
}

/**
 * What the issue, the views and the charge of a delivery are counted as: its language if a creative has it, else its primary
 * one, in which there was a creative when it was issued.
 */
export function languageOfDelivery(delivered: string, languages: Languages): string {
  // A charge of an older release, which did not keep the language.
  if (delivered === "") return "";
  const plain = withoutPrivateUse(delivered);
  return languages.has(plain) ? plain : primaryLanguage(plain) || otherLanguage;
}

/** RFC 5646 §2.2.7: from `x` on; empty when the whole tag is of private use. */
function withoutPrivateUse(tag: string): string {
  if (tag.startsWith("x-")) return "";
  const start = tag.indexOf("-x-");
  return start < 0 ? tag : tag.slice(0, start);
}

/** Of a tag in its usual spelling. */
function regionOf(tag: string): string | undefined {
  return /^[a-z]+(?:-[a-z]{3}){0,3}(?:-[A-Z][a-z]{3})?-([A-Z]{2}|[0-9]{3})(?:-|$)/.exec(tag)?.[1];
}
