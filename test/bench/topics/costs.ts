import type { Topic } from "../../../core/catalog/entities.ts";
import { compileTopics } from "../../../core/selection/topics/compile.ts";
import type { TopicMatcher } from "../../../core/selection/topics/matcher.ts";
import { createModel } from "../../../core/selection/topics/model.ts";
import { readTrained } from "../../../core/selection/topics/trained-document.ts";
import { maxWordMemoryBytes } from "../../../core/selection/topics/word-memory.ts";
import { median } from "../median.ts";
import { train } from "./methods.ts";
import { readQuestions } from "./read-questions.ts";

export interface Costs {
  readonly topics: number;
  readonly lessons: number;
  readonly trainingMs: number;
  readonly compilingMs: number;
  /** Of all models as they are stored. */
  readonly storedBytes: number;
  /** Of the compiled models, and of the memory of words when it is full. */
  readonly memoryBytes: number;
  readonly parseNs: number;
  readonly matchNs: number;
  /** `match` of a question to `JSON.parse` of its request: the median over rounds. */
  readonly ratio: number;
  /** The same, with one question again and again. */
  readonly ratioOfOne: number;
}

const questionLength = 512;
const rounds = 101;

/** The 150 intents of CLINC150 as topics, with so many examples each. */
export async function measureCosts(examples: number): Promise<Costs> {
  const all = await readQuestions("clinc_ads22_train.tsv");
  const nothing = all.filter(({ note }) => note === "oos").map(({ text }) => text);
  const byIntent = Map.groupBy(
    all.filter(({ note }) => note !== "oos"),
    ({ note }) => note,
  );
  const declared = [...byIntent].map(
    ([id, questions], index): Topic => ({
      id,
      name: id,
      phrases: { en: [id.replaceAll("_", " ")] },
      examples: questions.slice(0, examples).map(({ text }) => text),
      ...(index === 0 && { noneExamples: nothing }),
    }),
  );
  const questions = await longQuestions();
  const started = performance.now();
  const topics = train(declared);
  const trained = performance.now();
  const compiling = performance.now();
  const matcher = compileTopics(topics);
  const compiled = performance.now();
  const model = createModel(topics.map(({ trained = "" }) => readTrained(trained)));
  const speed = compare(matcher, questions);
  return {
    topics: topics.length,
    lessons: topics.length * examples + nothing.length,
    trainingMs: trained - started,
    compilingMs: compiled - compiling,
    storedBytes: topics.reduce((sum, topic) => sum + (topic.trained?.length ?? 0), 0),
    memoryBytes: model.words.bytes + model.rows.bytes + maxWordMemoryBytes,
    ...speed,
    ratioOfOne: compare(matcher, Array(questions.length).fill(questions[0] ?? "")).ratio,
  };
}

/** Questions of the validation set, joined up to the length. */
async function longQuestions(): Promise<readonly string[]> {
  const questions: string[] = [];
  let joined = "";
  for (const { text } of await readQuestions("clinc_ads22_val.tsv")) {
    joined += `${text}. `;
    if (joined.length < questionLength) continue;
    questions.push(joined.slice(0, questionLength));
    joined = "";
  }
  return questions;
}

function compare(
  matcher: TopicMatcher,
  questions: readonly string[],
): Pick<Costs, "parseNs" | "matchNs" | "ratio"> {
  const requests = questions.map((question) =>
    JSON.stringify({
      platform_id: "pf_example",
      visitor_id: "visitor-0123456789abcdef",
      language_code: "en",
      context: { type: "conversation", question },
    }),
  );
  const parse = (): void => {
    for (const request of requests) JSON.parse(request);
  };
  const match = (): void => {
    for (const question of questions) matcher.match(question);
  };
  const parses: number[] = [];
  const matches: number[] = [];
  for (let round = 0; round < 2 * rounds; round++) {
    const times = [parse, match].map((run) => {
      const started = performance.now();
      run();
      return ((performance.now() - started) * 1e6) / questions.length;
    });
    // The first half warms up.
    if (round < rounds) continue;
    parses.push(times[0] ?? Number.NaN);
    matches.push(times[1] ?? Number.NaN);
  }
  const ratios = matches.map((time, round) => time / (parses[round] ?? Number.NaN));
  return { parseNs: median(parses), matchNs: median(matches), ratio: median(ratios) };
}
