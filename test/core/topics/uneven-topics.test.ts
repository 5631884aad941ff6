import { describe, expect, it } from "vitest";
import { textsOf } from "../../../core/catalog/topic-texts.ts";
import { compileTopics } from "../../../core/topics/compile.ts";
import { calibrateBiases } from "../../../core/topics/training/bias-calibration.ts";
import { chooseThreshold } from "../../../core/topics/training/threshold.ts";
import { questionSets } from "./questions.ts";
import { trained } from "./train.ts";

const judged = (scores: readonly number[]) => ({
  rows: Int32Array.from(scores.keys()),
  scores: Float64Array.from(scores),
});

/** A topic with so many lessons of 100, and what it says of questions that it is not about. */
const topicWith = (lessons: number, score: number) => ({
  question: { labels: Int8Array.from({ length: 100 }, (_, row) => (row < lessons ? 1 : -1)) },
  scores: { nothing: judged(Array.from({ length: 6 }, () => score)), foreign: judged([]) },
});

const liftsOf = (...topics: readonly ReturnType<typeof topicWith>[]) =>
  calibrateBiases(
    topics.map(({ question }) => question),
    topics.map(({ scores }) => scores),
  );

it("topics with few examples find many of their questions, beside topics with thirty times as many", () => {
  const { topics, asked } = questionSets[0] ?? { topics: [], asked: [] };
  const noneExamples = topics.flatMap((topic) => textsOf(topic.noneExamples));
  const greetings = Array.from("abcdefghij", (letter) => letter.repeat(5));
  const counts = { few: 0, found: 0, others: 0, right: 0 };
  for (const { id: small } of topics) {
    const uneven = topics.map(({ id, examples }) => {
      const texts = textsOf(examples);
      const many = texts.flatMap((text) => greetings.map((greeting) => `${greeting} ${text}`));
      return { id, name: "", phrases: {}, examples: id === small ? texts.slice(0, 3) : many, noneExamples };
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
  // Without a lift 8 of 50 were found.
  expect(counts.found / counts.few).toBeGreaterThan(0.4);
  expect(counts.right / counts.others).toBeGreaterThan(0.8);
});

describe("what a topic is lifted by", () => {
  it("is nothing where all have as many lessons, whatever they score", () => {
    expect(liftsOf(topicWith(20, -0.9), topicWith(20, -0.2)).map(Math.abs)).toEqual([0, 0]);
  });

  it("raises few lessons and lowers many, and is 0 in sum", () => {
    const lifts = liftsOf(topicWith(4, -0.9), topicWith(16, -0.6), topicWith(64, -0.3));
    expect(lifts[0]).toBeGreaterThan(0.4);
    expect(lifts[1]).toBeCloseTo(0, 6);
    expect(lifts[2]).toBeCloseTo(-(lifts[0] ?? 0), 6);
  });

  it("is nothing where those with few lessons score higher already", () => {
    expect(liftsOf(topicWith(4, -0.3), topicWith(64, -0.9)).map(Math.abs)).toEqual([0, 0]);
  });

  it("leaves out topics that nothing is known of", () => {
    const unknown = { ...topicWith(1, 0), scores: { nothing: judged([]), foreign: judged([]) } };
    const [first = 0, second = 0, third = 0] = liftsOf(unknown, topicWith(4, -0.9), topicWith(64, -0.3));
    expect(Number.isFinite(first)).toBe(true);
    expect(second).toBeGreaterThan(0.3);
    expect(second + third).toBeCloseTo(0, 6);
    expect(liftsOf(unknown, unknown).map(Math.abs)).toEqual([0, 0]);
  });
});

describe("a threshold", () => {
  const spread = (count: number, from: number, to: number) =>
    Array.from({ length: count }, (_, index) => from + ((to - from) * index) / (count - 1));
  const low = (count: number) => spread(count, -1, -0.8);

  it("follows unknown topics more than 25 questions about nothing that happen to score low", () => {
    const foreign = spread(200, -0.6, -0.2);
    const assumed = chooseThreshold({ nothing: [], otherTopic: foreign });
    const threshold = chooseThreshold({ nothing: low(25), otherTopic: foreign });
    expect(threshold).toBeGreaterThan((assumed - 0.8) / 2);
    expect(threshold).toBeLessThan(assumed);
  });

  it("follows 150 questions about nothing more than unknown topics", () => {
    const foreign = spread(800, -0.6, -0.2);
    expect(chooseThreshold({ nothing: low(150), otherTopic: foreign })).toBeLessThan((-0.2 - 0.8) / 2);
  });

  it("follows 25 questions about nothing more than a handful of unknown ones", () => {
    expect(chooseThreshold({ nothing: low(25), otherTopic: spread(6, -0.6, -0.2) })).toBeLessThan(-0.6);
  });

  it("is not lowered by fewer than ten questions about nothing", () => {
    const foreign = spread(200, -0.6, -0.2);
    expect(chooseThreshold({ nothing: low(9), otherTopic: foreign })).toBe(
      chooseThreshold({ nothing: [], otherTopic: foreign }),
    );
  });

  it("lets few questions of unknown topics pass where nothing else is known", () => {
    const foreign = spread(400, -0.6, -0.2);
    const threshold = chooseThreshold({ nothing: [], otherTopic: foreign });
    const passed = foreign.filter((score) => score > threshold).length / foreign.length;
    expect(passed).toBeGreaterThan(0.015);
    expect(passed).toBeLessThanOrEqual(0.025);
  });
});
