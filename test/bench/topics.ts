// `npm run bench:topics`: how well and how fast questions are understood, beside simpler ways.
import process from "node:process";
import { table } from "./print.ts";
import { type Costs, measureCosts } from "./topics/costs.ts";
import { evaluate, type Verdict } from "./topics/evaluate.ts";
import { questionLength } from "./topics/long-questions.ts";
import { methods } from "./topics/methods.ts";
import { areQuestionsThere } from "./topics/read-questions.ts";
import { maxOutOfScopeMatched, openTrials, type Trial } from "./topics/trials.ts";

const ratioGoal = 15;

if (areQuestionsThere()) await run();
else {
  process.stderr.write(
    `There are no questions to measure on: set HANDBILL_QUESTIONS to the folder of the data sets (see CONTRIBUTING.md).\n`,
  );
  process.exitCode = 1;
}

async function run(): Promise<void> {
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
  const verdict = (ratio: number): string => (ratio <= ratioGoal ? "reached" : "NOT reached");
  const rows = costs.languages.map((speed) => [
    speed.language,
    String(speed.questions),
    `${(100 * speed.newWords).toFixed(1)} %`,
    micros(speed.parseNs),
    micros(speed.matchNs),
    speed.ratio.toFixed(1),
    verdict(speed.ratio),
    speed.ratioAgain.toFixed(1),
    verdict(speed.ratioAgain),
  ]);
  return `${costs.topics} topics, ${costs.examples} examples and out-of-scope questions
  training ${costs.trainingMs.toFixed(0)} ms, models ${kib(costs.storedBytes)}; loading ${costs.compilingMs.toFixed(0)} ms, memory ${kib(costs.memoryBytes)}
  a question of ${questionLength} characters beside JSON.parse of its request (goal: ratio ≤ ${ratioGoal}): each for the first time,
  behind as many others of its language, and each again:
${table([titles, ...rows])}
`;
}
