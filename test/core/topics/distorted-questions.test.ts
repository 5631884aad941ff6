import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileTopics } from "../../../core/topics/compile.ts";
import { createSpelling } from "../../../core/topics/spelling.ts";
import { holds } from "../property.ts";
import { questionSets } from "./questions.ts";
import { trained } from "./train.ts";

const [english] = questionSets;
if (english === undefined) throw new Error("there are question sets");
const matcher = compileTopics(trained(english.topics));
const topicOf = (question: string): string => matcher.match(question)[0]?.topicId ?? "";

describe("a question behind filler", () => {
  const filler =
    "Hello there. It has been one of those weeks when everything comes at once and nobody has the time to sit down. My " +
    "neighbour told me to ask here, because you seem to know a little about nearly everything. I read a few pages yesterday " +
    "evening, but they only made me more confused than before. Thank you so much in advance. ";

  it("is given the topic that it has alone, and also before filler", () => {
    const found = english.asked.filter(([question, id]) => id !== "" && topicOf(question) === id);
    expect(found.length).toBeGreaterThan(20);
    const share = (distort: (question: string) => string): number =>
      found.filter(([question, id]) => topicOf(distort(question)) === id).length / found.length;
    expect(share((question) => filler + question)).toBeGreaterThan(0.9);
    expect(share((question) => `${question}? ${filler}`)).toBeGreaterThan(0.9);
  });

  it("is given none where filler is all there is", () => {
    expect(topicOf(filler)).toBe("");
  });
});

describe("a typo", () => {
  const spell = createSpelling(["tomatoes", "planting", "cat", "4711x", "outside", "卵料理"]);

  it.each([
    ["a letter too many", "tomaatoes", "tomatoes"],
    ["a letter too few", "plnting", "planting"],
    ["a wrong letter", "outsode", "outside"],
    ["two letters swapped", "tomateos", "tomatoes"],
    ["a wrong first letter", "romatoes", "tomatoes"],
  ])("of %s is corrected", (_name, typed, meant) => {
    expect(spell(typed)).toBe(meant);
  });

  it.each([
    ["two typos", "tomxatxes"],
    ["another form of the word", "plantings"],
    ["a short word", "car"],
    ["a number", "4712x"],
    ["a declared word", "planting"],
    ["another order of letters", "utsideo"],
  ])("%s is left as it is", (_name, typed) => {
    expect(spell(typed)).toBe(typed);
  });

  it("in any word of a topic's example costs few matches", () => {
    const examples = english.asked.filter(([question, id]) => id !== "" && topicOf(question) === id);
    const mistyped = examples.map(
      ([question, id]) => [question.replace(/\b(\w{2})(\w)(\w{3,})/, "$1$3"), id] as const,
    );
    const found = mistyped.filter(([question, id]) => topicOf(question) === id);
    expect(found.length / mistyped.length).toBeGreaterThan(0.75);
  });

  it("changes a word to a declared one or not at all, whatever is written", () => {
    const word = fc.string({ unit: fc.constantFrom(..."abcé"), maxLength: 8 });
    holds(
      fc.property(fc.array(word), word, (words, typed) => {
        const found = createSpelling(words)(typed);
        expect(found === typed || words.includes(found)).toBe(true);
        if (words.includes(typed)) expect(found).toBe(typed);
      }),
    );
  });
});
