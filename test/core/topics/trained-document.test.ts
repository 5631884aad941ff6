import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Topic } from "../../../core/catalog/topic.ts";
import { fromBase64Url, toBase64Url } from "../../../core/signing/base64url.ts";
import { runSync } from "../../../core/timing/cooperative-task.ts";
import { compileTopics } from "../../../core/topics/compile.ts";
import { digestDeclarations } from "../../../core/topics/declaration.ts";
import { readTrained, writeTrained } from "../../../core/topics/trained-document.ts";
import { trainTopics } from "../../../core/topics/training/train-topics.ts";
import { holds } from "../property.ts";
import { questionSets } from "./questions.ts";
import { trained, withPhrases } from "./train.ts";

const small: readonly Topic[] = [
  { ...withPhrases("a", ["tea"]), examples: ["a cup of tea"] },
  { ...withPhrases("b", ["ball"]), examples: ["kick the ball"] },
];
const topics = trained(small);
const [first, ...others] = topics;
if (first === undefined) throw new Error("there are topics");
const document = first.trained ?? "";
/** Understood by the model, and by no phrase. */
const question = "one cup of it";

const idsOf = (list: readonly Topic[]): string[] =>
  compileTopics(list)
    .match(question)
    .map(({ topicId }) => topicId);

describe("a trained document", () => {
  it("is read as it was written", () => {
    const read = readTrained(document);
    expect(read && writeTrained(read)).toBe(document);
    expect(read?.words.features.length).toBeGreaterThan(5);
    expect(idsOf(topics)).toEqual(["a"]);
  });

  it("that was changed in any bit is taken for none", () => {
    const bytes = fromBase64Url(document) ?? new Uint8Array();
    for (let at = 0; at < bytes.length; at++) {
      const changed = bytes.slice();
      changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8));
      expect(readTrained(toBase64Url(changed))).toBeUndefined();
    }
    for (let length = 0; length < bytes.length; length++) {
      expect(readTrained(toBase64Url(bytes.slice(0, length)))).toBeUndefined();
    }
  });

  it("that is any text at all is taken for none", () => {
    holds(
      fc.property(fc.oneof(fc.string(), fc.uint8Array({ maxLength: 80 }).map(toBase64Url)), (text) => {
        expect(readTrained(text)).toBeUndefined();
      }),
    );
    expect(readTrained("A".repeat(1_000_001))).toBeUndefined();
  });

  it.each([
    [
      "changed in one letter",
      `${document.slice(0, 40)}${document[40] === "A" ? "B" : "A"}${document.slice(41)}`,
    ],
    ["empty", ""],
    ["no base64url", "§"],
  ])("that is %s leaves the phrases to decide", (_name, broken) => {
    const spoiled = topics.map((topic) => (topic.id === "a" ? { ...topic, trained: broken } : topic));
    expect(idsOf(spoiled)).toEqual([]);
    expect(compileTopics(spoiled).match("tea?")).toEqual([{ topicId: "a", confidence: 1 }]);
  });

  it.each<readonly [string, readonly Topic[]]>([
    ["a name", [{ ...first, name: "Hot drinks" }, ...others]],
    ["a phrase", [{ ...first, phrases: { en: ["tea", "coffee"] } }, ...others]],
    ["an example", [{ ...first, examples: ["a cup of coffee"] }, ...others]],
    ["an out-of-scope question", [{ ...first, outOfScopeExamples: ["who"] }, ...others]],
    ["a target of false matches", [{ ...first, falseMatches: 0.1 }, ...others]],
    ["another topic", [...topics, { ...withPhrases("c", ["car"]), trained: document }]],
    ["a topic less", [first]],
  ])("of other declarations is ignored: %s", (_name, changed) => {
    expect(idsOf(changed)).toEqual([]);
  });

  it("holds for declarations that differ in the order of keys and topics only", () => {
    const reordered = topics.map((topic) => ({
      trained: topic.trained,
      examples: topic.examples,
      phrases: topic.phrases,
      name: topic.name,
      id: topic.id,
    }));
    expect(idsOf(reordered.toReversed())).toEqual(["a"]);
  });

  it("of the same trainer stays valid: declarations keep their digest", () => {
    const declared: readonly Topic[] = [
      { id: "tea", name: "Tea", phrases: { en: ["tea"] }, examples: ["a hot cup with milk"] },
      {
        id: "ball",
        name: "Ball games",
        phrases: { en: ["ball"] },
        examples: { en: ["kick it into the goal"], de: ["schieß doch"] },
        outOfScopeExamples: ["what time is it"],
      },
    ];
    // This trainer prints this digest. Where it changes, `trainer` in declaration.ts has to change too.
    expect(toBase64Url(digestDeclarations(declared))).toBe("PR1poPPpL6nMNWGKBL_LXQ");
  });

  it("is the same whatever the order of topics", () => {
    const list = questionSets[0]?.topics ?? [];
    expect(runSync(trainTopics(list.toReversed()))).toEqual(runSync(trainTopics(list)));
  });
});
