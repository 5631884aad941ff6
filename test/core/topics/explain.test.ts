import { expect, it } from "vitest";
import { compileTopics } from "../../../core/topics/compile.ts";
import { questionSets } from "./questions.ts";
import { trained, withPhrases } from "./train.ts";

const topics = trained(questionSets[0]?.topics ?? []);

it("an explanation names the phrase that decided, as declared", () => {
  const [first] = compileTopics([withPhrases("t", ["Été"])]).explain("l'ete!");
  expect(first).toEqual({
    topicId: "t",
    matched: true,
    confidence: 1,
    phrases: [{ phrase: "Été", decides: true }],
    heldBack: [],
    features: [],
  });
});

it("an explanation names the strongest features, whose weights and the threshold decided", () => {
  const matcher = compileTopics(topics);
  const question = "there are spots on the leaves of my roses";
  const explained = matcher.explain(question);
  const [first, ...others] = explained;
  expect(first).toMatchObject({ topicId: "garden", matched: true, phrases: [] });
  expect(first?.confidence).toBe(matcher.match(question)[0]?.confidence);
  expect(first?.score).toBeGreaterThan(first?.threshold ?? Number.NaN);
  const features = first?.features.map(({ feature }) => feature) ?? [];
  expect(features).toContain("leaves");
  // A part of a word is summed into its word.
  expect(features.filter((feature) => feature.includes("~"))).toEqual([]);
  expect(first?.features[0]?.weight).toBeGreaterThan(0);
  expect(others.length).toBeGreaterThan(0);
  for (const { matched, confidence, score = Number.NaN } of others) {
    expect({ matched, confidence }).toEqual({ matched: false, confidence: 0 });
    expect(score).toBeLessThan(first?.score ?? Number.NaN);
  }
});

it("a phrase deep inside a text does not decide", () => {
  const filler = "the meeting notes of last week follow below and somebody wrote them down. ";
  const matcher = compileTopics([withPhrases("hotel", ["hotel"])]);
  const decidesIn = (text: string) => matcher.explain(text)[0]?.phrases.map(({ decides }) => decides);
  expect(
    decidesIn(`Summarise this. ${filler.repeat(4)}We stayed in a hotel there. ${filler.repeat(4)}`),
  ).toEqual([false]);
  expect(decidesIn(`${filler.repeat(8)}Find me a hotel.`)).toEqual([true]);
});

it("an explanation says that a phrase was found and did not decide", () => {
  const bank = { ...withPhrases("bank", ["bank"]), examples: ["how do I open an account"] };
  const none = { ...withPhrases("river", ["canoe"]), outOfScopeExamples: ["the bank of the river"] };
  const explained = compileTopics(trained([bank, none])).explain("the bank of the river");
  expect(explained.find(({ topicId }) => topicId === "bank")).toMatchObject({
    matched: false,
    phrases: [{ phrase: "bank", decides: false }],
  });
});

it("there is nothing to explain of a question without evidence", () => {
  expect(compileTopics([withPhrases("t", ["x"])]).explain("a question")).toEqual([]);
  expect(compileTopics(topics).explain("")).toEqual([]);
});
