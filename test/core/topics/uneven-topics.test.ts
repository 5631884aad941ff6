import { describe, expect, it } from "vitest";
import { textsOf } from "../../../core/catalog/topic-texts.ts";
import { compileTopics } from "../../../core/topics/compile.ts";
import { calibrateBiases } from "../../../core/topics/training/bias-calibration.ts";
import { chooseThreshold } from "../../../core/topics/training/threshold.ts";
import { questionSets } from "./questions.ts";
import { trained } from "./train.ts";

const heldOut = (scores: readonly number[]) => ({
  rows: Int32Array.from(scores.keys()),
  scores: Float64Array.from(scores),
});

/** A topic with this many examples of 100, and its score for questions about other subjects. */
const topicWith = (examples: number, score: number) => ({
  problem: { labels: Int8Array.from({ length: 100 }, (_, row) => (row < examples ? 1 : -1)) },
  scores: { outOfScope: heldOut(Array.from({ length: 6 }, () => score)), otherTopic: heldOut([]) },
});

const biasesOf = (...topics: readonly ReturnType<typeof topicWith>[]) =>
  calibrateBiases(
    topics.map(({ problem }) => problem),
    topics.map(({ scores }) => scores),
  );

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
    expect(biasesOf(topicWith(20, -0.9), topicWith(20, -0.2)).map(Math.abs)).toEqual([0, 0]);
  });

  it("raises topics with few examples, lowers topics with many, and is 0 in sum", () => {
    const biases = biasesOf(topicWith(4, -0.9), topicWith(16, -0.6), topicWith(64, -0.3));
    expect(biases[0]).toBeGreaterThan(0.4);
    expect(biases[1]).toBeCloseTo(0, 6);
    expect(biases[2]).toBeCloseTo(-(biases[0] ?? 0), 6);
  });

  it("is 0 where topics with few examples score higher already", () => {
    expect(biasesOf(topicWith(4, -0.3), topicWith(64, -0.9)).map(Math.abs)).toEqual([0, 0]);
  });

  it("ignores topics without scores", () => {
    const unknown = { ...topicWith(1, 0), scores: { outOfScope: heldOut([]), otherTopic: heldOut([]) } };
    const [first = 0, second = 0, third = 0] = biasesOf(unknown, topicWith(4, -0.9), topicWith(64, -0.3));
    expect(Number.isFinite(first)).toBe(true);
    expect(second).toBeGreaterThan(0.3);
    expect(second + third).toBeCloseTo(0, 6);
    expect(biasesOf(unknown, unknown).map(Math.abs)).toEqual([0, 0]);
  });
});

describe("a threshold", () => {
  const spread = (count: number, from: number, to: number) =>
    Array.from({ length: count }, (_, index) => from + ((to - from) * index) / (count - 1));
  const low = (count: number) => spread(count, -1, -0.8);

  it("follows unknown topics more than 25 out-of-scope questions with low scores", () => {
    const otherTopic = spread(200, -0.6, -0.2);
    const assumed = chooseThreshold({ outOfScope: [], otherTopic });
    const threshold = chooseThreshold({ outOfScope: low(25), otherTopic });
    expect(threshold).toBeGreaterThan((assumed - 0.8) / 2);
    expect(threshold).toBeLessThan(assumed);
  });

  it("follows 150 out-of-scope questions more than unknown topics", () => {
    const otherTopic = spread(800, -0.6, -0.2);
    expect(chooseThreshold({ outOfScope: low(150), otherTopic })).toBeLessThan((-0.2 - 0.8) / 2);
  });

  it("follows 25 out-of-scope questions more than a handful of unknown ones", () => {
    expect(chooseThreshold({ outOfScope: low(25), otherTopic: spread(6, -0.6, -0.2) })).toBeLessThan(-0.6);
  });

  it("is not lowered by fewer than ten out-of-scope questions", () => {
    const otherTopic = spread(200, -0.6, -0.2);
    expect(chooseThreshold({ outOfScope: low(9), otherTopic })).toBe(
      chooseThreshold({ outOfScope: [], otherTopic }),
    );
  });

  it("lets few questions of unknown topics pass where nothing else is known", () => {
    const otherTopic = spread(400, -0.6, -0.2);
    const threshold = chooseThreshold({ outOfScope: [], otherTopic });
    const passed = otherTopic.filter((score) => score > threshold).length / otherTopic.length;
    expect(passed).toBeGreaterThan(0.015);
    expect(passed).toBeLessThanOrEqual(0.025);
  });
});
