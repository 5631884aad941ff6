import process from "node:process";
import type { Topic } from "../../../core/catalog/topic.ts";
import { textsOf } from "../../../core/catalog/topic-texts.ts";
import { compileTopics } from "../../../core/topics/compile.ts";
import { createModel } from "../../../core/topics/model.ts";
import { readTrained } from "../../../core/topics/trained-document.ts";
import { foldedWords } from "../../../core/topics/words.ts";
import { median } from "../median.ts";
import { type LongQuestions, longQuestions } from "./long-questions.ts";
import { measureLongest } from "./longest-questions.ts";
import { train } from "./methods.ts";
import { readQuestions } from "./read-questions.ts";

export interface Costs {
  readonly topics: number;
  readonly examples: number;
  readonly trainingMs: number;
  readonly compilingMs: number;
  /** Of all models as they are stored. */
  readonly storedBytes: number;
  /** Numbers of the compiled model. */
  readonly modelNumbers: number;
  readonly languages: readonly Speed[];
  readonly longest: ReturnType<typeof measureLongest>;
}

/** How long a decision takes in one language. */
export interface Speed {
  readonly language: string;
  readonly questions: number;
  /** Share of the words that no question before had. */
  readonly newWords: number;
  readonly parseNs: number;
  readonly matchNs: number;
  /** `match` of a question to `JSON.parse` of its request, the question asked for the first time: the median over rounds. */
  readonly ratio: number;
  /** The same when all questions were asked, and all requests parsed, once before. */
  readonly ratioAgain: number;
}

const rounds = 31;
/** The first ones are for the engine to compile the code. */
const warmUpRounds = 10;

/** The 150 intents of CLINC150 as topics, with this many examples each, and two sentences each in German and Chinese. */
export async function measureCosts(examples: number): Promise<Costs> {
  const all = await readQuestions("clinc_ads22_train.tsv");
  const outOfScope = all.filter(({ note }) => note === "oos").map(({ text }) => text);
  const others = await Promise.all(
    ["deu_Latn", "zho_Hans"].map((set) => readQuestions(`sib200_${set}_train.tsv`)),
  );
  const byIntent = Map.groupBy(
    all.filter(({ note }) => note !== "oos"),
    ({ note }) => note,
  );
  const declared = [...byIntent].map(([id, questions], index): Topic => {
    const otherLanguages = others.flatMap((sentences) => sentences.slice(2 * index, 2 * index + 2));
    return {
      id,
      name: id,
      phrases: { en: [id.replaceAll("_", " ")] },
      examples: [...questions.slice(0, examples), ...otherLanguages].map(({ text }) => text),
      ...(index === 0 && { outOfScopeExamples: outOfScope }),
    };
  });
  const started = performance.now();
  const topics = train(declared);
  const trained = performance.now();
  compileTopics(topics);
  const compiled = performance.now();
  const model = createModel(topics.map(({ trained = "" }) => readTrained(trained)));
  return {
    topics: topics.length,
    examples: declared.reduce((sum, topic) => sum + textsOf(topic.examples).length, outOfScope.length),
    trainingMs: trained - started,
    compilingMs: compiled - trained,
    storedBytes: topics.reduce((sum, topic) => sum + (topic.trained?.length ?? 0), 0),
    modelNumbers: model.entries.length,
    longest: measureLongest(topics),
    languages: (await longQuestions()).map((questions) => compare(topics, questions)),
  };
}

/**
 * In each round a new matcher is asked the first half of the questions, and measured on the second: what it remembers
 * of words is what a server remembers of earlier questions.
 */
function compare(topics: readonly Topic[], { language, questions }: LongQuestions): Speed {
  const earlier = questions.slice(0, questions.length / 2);
  const asked = questions.slice(earlier.length);
  const requests = asked.map(requestOf);
  const timePer = (run: () => void): number => {
    // Not the time on the clock, to which other programs of the machine add.
    const started = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(started);
    return ((user + system) * 1e3) / asked.length;
  };
  const times: Record<"parse" | "parseAgain" | "match" | "matchAgain", number>[] = [];
  for (let round = 0; round < rounds; round++) {
    const matcher = compileTopics(topics);
    const matchAll = (list: readonly string[]): void => {
      for (const question of list) matcher.match(question);
    };
    matchAll(earlier);
    const parseAll = (): void => {
      for (const request of requests) JSON.parse(request);
    };
    const parse = timePer(parseAll);
    const match = timePer(() => matchAll(asked));
    const matchAgain = timePer(() => matchAll(asked));
    const parseAgain = timePer(parseAll);
    if (round >= warmUpRounds) times.push({ parse, parseAgain, match, matchAgain });
  }
  return {
    language,
    questions: asked.length,
    newWords: shareOfNewWords(earlier, asked),
    parseNs: median(times.map(({ parse }) => parse)),
    matchNs: median(times.map(({ match }) => match)),
    ratio: median(times.map(({ parse, match }) => match / parse)),
    ratioAgain: median(times.map(({ parseAgain, matchAgain }) => matchAgain / parseAgain)),
  };
}

function requestOf(question: string): string {
  return JSON.stringify({
    platform_id: "pf_example",
    visitor_id: "visitor-0123456789abcdef",
    language_code: "en",
    context: { type: "conversation", question },
  });
}

function shareOfNewWords(earlier: readonly string[], asked: readonly string[]): number {
  const seen = new Set(earlier.flatMap(foldedWords));
  let words = 0;
  let newWords = 0;
  for (const word of asked.flatMap(foldedWords)) {
    words++;
    if (!seen.has(word)) newWords++;
    seen.add(word);
  }
  return newWords / words;
}
