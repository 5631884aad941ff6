import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Topic } from "../../../core/catalog/topic.ts";
import { compileTopics } from "../../../core/topics/compile.ts";
import { anyText, holds } from "../property.ts";
import { type QuestionSet, questionSets } from "./questions.ts";
import { trained, withPhrases } from "./train.ts";

const [english] = questionSets;
if (english === undefined) throw new Error("there are question sets");

const ids = (topics: readonly Topic[], question: string): string[] =>
  compileTopics(topics)
    .match(question)
    .map(({ topicId }) => topicId);

/** Share of right answers among questions with a topic, and of out-of-scope questions that were given one. */
function judge({ asked }: QuestionSet, topics: readonly Topic[]): { right: number; wrongNothing: number } {
  const matcher = compileTopics(topics);
  const share = (ofNothing: boolean): number => {
    const own = asked.filter(([, id]) => (id === "") === ofNothing);
    const found = own.filter(([question, id]) => {
      const [first] = matcher.match(question);
      return ofNothing ? first !== undefined : first?.topicId === id;
    });
    return found.length / own.length;
  };
  return { right: share(false), wrongNothing: share(true) };
}

describe.each(questionSets)("questions in $language", (set) => {
  it("are given the topic that they are about, and out-of-scope questions none", () => {
    const { right, wrongNothing } = judge(set, trained(set.topics));
    expect(right).toBeGreaterThanOrEqual(0.75);
    expect(wrongNothing).toBeLessThanOrEqual(0.1);
  });

  it("are understood better than by phrases alone", () => {
    expect(judge(set, trained(set.topics)).right).toBeGreaterThan(judge(set, set.topics).right + 0.2);
  });
});

describe("a trained topic", () => {
  const topics = trained(english.topics);

  it("is matched by a phrase of its own alone, as sure as can be", () => {
    for (const { id, phrases } of english.topics) {
      for (const phrase of phrases["en"] ?? []) {
        expect(compileTopics(topics).match(`xyzzy ${String(phrase)} plugh`)[0]).toEqual({
          topicId: id,
          confidence: 1,
        });
      }
    }
  });

  it("learns from its name, too", () => {
    const find = (name: string): string[] => {
      const renamed = english.topics.map((topic) => (topic.id === "pets" ? { ...topic, name } : topic));
      return ids(trained(renamed), "which animals sleep in winter");
    };
    expect(find("Pets")).toEqual([]);
    expect(find("Animals")).toEqual(["pets"]);
  });

  it("is matched beside another by a question about both, the surer first", () => {
    const roses = "my roses have black spots on the leaves";
    const moon = "how do I photograph the moon";
    const both = compileTopics(topics).match(`${moon} and why do ${roses}`);
    expect(both.map(({ topicId }) => topicId).toSorted()).toEqual(["garden", "photo"]);
    expect(both[0]?.confidence).toBeGreaterThanOrEqual(both[1]?.confidence ?? 1);
    expect(ids(topics, `${roses} of my camera lens`)).toEqual(["photo", "garden"]);
  });

  it("is less sure of what it has learned than of a phrase", () => {
    const [match] = compileTopics(topics).match("when do I plant out young tomatoes");
    expect(match?.topicId).toBe("garden");
    expect(match?.confidence).toBeGreaterThan(0.5);
    expect(match?.confidence).toBeLessThan(1);
  });

  it("is not matched by a phrase that an out-of-scope question has, unless it is the whole question", () => {
    const bank = { ...withPhrases("bank", ["bank"]), examples: ["how do I open a savings account"] };
    const river = {
      ...withPhrases("river", ["canoe"]),
      outOfScopeExamples: ["who sat on the bank of the river", "the bank of the river Thames"],
    };
    const both = trained([bank, river]);
    expect(ids(both, "who sat on the bank of the river")).toEqual([]);
    expect(ids(both, "bank")).toEqual(["bank"]);
    expect(ids([bank, river], "who sat on the bank of the river")).toEqual(["bank"]);
  });

  it("gives way to the topic whose example has its phrase", () => {
    const shoes = { ...withPhrases("shoes", ["running shoes"]), examples: ["which trainers for a marathon"] };
    const music = {
      ...withPhrases("music", ["song"]),
      examples: ["play the song running shoes", "play a tune"],
    };
    expect(ids(trained([shoes, music]), "play the song running shoes")).toEqual(["music"]);
  });

  it("knows a word in other forms, other case and without accents", () => {
    expect(ids(topics, "PLANTING MY TOMATO OUTSIDE")).toEqual(["garden"]);
    expect(ids(topics, "plánting my tomàto outside")).toEqual(["garden"]);
  });

  it("returns the same result after any earlier question", () => {
    const matcher = compileTopics(topics);
    holds(
      fc.property(fc.array(fc.oneof(anyText, fc.constantFrom(...english.asked.map(([q]) => q)))), (asked) => {
        for (const question of asked) {
          expect(matcher.match(question)).toEqual(compileTopics(topics).match(question));
          for (const { confidence } of matcher.match(question)) {
            expect(confidence).toBeGreaterThan(0);
            expect(confidence).toBeLessThanOrEqual(1);
          }
        }
      }),
      20,
    );
  });

  it("forgets words when it has seen too many, and answers as before", () => {
    const matcher = compileTopics(topics);
    const before = english.asked.map(([question]) => matcher.match(question));
    for (let word = 0; word < 20_000; word++) matcher.match(`strange${word} ${"z".repeat(word % 90)}`);
    expect(english.asked.map(([question]) => matcher.match(question))).toEqual(before);
  });
});

describe("nothing is learned", () => {
  it("from phrases alone", () => {
    const topics = [withPhrases("a", ["x"]), withPhrases("b", ["y"])];
    expect(trained(topics)).toEqual(topics);
  });

  it("from a single topic and no out-of-scope question", () => {
    const topics = [{ ...withPhrases("a", ["x"]), examples: ["what is x"] }];
    expect(trained(topics)).toEqual(topics);
  });

  it("but something from a single topic and out-of-scope questions, and from examples without phrases", () => {
    const one = { id: "a", name: "a", phrases: {}, examples: ["play some music", "play a song"] };
    const topics = trained([{ ...one, outOfScopeExamples: ["what time is it", "who are you"] }]);
    expect(topics[0]?.trained).toBeDefined();
    expect(ids(topics, "play some song")).toEqual(["a"]);
    expect(ids(topics, "what time is it")).toEqual([]);
  });
});
