// `npm run bench:topics`: how well and how fast questions are understood, beside simpler ways.
import process from "node:process";
import { parseArgs } from "node:util";
import { table } from "./print.ts";
import { type Costs, measureCosts } from "./topics/costs.ts";
import { evaluate, type Verdict } from "./topics/evaluate.ts";
import { questionLength } from "./topics/long-questions.ts";
import { longestLength } from "./topics/longest-questions.ts";
import { printConditions } from "./topics/measure-conditions.ts";
import { printGrowth } from "./topics/measure-growth.ts";
import { methods } from "./topics/methods.ts";
import { areQuestionsThere } from "./topics/read-questions.ts";
import { sensitiveCosts } from "./topics/sensitive-costs.ts";
import { maxOutOfScopeMatched, openTrials, type Trial } from "./topics/trials.ts";

const firstGoal = 150;
const againGoal = 40;
const longestGoalMs = 2;

const { values: options } = parseArgs({
  options: {
    /** Measures random draws of every set: a quick part of the conditions, or all. */
    conditions: { type: "boolean" },
    all: { type: "boolean" },
    /** Measures what more examples and more out-of-scope questions change. */
    growth: { type: "boolean" },
    /** Part of the name of a condition, such as `banking77` or `× 2,`. */
    only: { type: "string", default: "" },
    seeds: { type: "string", default: "1" },
    /** Such as `1/2`, to measure halves in two processes. */
    part: { type: "string", default: "1/1" },
  },
});

if (areQuestionsThere()) {
  if (options.growth === true) await printGrowth(options.only, Number(options.seeds));
  else await (options.conditions === true ? runConditions() : run());
} else {
  process.stderr.write(
    `There are no questions to measure on: set HANDBILL_QUESTIONS to the folder of the data sets (see CONTRIBUTING.md).\n`,
  );
  process.exitCode = 1;
}

function runConditions(): Promise<void> {
  const [part = 1, parts = 1] = options.part.split("/").map(Number);
  return printConditions(options.all !== true, options.only, Number(options.seeds), part - 1, parts);
}

async function run(): Promise<void> {
  process.stdout.write(await sensitiveCosts());
  for (const trial of await openTrials()) {
    const rows = methods.flatMap(({ name, prepare }, index) => {
      const match = prepare(trial.topics);
      return match === undefined
        ? []
        : [verdictRow(name, evaluate(trial, match), index === 0 ? trial : undefined)];
    });
    const titles = ["", "precision", "recall", "macro-F1", "out of scope matched", "goal", ""];
    process.stdout.write(`${trial.name} (${trial.topics.length} topics)\n${table([titles, ...rows])}\n`);
  }
  for (const examples of [20, 100]) process.stdout.write(costLines(await measureCosts(examples)));
}

function verdictRow(name: string, verdict: Verdict, trial: Trial | undefined): readonly string[] {
  const { precision, recall, macroF1, outOfScopeMatched } = verdict;
  const goal = trial?.goal;
  const isReached = goal !== undefined && macroF1 >= goal && outOfScopeMatched <= maxOutOfScopeMatched;
  return [
    name,
    precision.toFixed(3),
    recall.toFixed(3),
    macroF1.toFixed(3),
    Number.isNaN(outOfScopeMatched) ? "–" : `${(100 * outOfScopeMatched).toFixed(1)} %`,
    goal === undefined ? "" : `≥ ${goal}, ≤ ${100 * maxOutOfScopeMatched} %`,
    goal === undefined ? "" : isReached ? "reached" : "NOT reached",
  ];
}

function costLines(costs: Costs): string {
  const kib = (bytes: number): string => `${(bytes / 1024).toFixed(0)} KiB`;
  const micros = (ns: number): string => `${(ns / 1000).toFixed(2)} µs`;
  const titles = ["", "questions", "new words", "JSON.parse", "decision", "first time", "", "again", ""];
  const verdict = (ratio: number, goal: number): string => (ratio <= goal ? "reached" : "NOT reached");
  const rows = costs.languages.map((speed) => [
    speed.language,
    String(speed.questions),
    `${(100 * speed.newWords).toFixed(1)} %`,
    micros(speed.parseNs),
    micros(speed.matchNs),
    speed.ratio.toFixed(1),
    verdict(speed.ratio, firstGoal),
    speed.ratioAgain.toFixed(1),
    verdict(speed.ratioAgain, againGoal),
  ]);
  return `${costs.topics} topics, ${costs.examples} examples and out-of-scope questions
  training ${costs.trainingMs.toFixed(0)} ms, models ${kib(costs.storedBytes)}; loading ${costs.compilingMs.toFixed(0)} ms, model ${kib(4 * costs.modelNumbers)}
  a question of ${questionLength} characters beside JSON.parse of its request: each for the first time (goal: ratio ≤ ${firstGoal}),
  behind as many others of its language, and each again (≤ ${againGoal}):
${table([titles, ...rows])}
  ${longestLength} characters of unknown words (goal: ≤ ${longestGoalMs} ms):
${table(costs.longest.map(({ script, ms }) => [script, `${ms.toFixed(2)} ms`, ms <= longestGoalMs ? "reached" : "NOT reached"]))}
`;
}
