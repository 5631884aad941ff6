import { primaryLanguage } from "../contract/language.ts";

/** The counted language of requests in languages without a creative. */
export const otherLanguage = "other";

/** The languages of the creatives, without private-use subtags, with the number of their creatives. */
export class CatalogLanguages {
  readonly #creatives = new Map<string, number>();

  /** Adds the language of a creative. */
  add(language: string): void {
    const plain = withoutPrivateUse(language);
    if (plain !== "") this.#creatives.set(plain, (this.#creatives.get(plain) ?? 0) + 1);
  }

  /** Removes the language of a creative. */
  remove(language: string): void {
    const plain = withoutPrivateUse(language);
    const left = (this.#creatives.get(plain) ?? 0) - 1;
    if (left > 0) this.#creatives.set(plain, left);
    else this.#creatives.delete(plain);
  }

  /** Whether a creative has the language. */
  has(language: string): boolean {
    return this.#creatives.has(language);
  }
}

type Languages = Pick<CatalogLanguages, "has">;

/**
 * The language under which a request is counted: its own if a creative has it, else its primary language if a creative has that,
 * else `other`. Callers choose their tags freely, so tags must not decide the number of lines.
 */
export function countedLanguage(tag: string, languages: Languages): string {
  const plain = withoutPrivateUse(tag);
  if (languages.has(plain)) return plain;
  const primary = primaryLanguage(plain);
  return languages.has(primary) ? primary : otherLanguage;
}

/**
 * The language that a delivery and its charge keep: the counted one, with the region when only the primary language is counted
 * (`en-GB`). So there are at most 1,676 values for each language of the catalogue.
 */
export function deliveredLanguage(tag: string, languages: Languages): string {
  const counted = countedLanguage(tag, languages);
  const region = counted === primaryLanguage(tag) ? regionOf(tag) : undefined;
  const delivered = `${counted}-${region}`;
  return region === undefined || languages.has(delivered) ? counted : delivered;
}

/**
 * The language under which the events of a delivery are counted: its own if a creative has it, else its primary one, in which a
 * creative existed when it was issued.
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
