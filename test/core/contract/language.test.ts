import fc from "fast-check";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { languageCode, normalizeLanguage, primaryLanguage } from "../../../core/contract/language.ts";
import { anyText, holds } from "../property.ts";

describe("a language tag (contract.md §2.1)", () => {
  it.each([
    ["en", "en"],
    ["EN", "en"],
    ["pt_br", "pt-BR"],
    ["pt-BR", "pt-BR"],
    ["PT-br", "pt-BR"],
    ["es-419", "es-419"],
    ["zh_hant_tw", "zh-Hant-TW"],
    ["ZH-HANS-cn", "zh-Hans-CN"],
    ["sr-LATN-rs", "sr-Latn-RS"],
    ["gsw", "gsw"],
    ["zh-yue-HK", "zh-yue-HK"],
    ["sl-rozaj-biske-1994", "sl-rozaj-biske-1994"],
    ["de-CH-1901", "de-CH-1901"],
    ["de-DE-u-CO-phonebk", "de-DE-u-co-phonebk"],
    ["en-US-U-islamcal", "en-US-u-islamcal"],
    ["en-a-myext-b-another", "en-a-myext-b-another"],
    ["az-Latn-x-latn", "az-Latn-x-latn"],
    ["en-CA-x-CA", "en-CA-x-ca"],
    ["X-whatever-Else", "x-whatever-else"],
    ["de_default", "de-default"],
  ])("%s is spelled %s", (sent, spelled) => {
    expect(normalizeLanguage(sent)).toBe(spelled);
    expect(v.parse(languageCode, sent)).toBe(spelled);
  });

  it.each([
    ["nothing", ""],
    ["a single letter", "e"],
    ["a name that is too long", "englishlanguage"],
    ["digits", "12"],
    ["a separator at the end", "en-"],
    ["a separator at the start", "-en"],
    ["two separators", "en--US"],
    ["a mixture of two separators", "en-_US"],
    ["a space", "en US"],
    ["a space at the end", "en "],
    ["a line break at the end", "en\n"],
    ["NUL", "en\0"],
    ["a region of one letter", "en-U"],
    ["a singleton without a subtag", "de-u"],
    ["a private use without a subtag", "en-x"],
    ["a subtag of nine letters", "en-abcdefghi"],
    ["two regions", "en-US-GB"],
    ["two scripts", "zh-Hant-Hans"],
    ["a script behind the region", "zh-TW-Hant"],
    ["a list of languages", "en,de"],
    ["a quality", "en;q=0.8"],
    ["a POSIX locale with its charset", "en_US.UTF-8"],
    ["letters outside ASCII", "ên"],
    ["full-width letters", "ｅｎ"],
    ["an asterisk", "*"],
    ["a key of objects", "__proto__"],
    ["36 characters", `en${"-abcdefgh".repeat(3)}-abcdef`],
  ])("refuses %s", (_name, sent) => {
    expect(normalizeLanguage(sent)).toBeUndefined();
    expect(v.safeParse(languageCode, sent).success).toBe(false);
  });

  it("refuses letters outside ASCII that turn into ASCII in lower case", () => {
    // U+212A KELVIN SIGN lowers to k, U+0130 to i and a dot.
    expect(normalizeLanguage("\u212Ao")).toBeUndefined();
    expect(normalizeLanguage("\u0130t")).toBeUndefined();
  });

  it("is taken up to 35 characters", () => {
    const longest = `en${"-abcdefgh".repeat(3)}-abcde`;
    expect(longest).toHaveLength(35);
    expect(normalizeLanguage(longest)).toBe(longest);
  });

  it("is spelled the same when it is spelled again, and in any mixture of case and separators", () => {
    const tag = fc.tuple(
      fc.stringMatching(/^[a-z]{2,3}$/),
      fc.option(fc.stringMatching(/^[a-z]{4}$/), { nil: undefined }),
      fc.option(fc.stringMatching(/^(?:[a-z]{2}|[0-9]{3})$/), { nil: undefined }),
      fc.option(fc.stringMatching(/^(?:[a-z0-9]{5,8}|[0-9][a-z0-9]{3})$/), { nil: undefined }),
    );
    holds(
      fc.property(tag, fc.constantFrom("-", "_"), (parts, separator) => {
        const sent = parts.filter((part) => part !== undefined).join(separator);
        const spelled = normalizeLanguage(sent);
        expect(spelled).toBeDefined();
        expect(normalizeLanguage(spelled ?? "")).toBe(spelled);
        expect(normalizeLanguage(sent.toUpperCase())).toBe(spelled);
        expect(primaryLanguage(spelled ?? "")).toBe(parts[0]);
        expect(Intl.getCanonicalLocales(spelled ?? "")).toHaveLength(1);
      }),
    );
  });

  it("is refused or ASCII, for any input", () => {
    holds(
      fc.property(anyText, (sent) => {
        expect(normalizeLanguage(sent) ?? "").toMatch(/^[A-Za-z0-9-]{0,35}$/);
      }),
      1_000,
    );
  });
});

describe("the primary language", () => {
  it("is the part before the first separator", () => {
    expect([primaryLanguage("pt-BR"), primaryLanguage("en"), primaryLanguage("zh-Hant-TW")]).toEqual([
      "pt",
      "en",
      "zh",
    ]);
  });
});
