import process from "node:process";
import { compileTopics } from "../../../core/topics/compile.ts";
import { compile } from "../../../core/topics/compiled-topics.ts";
import { createScorer } from "../../../core/topics/scorer.ts";
import { forecastOf } from "../../../core/topics/trained-document.ts";
import { foldedWords } from "../../../core/topics/words.ts";
import { createPrng } from "../../conformance/prng.ts";
import { table } from "../print.ts";
import { type Asked, type Condition, draw, listConditions } from "./conditions.ts";
import { withFiller, withTypo } from "./distort.ts";
import { train } from "./methods.ts";

/** Shares from 0 to 1; `NaN` where nothing was asked. */
interface Measures {
  /** Questions whose best score is that of their topic. */
  readonly rankedFirst: number;
  readonly recall: number;
  /** Out-of-scope questions count, too. */
  readonly microF1: number;
  /** Of questions about a topic. */
  readonly macroF1: number;
  /** The macro-F1 of giving each question the topic of its best score. */
  readonly rankedMacroF1: number;
  /** Out-of-scope questions with a topic: of intents that were declared, and of others. */
  readonly knownMatched: number;
  readonly unknownMatched: number;
  /** The forecasts of recall and of false matches. */
  readonly forecastRecall: number;
  readonly forecastFalse: number;
  /** The recall of questions behind 900 characters of filler, and of questions with a typo. */
  readonly fillerRecall: number;
  readonly typoRecall: number;
  readonly seconds: number;
}

type Decide = (question: string) => string | undefined;

/** Prints the measures of every condition, and their means by number of examples. `part` of `parts` by turns. */
export async function printConditions(
  isQuick: boolean,
  only: string,
  seeds: number,
  part: number,
  parts: number,
): Promise<void> {
  const measured: { condition: Condition; measures: Measures }[] = [];
  const own = listConditions(isQuick)
    .filter((condition) => nameOf(condition).includes(only))
    .filter((_, index) => index % parts === part);
  process.stdout.write(`${titles.join("  ")}\n`);
  for (const condition of own) {
    for (let seed = 1; seed <= seeds; seed++) {
      const measures = await measure(condition, seed);
      if (measures === undefined) continue;
      measured.push({ condition, measures });
      process.stdout.write(`${rowOf(nameOf(condition), [measures]).join("  ")}\n`);
    }
  }
  const groups: [string, (condition: Condition) => string][] = [
    ["set", ({ set, hasPhrases }) => `${set}${hasPhrases ? ", phrases" : ""}`],
    ["examples, out of scope", ({ examples, outOfScope }) => `${examples}, ${outOfScope}`],
    ["all", () => "mean"],
  ];
  for (const [title, keyOf] of groups) {
    const rows = [...Map.groupBy(measured, ({ condition }) => keyOf(condition))].map(([key, group]) =>
      rowOf(
        key,
        group.map(({ measures }) => measures),
      ),
    );
    process.stdout.write(`${table([[title, ...titles], ...rows])}\n`);
  }
}

function nameOf({ set, topics, examples, outOfScope, hasPhrases }: Condition): string {
  return `${set}${hasPhrases ? ", phrases" : ""}: ${topics} × ${examples}, ${outOfScope} out of scope`;
}

const titles = [
  "first",
  "recall",
  "micro",
  "macro",
  "share",
  "known",
  "unknown",
  "~recall",
  "~false",
  "filler",
  "typo",
  "s",
];

function rowOf(key: string, all: readonly Measures[]): readonly string[] {
  const mean = (read: (measures: Measures) => number): string => {
    const values = all.map(read).filter((value) => !Number.isNaN(value));
    const sum = values.reduce((total, value) => total + value, 0);
    return values.length === 0 ? "–" : ((100 * sum) / values.length).toFixed(1);
  };
  return [
    key,
    mean(({ rankedFirst }) => rankedFirst),
    mean(({ recall }) => recall),
    mean(({ microF1 }) => microF1),
    mean(({ macroF1 }) => macroF1),
    mean(({ macroF1, rankedMacroF1 }) => macroF1 / rankedMacroF1),
    mean(({ knownMatched }) => knownMatched),
    mean(({ unknownMatched }) => unknownMatched),
    mean(({ forecastRecall }) => forecastRecall),
    mean(({ forecastFalse }) => forecastFalse),
    mean(({ fillerRecall }) => fillerRecall),
    mean(({ typoRecall }) => typoRecall),
    mean(({ seconds }) => seconds / 100),
  ];
}

async function measure(condition: Condition, seed: number): Promise<Measures | undefined> {
  const { topics, asked } = await draw(condition, seed);
  const started = performance.now();
  const trained = train(topics);
  const seconds = (performance.now() - started) / 1000;
  if (trained.some((topic) => topic.trained === undefined)) return undefined;
  const matcher = compileTopics(trained);
  const decide: Decide = (question) => matcher.match(question)[0]?.topicId;
  const { ids, model, spell } = compile(trained);
  const score = createScorer(model, spell);
  const rank: Decide = (question) => ids[score(foldedWords(question)).best];
  const inScope = asked.filter(({ topicId }) => topicId !== "");
  const share = (list: readonly Asked[], is: (question: Asked) => boolean): number =>
    list.length === 0 ? Number.NaN : list.filter(is).length / list.length;
  const isRight = ({ text, topicId }: Asked): boolean => decide(text) === topicId;
  const isMatched = ({ text }: Asked): boolean => decide(text) !== undefined;
  const prng = createPrng(seed);
  const outside = asked.filter(({ topicId }) => topicId === "");
  const right = inScope.filter(isRight).length;
  const matched = asked.filter(isMatched).length;
  const forecasts = trained.flatMap((topic) => forecastOf(topic) ?? []);
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  return {
    rankedFirst: share(inScope, ({ text, topicId }) => rank(text) === topicId),
    recall: right / inScope.length,
    microF1: (2 * right) / (matched + inScope.length),
    macroF1: macroF1Of(inScope, ids, decide),
    rankedMacroF1: macroF1Of(inScope, ids, rank),
    knownMatched: share(
      outside.filter(({ isKnownIntent }) => isKnownIntent),
      isMatched,
    ),
    unknownMatched: share(
      outside.filter(({ isKnownIntent }) => !isKnownIntent),
      isMatched,
    ),
    forecastRecall:
      sum(forecasts.map(({ recognised }) => recognised)) / sum(forecasts.map(({ examples }) => examples)),
    forecastFalse: sum(forecasts.map(({ falseMatches }) => falseMatches)),
    fillerRecall: share(inScope, ({ text, topicId }) => decide(withFiller(text)) === topicId),
    typoRecall: share(inScope, ({ text, topicId }) => decide(withTypo(text, prng)) === topicId),
    seconds,
  };
}

function macroF1Of(asked: readonly Asked[], ids: readonly string[], decide: Decide): number {
  const decided = asked.map(({ text, topicId }) => ({ topicId, found: decide(text) }));
  const f1 = ids.map((id) => {
    const right = decided.filter(({ topicId, found }) => topicId === id && found === id).length;
    const own = decided.filter(({ topicId }) => topicId === id).length;
    const found = decided.filter((question) => question.found === id).length;
    return (2 * right) / Math.max(1, own + found);
  });
  return f1.reduce((total, value) => total + value, 0) / f1.length;
}
