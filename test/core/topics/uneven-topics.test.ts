import { describe, expect, it } from "vitest";
import { textsOf } from "../../../core/catalog/topic-texts.ts";
import { runSync } from "../../../core/timing/cooperative-task.ts";
import { compileTopics } from "../../../core/topics/compile.ts";
import { calibrateBiases } from "../../../core/topics/training/bias-calibration.ts";
import { chooseThreshold } from "../../../core/topics/training/threshold.ts";
import type { Trial } from "../../../core/topics/training/trials.ts";
import { questionSets } from "./questions.ts";
import { trained } from "./train.ts";

const none = { rows: new Int32Array(), byTopic: [], gains: new Float32Array() };

/** Topics of so many examples, which score every question about something else as given. */
const biasesOf = (...topics: readonly (readonly [examples: number, score: number])[]) => {
  const others = Array.from({ length: 6 }, () => ({ topics: new Set<number>() }));
  const examples = topics.flatMap(([count], topic) =>
    Array.from({ length: count }, () => ({ topics: new Set([topic]) })),
  );
  const byTopic = topics.map(([, score]) => new Float32Array(others.length).fill(score));
  const questions = { ...none, rows: Int32Array.from(others.keys()), byTopic };
  return runSync(calibrateBiases([...others, ...examples], { questions, otherTopic: none }));
};

it("topics with few examples find many of their questions, beside topics with thirty times as many", () => {
  const { topics, asked } = questionSets[0] ?? { topics: [], asked: [] };
  const outOfScopeExamples = topics.flatMap((topic) => textsOf(topic.outOfScopeExamples));
  const greetings = Array.from("abcdefghij", (letter) => letter.repeat(5));
  const counts = { few: 0, found: 0, others: 0, right: 0 };
  for (const { id: small } of topics) {
    const uneven = topics.map(({ id, examples }) => {
      const texts = textsOf(examples);
      const many = texts.flatMap((text) => greetings.map((greeting) => `${greeting} ${text}`));
      return {
        id,
        name: "",
        phrases: {},
        examples: id === small ? texts.slice(0, 3) : many,
        outOfScopeExamples,
      };
    });
    const matcher = compileTopics(trained(uneven));
    const isRight = (text: string, id: string) => (matcher.match(text)[0]?.topicId ?? "") === id;
    const unseen = textsOf(topics.find(({ id }) => id === small)?.examples).slice(3);
    const own = [...asked.filter(([, id]) => id === small).map(([text]) => text), ...unseen];
    const others = asked.filter(([, id]) => id !== small);
    counts.few += own.length;
    counts.found += own.filter((text) => isRight(text, small)).length;
    counts.others += others.length;
    counts.right += others.filter(([text, id]) => isRight(text, id)).length;
  }
  // Without calibration 8 of 50 were found.
  expect(counts.found / counts.few).toBeGreaterThan(0.4);
  expect(counts.right / counts.others).toBeGreaterThan(0.8);
});

describe("the calibrated bias of a topic", () => {
  it("is 0 where all topics have equally many examples, whatever their scores", () => {
    expect(biasesOf([20, -0.9], [20, -0.2]).map(Math.abs)).toEqual([0, 0]);
  });

  it("raises topics with few examples, lowers topics with many, and is 0 in sum", () => {
    const biases = biasesOf([4, -0.9], [16, -0.6], [64, -0.3]);
    expect(biases[0]).toBeGreaterThan(0.4);
    expect(biases[1]).toBeCloseTo(0, 6);
    expect(biases[2]).toBeCloseTo(-(biases[0] ?? 0), 6);
  });

  it("is 0 where topics with few examples score higher already", () => {
    expect(biasesOf([4, -0.3], [64, -0.9]).map(Math.abs)).toEqual([0, 0]);
  });

  it("is 0 where too few questions were scored", () => {
    const questions = {
      ...none,
      rows: Int32Array.of(0),
      byTopic: [Float32Array.of(-0.9), Float32Array.of(-0.3)],
    };
    const examples = [{ topics: new Set<number>() }, { topics: new Set([1]) }, { topics: new Set([1]) }];
    expect(runSync(calibrateBiases(examples, { questions, otherTopic: none })).map(Math.abs)).toEqual([0, 0]);
  });
});

describe("a threshold", () => {
  const spread = (count: number, from: number, to: number): readonly number[] =>
    Array.from({ length: count }, (_, index) => from + ((to - from) * index) / (count - 1));
  const own = (scores: readonly number[]) =>
    scores.map((score): Trial => ({ topics: new Set([0]), best: 0, score, weight: 0 }));
  const others = (scores: readonly number[]) =>
    scores.map((score): Trial => ({ topics: new Set(), best: 0, score, weight: 1 }));
  const shareAbove = (scores: readonly number[], threshold: number): number =>
    scores.filter((score) => score > threshold).length / scores.length;

  it("keeps the declared target where that costs few examples", () => {
    const outOfScope = spread(1_000, -1, 0);
    for (const target of [0.01, 0.03, 0.2]) {
      const threshold = chooseThreshold([...own(spread(50, 0, 1)), ...others(outOfScope)], target);
      expect(shareAbove(outOfScope, threshold)).toBeCloseTo(target, 2);
    }
  });

  it("exceeds the target to keep nine of ten recognisable examples, less where more is known of other questions", () => {
    const kept = spread(50, -0.15, 1);
    const lost = spread(50, -0.9, -0.1);
    const matched = (examples: readonly number[], count: number): number => {
      const outOfScope = spread(count, -1, 0);
      const threshold = chooseThreshold([...own(examples), ...others(outOfScope)], 0.03);
      if (examples === kept && count === 100) expect(shareAbove(kept, threshold)).toBeGreaterThanOrEqual(0.9);
      return shareAbove(outOfScope, threshold);
    };
    expect(matched(kept, 100)).toBeLessThan(0.1);
    expect(matched(lost, 100)).toBeCloseTo(0.03 * 3.25, 1);
    expect(matched(lost, 300)).toBeCloseTo(0.03 * 2.5, 2);
    expect(matched(lost, 10_000)).toBeCloseTo(0.033, 2);
  });

  it("is not ruined by a single out-of-scope question, however high its score", () => {
    const trials = [...own(spread(40, -0.5, 0.5)), ...others(spread(30, -1, -0.6))];
    const before = chooseThreshold(trials, 0.03);
    const after = chooseThreshold([...trials, ...others([5])], 0.03);
    expect(shareAbove(spread(40, -0.5, 0.5), after)).toBeGreaterThanOrEqual(0.9);
    expect(Math.abs(after - before)).toBeLessThan(0.2);
  });

  it("is lower with a higher target, never higher", () => {
    const trials = [...own(spread(60, -0.7, 0.6)), ...others(spread(80, -1, 0.2))];
    const thresholds = [0.001, 0.01, 0.03, 0.1, 0.3, 0.5].map((target) => chooseThreshold(trials, target));
    expect(thresholds).toEqual(thresholds.toSorted((a, b) => b - a));
  });

  it("lies above the only out-of-scope questions where there are too few examples", () => {
    expect(chooseThreshold([...own([0.5]), ...others([-0.1, 0.3])], 0.03)).toBeGreaterThanOrEqual(0.3);
  });

  it("follows the examples where there is nothing out of scope", () => {
    const kept = spread(50, -0.5, 1);
    expect(shareAbove(kept, chooseThreshold(own(kept), 0.03))).toBeGreaterThanOrEqual(0.88);
  });
});
