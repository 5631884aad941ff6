import type { Topic } from "../../catalog/entities.ts";
import type { CooperativeTask } from "../../timing/cooperative-task.ts";
import { digestDeclarations, hasExamples } from "../declaration.ts";
import { type TrainedTopic, writeTrained } from "../trained-document.ts";
import { bestScores, calibrateBiases, countPositive } from "./bias-calibration.ts";
import { type CrossValidationScores, crossValidate } from "./cross-validation.ts";
import { prune, strongestOf } from "./prune.ts";
import { quantise } from "./quantise.ts";
import { type BinaryProblem, type LinearModel, solve } from "./solver.ts";
import { chooseThreshold } from "./threshold.ts";
import {
  createTrainingSet,
  type Example,
  gatherExamples,
  isOutOfScope,
  type TrainingSet,
} from "./training-set.ts";
import { weighPhrases } from "./weigh-phrases.ts";

/** The cost of a mistake. For the smaller class it is multiplied by the fourth root of the ratio of the classes. */
const mistakeCost = 3;

/**
 * Trains the topics of a catalogue and returns `trained` of each, by topic id. Empty when there are no examples, or for a
 * single topic without out-of-scope questions. Equal declarations give equal text on every runtime. Takes seconds for a
 * hundred topics, in steps of milliseconds.
 */
export function* trainTopics(topics: Iterable<Topic>): CooperativeTask<ReadonlyMap<string, string>> {
  const list = [...topics].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  if (!list.some(hasExamples)) return new Map();
  const examples = gatherExamples(list);
  const hasTwoClasses = list.length > 1 || examples.some(isOutOfScope);
  if (!hasTwoClasses) return new Map();
  const digest = digestDeclarations(list);
  const phrases = weighPhrases(list, examples);
  const set = createTrainingSet(examples);
  const { models, strongest, scores, biases } = yield* trainModels(set, list.length);
  const threshold = chooseThreshold({
    outOfScope: [...bestScores(scores, biases, "outOfScope")].map(([row, score]) =>
      phrases.surprising.has(row) ? Number.POSITIVE_INFINITY : score,
    ),
    otherTopic: [...bestScores(scores, biases, "otherTopic").values()],
  });
  return new Map(
    quantise(set, models, strongest, threshold).map((weights, topic): [string, string] => {
      const trained: TrainedTopic = { digest, ...weights, undecided: phrases.undecided[topic] ?? [] };
      return [list[topic]?.id ?? "", writeTrained(trained)];
    }),
  );
}

/** All lists are by topic. */
interface TrainedModels {
  /** Pruned, and with calibrated biases. */
  readonly models: readonly LinearModel[];
  /** The strongest of their weights. */
  readonly strongest: number;
  readonly scores: readonly CrossValidationScores[];
  /** The calibration that was added to each model's bias. */
  readonly biases: readonly number[];
}

function* trainModels(set: TrainingSet, topicCount: number): CooperativeTask<TrainedModels> {
  const rows = Int32Array.from(set.examples.keys());
  const models: LinearModel[] = [];
  const problems = Array.from({ length: topicCount }, (_, topic) => oneAgainstRest(set.examples, topic));
  for (const problem of problems) models.push(yield* solve(set, { ...problem, rows }));
  const strongest = strongestOf(set, models);
  const scores = yield* crossValidate(set, problems, models, strongest);
  const biases = calibrateBiases(problems, scores);
  const calibrated = models.map((model, topic) => {
    const { bias, ...pruned } = prune(set, model, strongest);
    return { ...pruned, bias: bias + (biases[topic] ?? 0) };
  });
  return { models: calibrated, strongest, scores, biases };
}

/** The problem of telling a topic's examples from all others. */
function oneAgainstRest(
  examples: readonly Example[],
  topic: number,
): Pick<BinaryProblem, "labels" | "costs"> {
  const labels = Int8Array.from(examples, (example) => (example.topics.has(topic) ? 1 : -1));
  const own = countPositive(labels);
  const factor = own === 0 ? 1 : Math.sqrt(Math.sqrt((examples.length - own) / own));
  const costs = Float64Array.from(
    examples,
    (example, row) => mistakeCost * example.weight * (labels[row] === 1 ? factor : 1),
  );
  return { labels, costs };
}
