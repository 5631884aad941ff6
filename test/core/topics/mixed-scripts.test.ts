import { describe, expect, it } from "vitest";
import { compileTopics } from "../../../core/topics/compile.ts";
import { eachFeature } from "../../../core/topics/features.ts";
import { hasMixedScripts, scriptOf } from "../../../core/topics/scripts.ts";
import { unicode } from "../../../core/topics/unicode.ts";
import { foldedWords } from "../../../core/topics/words.ts";
import { trained, withPhrases } from "./train.ts";
import { classByRule, isAssigned, scriptByRule } from "./unicode-rules.ts";

const featuresOf = (text: string): string[] => {
  const names: string[] = [];
  eachFeature(foldedWords(text), (_feature, _kind, name) => names.push(name()));
  return names;
};

it("the pinned table knows the script of every letter", () => {
  const wrong: string[] = [];
  for (let code = 0; code <= 0x10ffff; code++) {
    const character = code >= 0xd800 && code <= 0xdfff ? "" : String.fromCodePoint(code);
    if (character === "" || !isAssigned(character) || unicode().classes[code] !== classByRule(character))
      continue;
    const expected = classByRule(character) === 1 ? scriptByRule(character) : 0;
    if (scriptOf(character) !== expected) wrong.push(code.toString(16));
  }
  expect(wrong).toEqual([]);
});

describe("a word of letters of two scripts", () => {
  it.each([
    ["Latin and Cyrillic", "pаypal"],
    ["Cyrillic and Latin", "cбербанк"],
    ["Latin and Greek", "gοοgle"],
    ["Greek and Cyrillic", "οтель"],
    ["Latin and Armenian", "hօtel"],
    ["Latin and Cherokee", "ᏴᎪhoo"],
    ["Hebrew and Arabic", "שلום"],
    ["Hangul and Cyrillic", "호텔отель"],
    ["Latin, Hangul and Greek", "tv를α"],
  ])("has no features, and no phrase matches it: %s", (_name, word) => {
    expect(foldedWords(word).some(hasMixedScripts)).toBe(true);
    expect(featuresOf(word)).toEqual([]);
    for (const phrase of [word, "paypal", "google", "hotel", "отель"]) {
      expect(compileTopics([withPhrases("t", [phrase])]).match(`my ${word} account`)).toEqual([]);
    }
  });

  it("does not join the words around it, and leaves their features as they are", () => {
    const matcher = compileTopics([withPhrases("t", ["cheap flights"])]);
    expect(matcher.match("cheap pаypal flights")).toEqual([]);
    expect(featuresOf("cheap pаypal flights")).toEqual([...featuresOf("cheap"), ...featuresOf("flights")]);
  });

  it("is no evidence for a trained topic, and the words around it are the same evidence as without it", () => {
    const [tea, ball] = trained([
      { ...withPhrases("a", ["tea"]), examples: ["a hot cup of milk", "one cup of it"] },
      { ...withPhrases("b", ["ball"]), examples: ["kick it into the goal"] },
    ]);
    if (tea === undefined || ball === undefined) throw new Error("there are topics");
    const matcher = compileTopics([tea, ball]);
    const scoreOf = (question: string) => matcher.explain(question).map(({ score }) => score);
    expect(matcher.match("one cup of it")).toHaveLength(1);
    expect(scoreOf("one cup of it gоal")).toEqual(scoreOf("one cup of it"));
    expect(scoreOf("one сup")).toEqual(scoreOf("one"));
  });
});

it.each([
  ["digits", "iphone15 ١٢abc абв7"],
  ["accents", "É\u0301te\u0301 ё й"],
  ["Japanese, which mixes three scripts and Latin", "iPhoneケースを買いたいTシャツ"],
  ["Chinese beside Latin", "买iPhone手机壳"],
  ["Chinese with Bopomofo", "ㄅ一ˋ手機"],
  ["Korean endings of Latin words", "TV를 iPhone으로"],
  ["Korean beside Chinese letters", "大韓民國의 호텔"],
  ["two scripts in two words", "PDF-файл отель Hilton"],
  ["Latin letters from elsewhere", "ﬁne Ｈｏｔｅｌ 𝐇otel Kelvin ªº"],
  ["letters with a modifier", "Hawaiʻi nʼgo"],
])("words with %s are read", (_name, text) => {
  expect(foldedWords(text).filter(hasMixedScripts)).toEqual([]);
  expect(featuresOf(text).length).toBeGreaterThan(0);
});
