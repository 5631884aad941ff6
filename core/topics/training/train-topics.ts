import type { Topic } from "../../catalog/entities.ts";
import type { CooperativeTask } from "../../timing/cooperative-task.ts";
import { digestDeclarations, hasExamples } from "../declaration.ts";
import { type TrainedTopic, writeTrained } from "../trained-document.ts";
import { bestOf, calibrateBiases } from "./bias-calibration.ts";
import { type CrossValidationScores, crossValidate } from "./cross-validation.ts";
import { prune, strongestOf } from "./prune.ts";
import { quantise } from "./quantise.ts";
import { type BinaryProblem, type LinearModel, solve } from "./solver.ts";
import { chooseThreshold } from "./threshold.ts";
import {
  createTrainingSet,
  type Example,
  gatherLessons,
  isAboutNothing,
  type TrainingSet,
} from "./training-set.ts";
import { weighPhrases } from "./weigh-phrases.ts";

/** How dear a mistake is; on the side of the topic times the fourth root of how much more there is on the other. */
const cost = 3;

/**
 * What there is to learn from the declarations of a catalogue's topics: `trained` of each, by topic id. Nothing when
 * there is nothing but phrases, or a single topic and no question about nothing. The same declarations give the same
 * text on every runtime. Takes seconds for a hundred topics, in pieces of milliseconds.
 */
export function* trainTopics(topics: Iterable<Topic>): CooperativeTask<ReadonlyMap<string, string>> {
  const list = [...topics].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  if (!list.some(hasExamples)) return new Map();
  const lessons = gatherLessons(list);
  const isDivided = list.length > 1 || lessons.some(isAboutNothing);
  if (!isDivided) return new Map();
  const digest = digestDeclarations(list);
  const phrases = weighPhrases(list, lessons);
  const set = createTrainingSet(lessons);
  const { planes, strongest, scores, lifts } = yield* learn(set, list.length);
  const threshold = chooseThreshold({
    nothing: [...bestOf(scores, lifts, "nothing")].map(([row, score]) =>
      phrases.surprising.has(row) ? Number.POSITIVE_INFINITY : score,
    ),
    otherTopic: [...bestOf(scores, lifts, "foreign").values()],
  });
  return new Map(
    quantise(set, planes, strongest, threshold).map((weights, place): [string, string] => {
      const trained: TrainedTopic = { digest, ...weights, undecided: phrases.undecided[place] ?? [] };
      return [list[place]?.id ?? "", writeTrained(trained)];
    }),
  );
}

interface Learned {
  /** By topic, pruned and lifted. */
  readonly planes: readonly LinearModel[];
  /** The strongest of their weights. */
  readonly strongest: number;
  /** By topic, and what is added to each. */
  readonly scores: readonly CrossValidationScores[];
  readonly lifts: readonly number[];
}

function* learn(set: TrainingSet, topicCount: number): CooperativeTask<Learned> {
  const rows = Int32Array.from(set.lessons.keys());
  const planes: LinearModel[] = [];
  const questions = Array.from({ length: topicCount }, (_, topic) => ask(set.lessons, topic));
  for (const question of questions) planes.push(yield* solve(set, { ...question, rows }));
  const strongest = strongestOf(set, planes);
  const scores = yield* crossValidate(set, questions, planes, strongest);
  const lifts = calibrateBiases(questions, scores);
  const lifted = planes.map((plane, topic) => {
    const { bias, ...pruned } = prune(set, plane, strongest);
    return { ...pruned, bias: bias + (lifts[topic] ?? 0) };
  });
  return { planes: lifted, strongest, scores, lifts };
}

function ask(lessons: readonly Example[], topic: number): Pick<BinaryProblem, "labels" | "costs"> {
  const sides = Int8Array.from(lessons, (lesson) => (lesson.topics.has(topic) ? 1 : -1));
  const own = sides.reduce((sum, side) => sum + (side === 1 ? 1 : 0), 0);
  const dearer = own === 0 ? 1 : Math.sqrt(Math.sqrt((lessons.length - own) / own));
  const costs = Float64Array.from(
    lessons,
    (lesson, row) => cost * lesson.weight * (sides[row] === 1 ? dearer : 1),
  );
  return { labels: sides, costs };
}
