import { describe, expect, it } from "vitest";
import type { Topic } from "../../../core/catalog/topic.ts";
import { compileTopics } from "../../../core/topics/compile.ts";
import { questionSets } from "./questions.ts";
import { trained } from "./train.ts";

const withoutOutOfScope = (topics: readonly Topic[]): readonly Topic[] =>
  topics.map(({ outOfScopeExamples: _, ...topic }) => topic);

const share = <T>(items: readonly T[], is: (item: T) => boolean): number =>
  items.filter(is).length / items.length;

describe.each(questionSets)("without out-of-scope questions, in $language", ({ topics, asked }) => {
  const matcher = compileTopics(trained(withoutOutOfScope(topics)));
  const about = asked.filter(([, id]) => id !== "");
  const outOfScope = topics.flatMap(({ outOfScopeExamples = [] }) =>
    Array.isArray(outOfScopeExamples) ? outOfScopeExamples : Object.values(outOfScopeExamples).flat(),
  );

  it("a question about something else is given no topic", () => {
    const others = [...asked.filter(([, id]) => id === "").map(([text]) => text), ...outOfScope];
    expect(share(others, (text) => matcher.match(text).length > 0)).toBeLessThanOrEqual(0.1);
  });

  it("questions about a topic are still found, beyond those with a phrase", () => {
    const phrases = compileTopics(topics);
    const isRight = (found: typeof matcher) =>
      share(about, ([text, id]) => found.match(text)[0]?.topicId === id);
    expect(isRight(matcher)).toBeGreaterThan(isRight(phrases));
  });
});

describe("a topic with three examples beside one with many", () => {
  const [english] = questionSets;
  const [garden, ...others] = withoutOutOfScope(english?.topics ?? []);
  const forms = [
    "please tell me",
    "quick question",
    "I wonder",
    "does anybody know",
    "for a friend",
    "hello",
    "hi",
  ];
  const topics = [
    {
      ...garden,
      id: "garden",
      name: "",
      phrases: {},
      examples: ["when do I sow carrots", "prune my roses", "water the apple tree"],
    },
    ...others.map((topic) => ({
      ...topic,
      examples: [topic.examples ?? []]
        .flat()
        .flatMap((text) => forms.map((form) => `${form}: ${String(text)}`)),
    })),
  ];
  const outOfScopeExamples =
    english?.topics.flatMap((topic) => [topic.outOfScopeExamples ?? []].flat()).map(String) ?? [];

  it.each(["how do I prune roses", "when can carrots be sown", "does my apple tree need water"])(
    "keeps its questions: %s",
    (text) => {
      const matcher = compileTopics(trained(topics.map((topic) => ({ ...topic, outOfScopeExamples }))));
      expect(matcher.match(text).map(({ topicId }) => topicId)).toEqual(["garden"]);
    },
  );
});

describe.each(questionSets)("a question in $language", ({ topics, asked }) => {
  const matcher = compileTopics(trained(topics));

  it("is decided the same in capitals, in Turkish capitals and without accents", () => {
    for (const [text] of asked) {
      const found = matcher.match(text);
      expect(matcher.match(text.toUpperCase()), text).toEqual(found);
      expect(matcher.match(text.toLocaleUpperCase("tr")), text).toEqual(found);
      if (!/[\u3040-\u30ff]/u.test(text)) {
        expect(matcher.match(text.normalize("NFD").replace(/\p{M}/gu, "")), text).toEqual(found);
      }
    }
  });
});
