import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compileTopics } from "../../../core/topics/compile.ts";
import { fold } from "../../../core/topics/fold.ts";
import { negationPatterns } from "../../../core/topics/negation/languages.ts";
import { languagesOf } from "../../../core/topics/negation/triggers.ts";
import { foldedWords } from "../../../core/topics/words.ts";
import { negatedQuestions } from "./negated-questions.ts";
import { questionSets } from "./questions.ts";
import { trained, withPhrases } from "./train.ts";

describe.each(negatedQuestions)("in $language", ({ phrases, negated, wanted }) => {
  const matcher = compileTopics([withPhrases("hotel", phrases)]);

  it.each(negated)("a negated interest is no match: %s", (question) => {
    expect(matcher.match(question)).toEqual([]);
    expect(matcher.explain(question)).toMatchObject([
      { topicId: "hotel", matched: false, heldBack: [{ reason: "negation" }] },
    ]);
  });

  it.each(wanted)("another negation holds nothing back: %s", (question) => {
    expect(matcher.match(question)).toHaveLength(1);
    expect(matcher.explain(question)[0]?.heldBack).toEqual([]);
  });
});

/** Lines of language, `wanted` or `refused`, and a question about one of a few things. */
const interests = readFileSync(new URL("./negated-interest.tsv", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => line.split("\t") as [string, string, string]);
const things =
  "yoga اليوغا योग ヨガ 瑜伽 요가 요가를 vpn vpn을 laptop لابتوب लैपटॉप ノートパソコン 笔记本电脑 노트북 노트북을 노트북은";

it.each(interests)("in %s, something is %s: %s", (_language, interest, question) => {
  const matcher = compileTopics([withPhrases("thing", things.split(" "))]);
  expect(matcher.match(question)).toHaveLength(interest === "wanted" ? 1 : 0);
});

/** Lines of language, `wanted` or `refused`, the word of the topic, and a question. Not every line is recognised. */
const named = readFileSync(new URL("./refused-or-wanted.tsv", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => line.split("\t") as [string, string, string, string]);

it.each([...new Set(named.map(([language]) => language))])(
  "in %s, at least 30 of 32 wishes match, and at most 3 of 26 refusals",
  (language) => {
    const share = (label: string): number => {
      const own = named.filter(([one, interest]) => one === language && interest === label);
      const matching = own.filter(
        ([, , word, question]) => compileTopics([withPhrases("thing", [word])]).match(question).length === 1,
      );
      return matching.length / own.length;
    };
    expect(share("wanted")).toBeGreaterThanOrEqual(30 / 32);
    expect(share("refused")).toBeLessThanOrEqual(3 / 26);
  },
);

it("patterns are folded, as the texts are that they are compared with", () => {
  for (const patterns of Object.values(negationPatterns)) {
    for (const pattern of Object.values(patterns).flat()) expect(fold(pattern)).toBe(pattern);
  }
});

it("the rest of the question keeps its topics, and the explanation names the clause", () => {
  const matcher = compileTopics([withPhrases("hotel", ["hotel"]), withPhrases("flight", ["flight"])]);
  for (const question of [
    "I don't want a hotel, but a flight",
    "book me a flight instead of a hotel",
    "No hotel! Find me a flight.",
    "Find me a flight and don't add a hotel",
    "Instead of a hotel I want a flight",
    "stop showing me hotels and give me a flight",
  ]) {
    expect(matcher.match(question).map(({ topicId }) => topicId)).toEqual(["flight"]);
  }
  expect(matcher.explain("I don't want a hotel, but a flight")).toMatchObject([
    { topicId: "flight", matched: true, heldBack: [] },
    { topicId: "hotel", matched: false, heldBack: [{ reason: "negation", texts: ["i don t want a hotel"] }] },
  ]);
});

it("what the model has learned is held back, too", () => {
  const [english] = questionSets;
  const matcher = compileTopics(trained(english?.topics ?? []));
  const question = "there are spots on the leaves of my roses";
  expect(matcher.match(question)).toHaveLength(1);
  expect(matcher.match(`please stop telling me that ${question}`)).toEqual([]);
});

it("every negated question has a word for which the closer look is taken", () => {
  for (const { negated } of negatedQuestions) {
    for (const question of negated) expect(languagesOf(foldedWords(question)), question).not.toBe(0);
  }
  for (const [, interest, question] of interests) {
    if (interest === "refused") expect(languagesOf(foldedWords(question)), question).not.toBe(0);
  }
});
