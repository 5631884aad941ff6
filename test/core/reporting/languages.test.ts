import { describe, expect, it } from "vitest";
import {
  CatalogLanguages,
  countedLanguage,
  deliveredLanguage,
  languageOfDelivery,
} from "../../../core/reporting/languages.ts";

function languagesOf(...languages: readonly string[]): CatalogLanguages {
  const all = new CatalogLanguages();
  for (const language of languages) all.add(language);
  return all;
}

const catalogue = languagesOf("en", "pt", "pt-BR", "zh-Hant-TW", "sl-IT-nedis", "de-x-house", "x-secret");

describe("a requested language", () => {
  it.each([
    ["en", "en", "en"],
    ["en-GB", "en", "en-GB"],
    ["en-Latn-GB", "en", "en-GB"],
    ["en-419", "en", "en-419"],
    ["en-x-me", "en", "en"],
    ["en-GB-x-me", "en", "en-GB"],
    ["en-GB-oed99-u-co-phonebk-x-me", "en", "en-GB"],
    ["en-a-GB", "en", "en"],
    ["en-u-co-phonebk", "en", "en"],
    ["en-1994", "en", "en"],
    ["pt-BR", "pt-BR", "pt-BR"],
    ["pt-BR-x-me", "pt-BR", "pt-BR"],
    ["pt-BR-a1234", "pt", "pt"],
    ["pt-PT", "pt", "pt-PT"],
    ["zh-Hant-TW", "zh-Hant-TW", "zh-Hant-TW"],
    ["zh", "other", "other"],
    ["zh-TW", "other", "other"],
    ["sl-IT-nedis", "sl-IT-nedis", "sl-IT-nedis"],
    ["de", "de", "de"],
    ["de-x-house", "de", "de"],
    ["x-secret", "other", "other"],
    ["fr", "other", "other"],
    ["fr-FR", "other", "other"],
  ])("%s is counted as %s, and a delivery keeps %s", (tag, counted, delivered) => {
    expect([countedLanguage(tag, catalogue), deliveredLanguage(tag, catalogue)]).toEqual([
      counted,
      delivered,
    ]);
  });

  it.each(["en-GB", "pt-BR", "pt-PT", "zh-Hant-TW", "de-x-house", "pt-BR-a1234", "en-x-me", "x-secret"])(
    "%s of a delivery is counted as the request was",
    (tag) => {
      const counted = countedLanguage(tag, catalogue);
      expect(languageOfDelivery(deliveredLanguage(tag, catalogue), catalogue)).toBe(counted);
    },
  );

  it("is counted as long as one creative has it", () => {
    const languages = languagesOf("en", "fr", "fr");
    languages.remove("fr");
    expect(countedLanguage("fr-CA", languages)).toBe("fr");
    languages.remove("fr");
    expect(countedLanguage("fr-CA", languages)).toBe("other");
    // Earlier deliveries are still counted under their language.
    expect(languageOfDelivery("fr-CA", languages)).toBe("fr");
  });

  it("of a charge from before languages were kept is empty", () => {
    expect(languageOfDelivery("", catalogue)).toBe("");
  });
});
