import { describe, expect, it, test } from "vitest";
import { parseWordPattern } from "../../../../core/catalog/word-pattern.ts";
import { createPatternCompiler } from "../../../../core/topics/sensitive/compile-pattern.ts";
import { endsOf } from "../../../../core/topics/sensitive/find-pattern.ts";
import { narrowPattern } from "../../../../core/topics/sensitive/narrow-pattern.ts";
import { createPatternMatcher } from "../../../../core/topics/sensitive/pattern-matcher.ts";
import { createTermIndex } from "../../../../core/topics/sensitive/term-index.ts";
import { allPositions, noPositions } from "../../../../core/topics/sensitive/word-sets.ts";
import { foldedWords } from "../../../../core/topics/words.ts";

function find(text: string, patterns: readonly string[], except: readonly string[] = [], limit = 10) {
  const matcher = createPatternMatcher([
    ...patterns.map((pattern) => ({ subject: "a", pattern, isException: false })),
    ...except.map((pattern) => ({ subject: undefined, pattern, isException: true })),
  ]);
  return matcher(foldedWords(text), { allowed: [], limit }).map(({ words }) => words.join(" "));
}

describe("a pattern of words", () => {
  it.each([
    ["a word is exact", "kill", "They KILL.", "kill"],
    ["folding makes case and accents equal", "enterré", "Il est ENTERRE", "enterre"],
    ["a star behind is a beginning", "suicid*", "suicidal thoughts", "suicidal"],
    ["a star before is an ending", "*mord", "der Selbstmord", "selbstmord"],
    ["two stars are a part", "*mord*", "Selbstmordgedanken", "selbstmordgedanken"],
    ["words stand side by side", "heart attack", "a heart attack now", "heart attack"],
    ["an apostrophe parts words", "don't want", "I don’t want", "don t want"],
    ["alternatives", "(i|we all) want", "we all want", "we all want"],
    ["nested alternatives", "(my (cat|old dog)|he) died", "my old dog died", "my old dog died"],
    ["an optional word that is there", "want to? die", "want to die", "want to die"],
    ["an optional word that is not", "want to? die", "want die", "want die"],
    ["an optional group at the end", "want (to die)?", "want it", "want"],
    ["a gap of four words", "lost .. dog", "lost my very old brown dog", "lost my very old brown dog"],
    ["an empty gap", "lost .. dog", "lost dog", "lost dog"],
    ["parts in any order", "pills & (swallowed|took)", "she took all of the pills", "took pills"],
    ["Han anywhere", "自杀", "我想自杀了", "自 杀"],
    ["kana and Latin letters", "OD した", "昨日ODした", "od し た"],
    ["a gap of eight letters", "死 .. 薬", "死ぬための薬", "死 ぬ た め の 薬"],
    ["Hangul by a star", "자살*", "자살하고 싶어", "자살하고"],
  ])("%s", (_name, pattern, text, words) => {
    expect(find(text, [pattern])).toEqual([words]);
  });

  it.each([
    ["a word is not a part of another", "kill", "skill killed"],
    ["a beginning is not inside a word", "cid*", "suicide"],
    ["a gap has at most four words", "lost .. dog", "lost my very old and brown dog"],
    ["parts stand within 12 words", "pills & took", `pills ${"x ".repeat(12)} took`],
    ["words keep their order", "heart attack", "attack heart"],
  ])("%s", (_name, pattern, text) => {
    expect(find(text, [pattern])).toEqual([]);
  });

  test("an exception hides the words that it covers, and no others", () => {
    const patterns = ["kill*"];
    const except = ["kill .. process"];
    expect(find("kill the zombie process", patterns, except)).toEqual([]);
    expect(find("kill the process, kill him", patterns, except)).toEqual(["kill"]);
  });

  test("an exception in two parts hides the words of both", () => {
    expect(find("the bath has a bomb", ["bomb"], ["bath & bomb"])).toEqual([]);
  });

  test("a limit ends the search", () => {
    expect(find("a b c", ["a", "b", "c"], [], 2)).toHaveLength(2);
  });

  test("sets of more than 32 words carry over", () => {
    for (let length = 25; length < 70; length++) {
      expect(find(`${"x ".repeat(length)}lost my very old brown dog`, ["lost .. dog"])).toHaveLength(1);
    }
  });
});

test.each([
  ["(suicid*|depress*)", "depression", "depress*"],
  ["(my (cat|old dog)|he) .. died?", "my old dog", "my old dog .."],
  ["(pills|tablets) & (too many|enough)", "tablets are too many", "tablets & too many"],
  ["(a|b) c", "a b c", "(a|b) c"],
  ["(don't|do not) want", "don t want", "don't want"],
  ["(自杀|死亡) 了", "自 杀 了", "自杀 了"],
])("for people, the pattern %j that found %j is %j", (pattern, words, narrowed) => {
  expect(narrowPattern(pattern, words.split(" "))).toBe(narrowed);
});

test.each([
  ["", "not optional"],
  ["word?", "not optional"],
  ["(a|b", 'with ")"'],
  ["a|b", 'Remove "|"'],
  ["a )", 'Remove ")"'],
  ["a & ", "not optional"],
  [".. a", "between two words"],
  ["a ..?", 'Remove the "?"'],
  ["a*b", 'Put "*"'],
  ["x*", "two letters"],
  ["—", "letters or digits"],
  ["(((((a)))))", "at most 4 deep"],
  ["a".repeat(1_201), "Shorten"],
])("the pattern %j is refused with advice", (pattern, advice) => {
  expect(parseWordPattern(pattern)).toContain(advice);
  expect(() => find("a", [pattern])).toThrow("is invalid");
});

test("the work for a pattern does not depend on how often its words repeat", () => {
  const pattern = "(kill|kills) .. (kill|kills) .. (kill|kills) .. kill kill & kills .. kill nobody?";
  const parsed = parseWordPattern(pattern);
  if (typeof parsed === "string") throw new Error(parsed);
  const compiled = createPatternCompiler(createTermIndex())(pattern, parsed);
  const looksFor = (words: number): number => {
    let looks = 0;
    const positionsOf = () => {
      looks++;
      return allPositions(words);
    };
    endsOf(compiled, { words, has: () => true, positionsOf }, noPositions(words));
    return looks;
  };
  expect(looksFor(8_000)).toBe(looksFor(8));
});
