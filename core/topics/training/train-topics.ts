import type { Topic } from "../../catalog/topic.ts";
import type { CooperativeTask } from "../../timing/cooperative-task.ts";
import { digestDeclarations, hasExamples } from "../declaration.ts";
import { writeTrained } from "../trained-document.ts";
import { calibrateBiases } from "./bias-calibration.ts";
import { crossValidate } from "./cross-validation.ts";
import { predict } from "./predict.ts";
import { prune, strongestOf } from "./prune.ts";
import { quantise } from "./quantise.ts";
import { type BinaryProblem, type LinearModel, solve } from "./solver.ts";
import { chooseThreshold, defaultFalseMatches } from "./threshold.ts";
import { createTrainingSet, type Example, gatherExamples, isOutOfScope } from "./training-set.ts";
import { runTrials } from "./trials.ts";
import { weighPhrases } from "./weigh-phrases.ts";

/** The cost of a mistake. For the smaller class it is multiplied by the root of the ratio of the classes. */
const mistakeCost = 3;

/**
 * Trains the topics of a catalogue and returns `trained` of each, by topic id. Empty when there are no examples, or for a
 * single topic without out-of-scope questions. Equal declarations give equal text on every runtime. Takes seconds for a
 * hundred topics, in steps of milliseconds.
 */
export function* trainTopics(topics: Iterable<Topic>): CooperativeTask<ReadonlyMap<string, string>> {
  const list = [...topics].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  if (!list.some(hasExamples)) return new Map();
  const examples = yield* gatherExamples(list);
  const hasTwoClasses = list.length > 1 || examples.some(isOutOfScope);
  if (!hasTwoClasses) return new Map();
  for (const topic of list) {
    // Later calls know the digest of each topic.
    digestDeclarations([topic]);
    yield;
  }
  const digest = digestDeclarations(list);
  const phrases = yield* weighPhrases(list, examples);
  const set = yield* createTrainingSet(examples);
  const rows = Int32Array.from(examples.keys());
  const problems: ReturnType<typeof oneAgainstRest>[] = [];
  const models: LinearModel[] = [];
  let strongest = 0;
  for (const topic of list.keys()) {
    const problem = oneAgainstRest(examples, topic);
    const model = yield* solve(set, { ...problem, rows });
    problems.push(problem);
    strongest = Math.max(strongest, strongestOf(set, model));
    models.push(model);
  }
  const scores = yield* crossValidate(set, problems, models, strongest);
  const biases = yield* calibrateBiases(examples, scores);
  const trials = yield* runTrials(examples, scores, biases, phrases.hits);
  const targets = list.map(({ falseMatches = defaultFalseMatches }) => falseMatches);
  const byTarget = new Map([...new Set(targets)].map((target) => [target, chooseThreshold(trials, target)]));
  const thresholds = targets.map((target) => byTarget.get(target) ?? 0);
  const forecasts = predict(
    trials,
    list.map(({ id }) => id),
    thresholds,
  );
  const trained = new Map<string, string>();
  for (const [topic, { id }] of list.entries()) {
    const model = models[topic];
    const forecast = forecasts[topic];
    if (model === undefined || forecast === undefined) continue;
    const bias = model.bias + (biases[topic] ?? 0);
    const weights = quantise(
      set,
      { ...prune(set, model, strongest), bias },
      strongest,
      thresholds[topic] ?? 0,
    );
    trained.set(
      id,
      writeTrained({ digest, ...weights, undecided: phrases.undecided[topic] ?? [], forecast }),
    );
    yield;
  }
  return trained;
}

/** The problem of telling a topic's examples from all others. */
function oneAgainstRest(
  examples: readonly Example[],
  topic: number,
): Pick<BinaryProblem, "labels" | "costs"> {
  const labels = Int8Array.from(examples, (example) => (example.topics.has(topic) ? 1 : -1));
  const own = examples.filter(({ topics }) => topics.has(topic)).length;
  const factor = own === 0 ? 1 : Math.sqrt((examples.length - own) / own);
  const costs = Float64Array.from(
    examples,
    (example, row) => mistakeCost * example.weight * (labels[row] === 1 ? factor : 1),
  );
  return { labels, costs };
}
