import type { Topic } from "../../../core/catalog/topic.ts";
import { createPrng } from "../../conformance/prng.ts";
import { type Declared, type Question, readDeclared, readQuestions } from "./read-questions.ts";

/** Topics as an operator declares them, and questions that nothing was learned from. */
export interface Trial {
  readonly name: string;
  readonly topics: readonly Topic[];
  readonly asked: readonly Question[];
  /** Macro-F1 to reach with at most {@link maxOutOfScopeMatched} of the out-of-scope questions matched. */
  readonly goal?: number | undefined;
}

export const maxOutOfScopeMatched = 0.05;

const seed = 20_261_120;

/** Every trial on the data sets, in order. */
export async function openTrials(): Promise<readonly Trial[]> {
  return [
    ...(await clinc()),
    ...(await Promise.all(["en", "de", "it", "nl"].map(xsid))),
    ...(await stackOverflow()),
    await banking(),
    ...(await Promise.all(["eng_Latn", "deu_Latn", "rus_Cyrl", "zho_Hans"].map(sib))),
  ];
}

async function clinc(): Promise<readonly Trial[]> {
  const declared = await readDeclared("clinc_ads22_topics.json", "en");
  const train = shuffled(await readQuestions("clinc_ads22_train.tsv"));
  const asked = await readQuestions("clinc_ads22_val.tsv");
  const outOfScope = outOfScopeOf(train);
  const trial = (name: string, goal: number, examples: (topic: Declared) => readonly string[]): Trial => ({
    name: `clinc_ads22, ${name}`,
    topics: declare(declared, examples, outOfScope),
    asked,
    goal,
  });
  return [
    trial("phrases alone", 0.83, () => []),
    trial("phrases and declared examples", 0.86, ({ examples }) => examples),
    trial("phrases and 20 questions a topic", 0.89, ({ id }) => firstOf(train, id, 20)),
    trial("phrases and 100 questions a topic", 0.92, ({ id }) => firstOf(train, id, 100)),
  ];
}

async function xsid(language: string): Promise<Trial> {
  const declared = await readDeclared("xsid_topics_en_de.json", language);
  const [train, asked] = halves(await readQuestions(`xsid_${language}.tsv`));
  return {
    name: `xsid_${language}, 20 questions a topic`,
    topics: declare(declared, ({ id }) => firstOf(train, id, 20), outOfScopeOf(train)),
    asked,
  };
}

/** Questions of every fourth topic are out of scope. */
async function stackOverflow(): Promise<readonly Trial[]> {
  const all = await readDeclared("stackoverflow20_topics.json", "en");
  const declared = all.filter((_, index) => index % 4 !== 0);
  const ids = new Set(declared.map(({ id }) => id));
  const [train, asked] = halves(only(await readQuestions("stackoverflow20_half1.tsv"), ids));
  const outOfScope = outOfScopeOf(train).slice(0, 500);
  return [0, 20].map((count) => ({
    name: `stackoverflow20, ${count === 0 ? "phrases alone" : `phrases and ${count} questions a topic`}`,
    topics: declare(declared, ({ id }) => firstOf(train, id, count), outOfScope),
    asked,
  }));
}

/** Questions of every fifth intent are out of scope. */
async function banking(): Promise<Trial> {
  const questions = await readQuestions("banking77_train.tsv");
  const all = [...new Set(questions.flatMap(({ topics }) => topics))].sort();
  const ids = new Set(all.filter((_, index) => index % 5 !== 0));
  const [train, asked] = halves(only(questions, ids));
  const declared = [...ids].map((id) => ({ id, name: id, keywords: [], examples: [] }));
  return {
    name: "banking77, 20 questions a topic",
    topics: declare(declared, ({ id }) => firstOf(train, id, 20), outOfScopeOf(train).slice(0, 500)),
    asked,
  };
}

/** Sentences of two of the seven topics are out of scope. */
async function sib(language: string): Promise<Trial> {
  const ids = new Set(["science/technology", "travel", "politics", "sports", "health"]);
  const [train, asked] = halves(only(await readQuestions(`sib200_${language}_train.tsv`), ids));
  const declared = [...ids].map((id) => ({ id, name: id, keywords: [], examples: [] }));
  return {
    name: `sib200_${language}, 50 sentences a topic`,
    topics: declare(declared, ({ id }) => firstOf(train, id, 50), outOfScopeOf(train)),
    asked,
  };
}

function declare(
  declared: readonly Declared[],
  examplesOf: (topic: Declared) => readonly string[],
  outOfScope: readonly string[],
): readonly Topic[] {
  return declared.map((topic, index) => ({
    id: topic.id,
    name: topic.name,
    phrases: topic.keywords.length === 0 ? {} : { en: topic.keywords },
    examples: examplesOf(topic),
    ...(index === 0 && { outOfScopeExamples: outOfScope }),
  }));
}

function only(questions: readonly Question[], ids: ReadonlySet<string>): readonly Question[] {
  return questions.map((question) => ({ ...question, topics: question.topics.filter((id) => ids.has(id)) }));
}

function outOfScopeOf(questions: readonly Question[]): readonly string[] {
  return questions.filter(({ topics }) => topics.length === 0).map(({ text }) => text);
}

function firstOf(questions: readonly Question[], id: string, count: number): readonly string[] {
  return questions
    .filter(({ topics }) => topics.includes(id))
    .slice(0, count)
    .map(({ text }) => text);
}

function halves(questions: readonly Question[]): readonly [readonly Question[], readonly Question[]] {
  const mixed = shuffled(questions);
  const middle = Math.floor(mixed.length / 2);
  return [mixed.slice(0, middle), mixed.slice(middle)];
}

function shuffled<T>(items: readonly T[]): readonly T[] {
  const prng = createPrng(seed);
  return items
    .map((item) => ({ item, place: prng.below(2 ** 32) }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
