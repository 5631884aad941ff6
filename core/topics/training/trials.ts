import type { CooperativeTask } from "../../timing/cooperative-task.ts";
import { phraseBonus } from "../model.ts";
import type { CrossValidation, HeldOutScores } from "./cross-validation.ts";
import { type Example, isOutOfScope } from "./training-set.ts";

/** How models decide on a question that they were trained without. */
export interface Trial {
  /** The topics that the question is declared for; none for an out-of-scope question or one of an unknown topic. */
  readonly topics: ReadonlySet<number>;
  /** The topic that the question is given from the threshold on. */
  readonly best: number;
  /** The score of the best topic. */
  readonly score: number;
  /** How many out-of-scope questions it counts as; 0 for an example of a known topic. */
  readonly weight: number;
}

/** This many examples of unknown topics count as one out-of-scope question … */
const otherTopicPerQuestion = 2;
/** … up to this many out-of-scope questions. */
const maxOtherTopicWeight = 60;

const noTopics: ReadonlySet<number> = new Set();

/** Trials that are run without a pause. */
const trialsPerStep = 64;

/** Decides on every question of a cross-validation. `biases` are by topic, `hits` are the topics of phrases by row. */
export function* runTrials(
  examples: readonly Example[],
  { questions, otherTopic }: CrossValidation,
  biases: readonly number[],
  hits: ReadonlyMap<number, ReadonlySet<number>>,
): CooperativeTask<readonly Trial[]> {
  const trials: Trial[] = [];
  const count = otherTopic.rows.length;
  const otherWeight = Math.min(maxOtherTopicWeight, count / otherTopicPerQuestion) / Math.max(1, count);
  const lead = meanLead(examples, questions);
  for (const scores of [questions, otherTopic]) {
    for (const [at, row] of scores.rows.entries()) {
      if (at % trialsPerStep === 0) yield;
      const example = examples[row];
      const isOther = scores === otherTopic;
      const isOutside = example !== undefined && isOutOfScope(example);
      trials.push({
        ...findBest(scores, at, (topic) => {
          const isOwn = !isOther && example?.topics.has(topic) === true;
          const bonus = hits.get(row)?.has(topic) === true ? phraseBonus : 0;
          return (biases[topic] ?? 0) + bonus + (isOwn ? lead * (scores.gains[at] ?? 0) : 0);
        }),
        topics: isOther || example === undefined ? noTopics : example.topics,
        weight: isOther ? otherWeight : isOutside ? 1 : 0,
      });
    }
  }
  return trials;
}

/** How much higher the topics score their own unseen questions than the mean topic does; at least 0. */
function meanLead(examples: readonly Example[], { rows, byTopic }: HeldOutScores): number {
  let lead = 0;
  let count = 0;
  rows.forEach((row, at) => {
    const [own] = examples[row]?.topics ?? [];
    if (own === undefined) return;
    const mean = byTopic.reduce((sum, scores) => sum + (scores[at] ?? 0), 0) / byTopic.length;
    lead += (byTopic[own]?.[at] ?? 0) - mean;
    count++;
  });
  return Math.max(0, lead / Math.max(1, count));
}

function findBest(
  { byTopic }: HeldOutScores,
  at: number,
  biasOf: (topic: number) => number,
): Pick<Trial, "best" | "score"> {
  let best = -1;
  let highest = Number.NEGATIVE_INFINITY;
  for (const [topic, scores] of byTopic.entries()) {
    const score = (scores[at] ?? 0) + biasOf(topic);
    if (score <= highest) continue;
    highest = score;
    best = topic;
  }
  return { best, score: highest };
}
