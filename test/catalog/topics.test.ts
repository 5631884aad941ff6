import { describe, expect, test } from "vitest";
import { createMemoryStore } from "../../adapters/memory/mod.ts";
import type { Catalog } from "../../core/catalog/entities.ts";
import type { Topic } from "../../core/catalog/topic.ts";
import { type CatalogPlan, planCatalog } from "../../core/planning/plan.ts";
import { parseCatalog } from "../../core/planning/schema.ts";
import type { ManagementStore } from "../../core/storage/management-store.ts";
import { storedTopic } from "../../core/storage/stored-entity.ts";
import { compileTopics } from "../../core/topics/compile.ts";
import { readTrained } from "../../core/topics/trained-document.ts";

const tea = { id: "tea", name: "Tea", phrases: { en: ["tea"] }, examples: ["a hot cup with milk"] };
const ball = {
  id: "ball",
  name: "Ball games",
  phrases: { en: ["ball"] },
  examples: { en: ["kick it into the goal"], de: ["schieß doch"] },
  outOfScopeExamples: ["what time is it"],
};
const plain = { id: "plain", name: "Plain", phrases: { en: ["plain"] } };

const catalogOf = (...topics: readonly Topic[]): Catalog => ({
  publishers: [],
  platforms: [],
  campaigns: [],
  creatives: [],
  topics,
});

function issuesOf(topic: object, stored?: Catalog): readonly { path: string; message: string }[] {
  const parsed = parseCatalog({ topics: [topic] }, stored);
  return parsed.ok ? [] : parsed.issues;
}

describe("a topic's declaration", () => {
  test.each<readonly [string, object]>([
    ["examples in a list", { ...plain, examples: ["is this plain", "line one\nline two\tand a tab"] }],
    ["examples by language", { ...plain, examples: { en: ["is this plain"], "pt-BR": ["é simples"] } }],
    ["examples and no phrases", { id: "x", name: "x", phrases: {}, examples: ["what is x"] }],
    ["out-of-scope questions", { ...plain, outOfScopeExamples: ["who is there"] }],
    ["a share of false matches", { ...plain, falseMatches: 0.001 }],
    ["the greatest share of false matches", { ...plain, falseMatches: 0.5 }],
    ["weighted phrases", { ...plain, phrases: { en: ["a", { phrase: "b", weight: 0.01 }] } }],
    ["an example of the greatest length", { ...plain, examples: ["😀".repeat(4_096)] }],
    [
      "ten thousand examples",
      { ...plain, examples: Array.from({ length: 10_000 }, (_, n) => `what is ${n}`) },
    ],
  ])("may have %s", (_name, topic) => {
    expect(parseCatalog({ topics: [topic] })).toEqual({
      ok: true,
      catalog: { ...catalogOf(), topics: [topic] },
    });
  });

  test("takes the document's share of false matches, unless it has its own", () => {
    const parsed = parseCatalog({ falseMatches: 0.05, topics: [plain, { ...ball, falseMatches: 0.01 }] });
    expect(parsed.ok && parsed.catalog).toEqual(
      catalogOf({ ...plain, falseMatches: 0.05 }, { ...ball, falseMatches: 0.01 }),
    );
  });

  test.each<readonly [unknown, RegExp]>([
    [0, /at least 0.001/],
    [0.51, /at most 0.5/],
    ["3 %", /number/],
  ])("is refused with a share of false matches of %j, its own or the document's", (falseMatches, message) => {
    const wrong = { path: "falseMatches", message: expect.stringMatching(message) };
    expect(parseCatalog({ falseMatches, topics: [plain] })).toMatchObject({ ok: false, issues: [wrong] });
    expect(issuesOf({ ...plain, falseMatches })).toEqual([{ ...wrong, path: "topics[0].falseMatches" }]);
  });

  test("needs no field of phrases when it has examples", () => {
    const parsed = parseCatalog({ topics: [{ id: "x", name: "x", examples: ["what is x"] }] });
    expect(parsed.ok && parsed.catalog.topics[0]?.phrases).toEqual({});
  });

  test.each<readonly [string, object, string, RegExp]>([
    ["a model", { ...tea, trained: "AAAA" }, "topics[0].trained", /Remove or correct this unknown field/],
    ["neither phrases nor examples", { id: "x", name: "x" }, "topics[0].phrases", /or examples/],
    ["an empty example", { ...plain, examples: [" \n"] }, "topics[0].examples[0]", /not blank/],
    ["an example with NUL", { ...plain, examples: ["a\0b"] }, "topics[0].examples[0]", /control characters/],
    [
      "an ill-formed example",
      { ...plain, examples: ["\ud800"] },
      "topics[0].examples[0]",
      /Write a question/,
    ],
    [
      "an example too long",
      { ...plain, examples: ["x".repeat(4_097)] },
      "topics[0].examples[0]",
      /1 to 4096/,
    ],
    ["an example that is no text", { ...plain, examples: [7] }, "topics[0].examples", /as a list/],
    ["examples that are a text", { ...plain, examples: "what" }, "topics[0].examples", /as a list/],
    [
      "too many examples",
      { ...plain, examples: Array.from({ length: 10_001 }, (_, n) => `what is ${n}`) },
      "topics[0].examples",
      /at most 10000/,
    ],
    [
      "too many out-of-scope questions in all languages",
      { ...plain, outOfScopeExamples: { en: Array(6_000).fill("a"), de: Array(6_000).fill("b") } },
      "topics[0].outOfScopeExamples",
      /10000 questions in all languages together/,
    ],
    [
      "a weight of 0",
      { ...plain, phrases: { en: [{ phrase: "a", weight: 0 }] } },
      "topics[0].phrases.en[0].weight",
      /at least 0.01/,
    ],
    [
      "a weight of 2",
      { ...plain, phrases: { en: [{ phrase: "a", weight: 2 }] } },
      "topics[0].phrases.en[0].weight",
      /at most 1/,
    ],
    [
      "a phrase that is a number",
      { ...plain, phrases: { en: [5] } },
      "topics[0].phrases.en[0]",
      /Write a phrase, or/,
    ],
    [
      "a phrase twice",
      { ...plain, phrases: { en: ["a", { phrase: "a", weight: 1 }] } },
      "topics[0].phrases.en[1]",
      /Remove the repeated/,
    ],
  ])("is refused with the reason: %s", (_name, topic, path, message) => {
    expect(issuesOf(topic)).toContainEqual({ path, message: expect.stringMatching(message) });
  });

  test("may have the former name of outOfScopeExamples, and is returned with the current name", () => {
    const parsed = parseCatalog({ topics: [{ ...plain, noneExamples: { "EN-us": ["who is there"] } }] });
    const outOfScopeExamples = { "en-US": ["who is there"] };
    expect(parsed).toEqual({ ok: true, catalog: catalogOf({ ...plain, outOfScopeExamples }) });
  });

  test("is refused with both spellings, and the error names the field to keep", () => {
    const questions = ["who is there"];
    const both = { ...plain, noneExamples: questions, outOfScopeExamples: questions };
    expect(issuesOf(both)).toEqual([
      {
        path: "topics[0].noneExamples",
        message: "Keep outOfScopeExamples and remove this field: noneExamples is its former name.",
      },
    ]);
  });

  test("is refused with a wrong question under the former name, at the path that was sent", () => {
    const [issue] = issuesOf({ ...plain, noneExamples: [" "] });
    expect(issue).toEqual({ path: "topics[0].noneExamples[0]", message: expect.stringMatching(/not blank/) });
  });

  test("is refused when all topics together are too many or too large, stored ones included", () => {
    const many = Array.from({ length: 2_001 }, (_, n): Topic => ({ ...plain, id: `t${n}` }));
    expect(issuesOf(plain, catalogOf(...many.slice(0, 1_999)))).toEqual([]);
    expect(issuesOf(plain, catalogOf(...many))).toEqual([
      { path: "topics", message: "Declare at most 2000 topics in one catalogue; there are 2002." },
    ]);
    const full = Array.from(
      { length: 11 },
      (_, n): Topic => ({ ...plain, id: `t${n}`, examples: Array(9_999).fill("a") }),
    );
    expect(issuesOf(plain, catalogOf(...full))[0]?.message).toMatch(/at most 100000 examples/);
    const long = full.map((topic) => ({ ...topic, examples: Array(500).fill("x".repeat(4_000)) }));
    expect(issuesOf(plain, catalogOf(...long))[0]?.message).toMatch(/at most 20000000 characters/);
  });
});

describe("a plan", () => {
  async function apply(store: ManagementStore, next: Catalog, prune = true): Promise<CatalogPlan> {
    const { version, catalog } = await store.readCatalog();
    const plan = planCatalog(catalog, next, { prune });
    const applied = await store.applyCatalog({ expectedVersion: version, ...plan });
    expect(applied.outcome).toBe("applied");
    return plan;
  }
  const storedTopics = async (store: ManagementStore): Promise<readonly Topic[]> =>
    (await store.readCatalog()).catalog.topics;
  const ask = (topics: readonly Topic[], question: string): string[] =>
    compileTopics(topics)
      .match(question)
      .map(({ topicId }) => topicId);

  test("trains the topics, and the store gives the models back", async () => {
    const store = createMemoryStore();
    const plan = await apply(store, catalogOf(tea, ball, plain));
    expect(plan.changes.map(({ action, id }) => `${action} ${id}`)).toEqual([
      "create ball",
      "create plain",
      "create tea",
    ]);
    const stored = await storedTopics(store);
    expect(stored.map(({ trained = "" }) => readTrained(trained) !== undefined)).toEqual([true, true, true]);
    expect(ask(stored, "another hot cup, no milk")).toEqual(["tea"]);
  });

  test("of the same declarations changes nothing and trains nothing, in any order", async () => {
    const store = createMemoryStore();
    await apply(store, catalogOf(tea, ball, plain));
    const { catalog } = await store.readCatalog();
    const { phrases, ...rest } = ball;
    const again = planCatalog(catalog, catalogOf(plain, { phrases, ...rest }, tea), { prune: true });
    expect(again.changes).toEqual([]);
    expect(again.upserts.topics).toEqual([]);
  });

  test("with one changed topic trains all anew, those that the document leaves out too, and names the models", async () => {
    const store = createMemoryStore();
    await apply(store, catalogOf(tea, ball));
    const before = await storedTopics(store);
    const plan = await apply(store, catalogOf({ ...tea, examples: ["a warm mug of something"] }), false);
    expect(
      plan.changes.map(({ action, id, fields = [] }) => [action, id, fields.map(({ path }) => path)]),
    ).toEqual([
      ["update", "ball", ["trained"]],
      ["update", "tea", ["examples", "trained"]],
    ]);
    expect(plan.changes[0]?.fields).toEqual([
      {
        path: "trained",
        from: expect.stringMatching(/^model …[\w-]{8}, \d+ characters$/),
        to: expect.stringMatching(/^model …[\w-]{8}, \d+ characters$/),
      },
    ]);
    const after = await storedTopics(store);
    expect(after.map(({ id, trained }, place) => [id, trained === before[place]?.trained])).toEqual([
      ["ball", false],
      ["tea", false],
    ]);
    expect(ask(after, "the warm mug of my mother")).toEqual(["tea"]);
  });

  test("that removes a topic trains the others without it; without examples no model is left", async () => {
    const store = createMemoryStore();
    await apply(store, catalogOf(tea, ball, plain));
    await apply(store, catalogOf(ball, plain));
    expect(ask(await storedTopics(store), "kick it")).toEqual(["ball"]);
    await apply(store, catalogOf(plain));
    expect(await storedTopics(store)).toEqual([plain]);
  });

  test("replaces a corrupt stored model, and accepts none from a caller", async () => {
    const store = createMemoryStore();
    await apply(store, catalogOf(tea, ball));
    const right = await storedTopics(store);
    const { version } = await store.readCatalog();
    const upserts = { publishers: [], platforms: [], campaigns: [], creatives: [] };
    const spoiled = right.map((topic) => ({ ...topic, trained: `${topic.trained?.slice(0, -1)}_` }));
    await store.applyCatalog({
      expectedVersion: version,
      upserts: { ...upserts, topics: spoiled },
      removals: [],
    });
    await apply(store, catalogOf({ ...tea, trained: "AAAA" }, ball));
    expect(await storedTopics(store)).toEqual(right);
  });

  test("keeps the stored topics and models of a release that had the former field name", async () => {
    const store = createMemoryStore();
    await apply(store, catalogOf(tea, ball));
    const stored = await storedTopics(store);
    const former = stored.map(({ outOfScopeExamples: noneExamples, ...topic }): unknown =>
      noneExamples === undefined ? topic : { ...topic, noneExamples },
    );
    const read = former.map(storedTopic);
    expect(read).toEqual(stored);
    expect(ask(read, "another hot cup, no milk")).toEqual(["tea"]);
    expect(planCatalog(catalogOf(...read), catalogOf(tea, ball), { prune: true }).changes).toEqual([]);
  });

  test("leaves out what a new topic says that was learned", async () => {
    const store = createMemoryStore();
    await apply(store, catalogOf({ ...plain, trained: "AAAA" }));
    expect(await storedTopics(store)).toEqual([plain]);
  });

  test("of phrases alone stores the topics as they are declared", async () => {
    const store = createMemoryStore();
    await apply(store, catalogOf(plain, { ...plain, id: "other" }));
    expect(await storedTopics(store)).toEqual([{ ...plain, id: "other" }, plain]);
  });
});
