import { describe, expect, it } from "vitest";
import { textsOf } from "../../../core/catalog/topic-texts.ts";
import { forecastOf } from "../../../core/topics/trained-document.ts";
import { predict } from "../../../core/topics/training/predict.ts";
import type { Trial } from "../../../core/topics/training/trials.ts";
import { questionSets } from "./questions.ts";
import { trained } from "./train.ts";

const own = (topic: number, best: number, score: number): Trial => ({
  topics: new Set([topic]),
  best,
  score,
  weight: 0,
});
const outOfScope = (best: number, score: number): Trial => ({ topics: new Set(), best, score, weight: 1 });

describe("a forecast", () => {
  const trials = [
    ...[0.9, 0.8, 0.7, -0.9].map((score) => own(0, 0, score)),
    ...[0.5, 0.4].map((score) => own(0, 1, score)),
    ...[0.9, 0.8].map((score) => own(1, 1, score)),
    ...Array.from({ length: 18 }, () => outOfScope(0, -1)),
    outOfScope(1, 0.2),
  ];
  const [first, second] = predict(trials, ["a", "b"], [0, 0]);

  it("counts the unseen examples that a topic would match", () => {
    expect(first).toMatchObject({ examples: 6, recognised: 3, outOfScope: 19 });
    expect(second).toMatchObject({ examples: 2, recognised: 2, outOfScope: 19 });
  });

  it("names the topic that matches its examples instead, and the share of them", () => {
    expect(first?.overlaps).toEqual([{ topicId: "b", share: 2 / 6 }]);
    expect(second?.overlaps).toEqual([]);
  });

  it("promises no share of 0, because few questions prove little", () => {
    expect(first?.falseMatches).toBeCloseTo(0.5 / 20);
    expect(second?.falseMatches).toBeCloseTo(1.5 / 20);
  });

  it("follows the threshold of each topic", () => {
    const [strict] = predict(trials, ["a", "b"], [0.75, 0.6]);
    expect(strict).toMatchObject({ examples: 6, recognised: 2, overlaps: [] });
  });
});

describe.each(questionSets)("the forecast of a model in $language", ({ topics }) => {
  const forecasts = trained(topics).map(forecastOf);

  it("covers every example and out-of-scope question of the topics", () => {
    const outside = topics.flatMap((topic) => textsOf(topic.outOfScopeExamples)).length;
    for (const [index, topic] of topics.entries()) {
      const forecast = forecasts[index];
      expect(forecast?.examples).toBe(textsOf(topic.examples).length);
      expect(forecast?.recognised).toBeLessThanOrEqual(forecast?.examples ?? 0);
      expect(forecast?.outOfScope).toBe(outside);
      expect(forecast?.falseMatches).toBeGreaterThan(0);
      expect(forecast?.falseMatches).toBeLessThan(0.5);
    }
  });
});

it("a topic with a higher target of false matches recognises as many examples or more", () => {
  const topics = questionSets[0]?.topics ?? [];
  const recognised = (falseMatches: number): number =>
    trained(topics.map((topic) => ({ ...topic, falseMatches }))).reduce(
      (sum, topic) => sum + (forecastOf(topic)?.recognised ?? 0),
      0,
    );
  const counts = [0.001, 0.03, 0.3].map(recognised);
  expect(counts).toEqual(counts.toSorted((a, b) => a - b));
  expect(counts[2]).toBeGreaterThan(counts[0] ?? 0);
});
