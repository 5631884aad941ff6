import type { Topic } from "../../../catalog/entities.ts";
import type { Steps } from "../../../timing/in-pieces.ts";
import { digestDeclarations, hasExamples } from "../declaration.ts";
import { type TrainedTopic, writeTrained } from "../trained-document.ts";
import { prune, strongestOf } from "./prune.ts";
import { quantise } from "./quantise.ts";
import { distance, type Plane, type Question, solve } from "./solver.ts";
import { chooseThreshold } from "./threshold.ts";
import { createTrainingSet, gatherLessons, type Lesson, type TrainingSet } from "./training-set.ts";
import { weighPhrases } from "./weigh-phrases.ts";

/** How dear a mistake is; on the side of the topic times the fourth root of how much more there is on the other. */
const cost = 1.5;
/** Parts into which questions are cut, so that each is judged by a model that has not seen it. */
const folds = 5;
/** So many questions about nothing set the threshold by themselves. */
const plenty = 200;

/**
 * What there is to learn from the declarations of a catalogue's topics: `trained` of each, by topic id. Nothing when
 * there is nothing but phrases, or a single topic and no question about nothing. The same declarations give the same
 * text on every runtime. Takes seconds for a hundred topics, in pieces of milliseconds.
 */
export function* trainTopics(topics: Iterable<Topic>): Steps<ReadonlyMap<string, string>> {
  const list = [...topics].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  if (!list.some(hasExamples)) return new Map();
  const lessons = gatherLessons(list);
  const isDivided = list.length > 1 || lessons.some((lesson) => lesson.topics.size === 0);
  if (!isDivided) return new Map();
  const digest = digestDeclarations(list);
  const phrases = weighPhrases(list, lessons);
  const set = createTrainingSet(lessons);
  const { planes, strongest, scores } = yield* learn(set, list.length);
  const threshold = chooseThreshold({
    nothing: scores.nothing.map(({ row, score }) =>
      phrases.surprising.has(row) ? Number.POSITIVE_INFINITY : score,
    ),
    examples: scores.examples.map(({ score }) => score),
  });
  return new Map(
    quantise(set, planes, strongest, threshold).map((weights, place): [string, string] => {
      const trained: TrainedTopic = { digest, ...weights, undecided: phrases.undecided[place] ?? [] };
      return [list[place]?.id ?? "", writeTrained(trained)];
    }),
  );
}

interface Learned {
  /** By topic, pruned. */
  readonly planes: readonly Plane[];
  /** The strongest of their weights. */
  readonly strongest: number;
  readonly scores: {
    /** Of each question about nothing, the best that any topic gives it. */
    readonly nothing: readonly UnseenScore[];
    /** Of each example, its own topic's. Only where questions about nothing are few. */
    readonly examples: readonly UnseenScore[];
  };
}

/** What a model says of a lesson that it has not learned from. */
interface UnseenScore {
  readonly row: number;
  readonly score: number;
}

function* learn(set: TrainingSet, topicCount: number): Steps<Learned> {
  const { lessons } = set;
  const all = Int32Array.from(lessons.keys());
  const nothing = all.filter((row) => lessons[row]?.topics.size === 0);
  const isFew = nothing.length < plenty;
  const examples = all.filter((row) => isFew && lessons[row]?.isQuestion && lessons[row].topics.size > 0);
  const best = new Map<number, number>();
  const own = new Map<number, number>();
  const planes: Plane[] = [];
  const questions = Array.from({ length: topicCount }, (_, topic) => ask(lessons, topic));
  for (const question of questions) planes.push(yield* solve(set, { ...question, rows: all }));
  const strongest = strongestOf(set, planes);
  for (const [topic, question] of questions.entries()) {
    const judge = (judged: Int32Array): Steps<readonly UnseenScore[]> =>
      judgeUnseen(set, { ...question, near: planes[topic] }, judged, strongest);
    for (const scored of yield* judge(nothing)) keepHighest(best, scored);
    for (const scored of yield* judge(examples)) {
      if (lessons[scored.row]?.topics.has(topic)) keepHighest(own, scored);
    }
  }
  const listOf = (scores: ReadonlyMap<number, number>): readonly UnseenScore[] =>
    [...scores].map(([row, score]) => ({ row, score }));
  const pruned = planes.map((plane) => prune(set, plane, strongest));
  return { planes: pruned, strongest, scores: { nothing: listOf(best), examples: listOf(own) } };
}

function keepHighest(scores: Map<number, number>, { row, score }: UnseenScore): void {
  scores.set(row, Math.max(score, scores.get(row) ?? Number.NEGATIVE_INFINITY));
}

/** The scores of these lessons, each from a plane that was made without it. */
function* judgeUnseen(
  set: TrainingSet,
  question: Omit<Question, "rows">,
  judged: Int32Array,
  strongest: number,
): Steps<readonly UnseenScore[]> {
  const scores: UnseenScore[] = [];
  for (let fold = 0; fold < folds; fold++) {
    const left = new Set(judged.filter((_row, index) => index % folds === fold));
    if (left.size === 0) continue;
    const rows = Int32Array.from(set.lessons.keys()).filter((row) => !left.has(row));
    const unseen = yield* solve(set, { ...question, rows });
    const pruned = prune(set, unseen, strongest);
    for (const row of left) scores.push({ row, score: distance(set, pruned, row) });
  }
  return scores;
}

function ask(lessons: readonly Lesson[], topic: number): Pick<Question, "sides" | "costs"> {
  const sides = Int8Array.from(lessons, (lesson) => (lesson.topics.has(topic) ? 1 : -1));
  const own = sides.reduce((sum, side) => sum + (side === 1 ? 1 : 0), 0);
  const dearer = own === 0 ? 1 : Math.sqrt(Math.sqrt((lessons.length - own) / own));
  const costs = Float64Array.from(
    lessons,
    (lesson, row) => cost * lesson.weight * (sides[row] === 1 ? dearer : 1),
  );
  return { sides, costs };
}
