import { describe, expect, it } from "vitest";
import type { Topic } from "../../../core/catalog/topic.ts";
import {
  adviseOnOutOfScope,
  describeForecast,
  summariseForecasts,
} from "../../../core/topics/describe-forecast.ts";
import type { TopicForecast } from "../../../core/topics/forecast.ts";
import { readTrained, writeTrained } from "../../../core/topics/trained-document.ts";
import { trained, withPhrases } from "./train.ts";

const questions = (count: number, about: string): readonly string[] =>
  Array.from({ length: count }, (_, n) => `What about ${about} ${n}?`);
const tea: Topic = { id: "tea", name: "Tea", phrases: {}, examples: questions(20, "tea in a cup") };
const ball: Topic = {
  id: "ball",
  name: "Ball",
  phrases: {},
  examples: questions(4, "a ball"),
  outOfScopeExamples: questions(200, "the weather"),
};
const plain: Topic = withPhrases("plain", ["plain"]);
const topics = trained([tea, ball, plain]);

const measured: TopicForecast = {
  examples: 20,
  recognised: 13,
  falseMatches: 0.031,
  outOfScope: 400,
  overlaps: [],
};

/** Describes a topic as if the cross-validation had measured this. */
function describedAs(id: string, forecast: Partial<TopicForecast>) {
  const [topic] = topics.filter((one) => one.id === id);
  const model = readTrained(topic?.trained ?? "");
  if (topic === undefined || model === undefined) throw new Error(`${id} has no model`);
  const planted = { ...topic, trained: writeTrained({ ...model, forecast: { ...measured, ...forecast } }) };
  return describeForecast(
    planted,
    topics.map((one) => (one.id === id ? planted : one)),
  );
}

describe("the forecast of a topic", () => {
  it.each<readonly [string, Partial<TopicForecast>, string]>([
    ["counts and shares", {}, "About 13 of 20 examples would be recognised; about 3 % of other questions"],
    [
      "a single example",
      { examples: 1, recognised: 1 },
      "About 1 of 1 example would be recognised (a rough estimate); about 3 %",
    ],
    ["nothing recognised", { recognised: 0 }, "None of 20 examples would be recognised; about 3 %"],
    ["no examples", { examples: 0, recognised: 0 }, "No example was measured; about 3 %"],
    ["a share below one percent", { falseMatches: 0.0099 }, "recognised; fewer than 1 % of other questions"],
    ["a share of 0", { falseMatches: 0 }, "recognised; fewer than 1 % of other questions would match."],
    ["a share of one percent", { falseMatches: 0.01 }, "recognised; about 1 % of other questions"],
    [
      "few other questions",
      { outOfScope: 399 },
      "; about 3 % of other questions would match, if they are like the declared ones.",
    ],
    [
      "a share below one percent of few other questions",
      { outOfScope: 399, falseMatches: 0.001 },
      "; about 1 % of other questions would match, if they are like the declared ones.",
    ],
    [
      "very few other questions",
      { outOfScope: 19 },
      "; about 3 % of other questions would match, if they are like the declared ones (a rough estimate).",
    ],
    [
      "no other questions",
      { outOfScope: 0 },
      "; about 3 % of other questions would match (a rough estimate).",
    ],
    ["ten examples", { examples: 10, recognised: 9 }, "About 9 of 10 examples would be recognised; about"],
    [
      "nine examples",
      { examples: 9, recognised: 9 },
      "9 examples would be recognised (a rough estimate); about",
    ],
    ["a large share", { falseMatches: 0.125 }, "recognised; about 13 % of other questions would match."],
  ])("rounds honestly: %s", (_name, forecast, sentence) => {
    expect(describedAs("tea", forecast).summary).toContain(sentence);
  });

  it("advises to add examples below 20", () => {
    expect(describedAs("tea", {}).advice).toEqual([]);
    expect(describedAs("ball", {}).advice).toEqual([
      "Add examples: it has 4. 20 are a start, 100 are better. Word them as users write.",
    ]);
    expect(describedAs("plain", {}).advice).toEqual([
      "Add examples: it has none. 20 are a start, 100 are better. Word them as users write.",
    ]);
  });

  it("names the two topics that overlap most", () => {
    const overlaps = [
      { topicId: "ball", share: 0.2 },
      { topicId: "plain", share: 0.1 },
      { topicId: "other", share: 0.1 },
    ];
    expect(describedAs("tea", { overlaps }).advice).toEqual([
      "It overlaps with ball (about 4 of 20 examples) and plain (about 2 of 20 examples): make their examples differ more, or merge the topics.",
    ]);
    expect(describedAs("tea", { examples: 6, overlaps: [{ topicId: "ball", share: 0.17 }] }).advice).toEqual(
      [],
    );
  });

  it("advises to add out-of-scope questions below 200 in the whole catalogue", () => {
    expect(adviseOnOutOfScope(topics)).toEqual([]);
    const fewer = trained([tea, { ...ball, outOfScopeExamples: questions(199, "the weather") }]);
    expect(adviseOnOutOfScope(fewer)).toEqual([
      "Add out-of-scope questions: the catalogue has 199. 200 are a start, 1,000 to 2,000 suffice.",
    ]);
    expect(adviseOnOutOfScope([tea, plain])).toEqual([]);
  });

  it("comes from the trained model", () => {
    for (const topic of topics) {
      const { forecast, summary } = describeForecast(topic, topics);
      expect(forecast).toEqual(readTrained(topic.trained ?? "")?.forecast);
      expect(summary).toMatch(
        /^(?:(?:About \d+|None) of \d+ examples? would be recognised(?: \(a rough estimate\))?|No example was measured); (?:fewer than 1|about \d+) % of other questions would match(?:, if they are like the declared ones)?(?: \(a rough estimate\))?\.$/,
      );
    }
  });

  it.each<readonly [string, readonly Topic[], readonly string[]]>([
    ["no model and no examples", [plain, { ...plain, id: "other" }], []],
    [
      "examples that cannot be trained",
      [tea],
      ["Add out-of-scope questions (outOfScopeExamples) or a second topic, so that its examples count, too."],
    ],
    [
      "a model of other declarations",
      topics.filter(({ id }) => id !== "plain"),
      ["Save a topic or apply the catalogue to train the models."],
    ],
  ])("does not exist with %s: phrases alone decide", (_name, list, advice) => {
    const [topic] = list;
    expect(topic && describeForecast(topic, list)).toEqual({
      topicId: topic?.id,
      forecast: null,
      summary: "Matched by phrases only.",
      advice,
    });
  });

  it("is summed for all topics of a catalogue", () => {
    expect(summariseForecasts([measured, { ...measured, examples: 10, recognised: 2 }])).toBe(
      "2 topics: About 15 of 30 examples would be recognised; about 6 % of other questions would match a topic.",
    );
    expect(summariseForecasts(Array.from({ length: 40 }, () => measured))).toContain("about 100 % of other");
  });
});
