import type { TopicForecast, TopicOverlap } from "../forecast.ts";
import type { Trial } from "./trials.ts";

/** A smaller share of a topic's examples is no overlap. */
const minOverlap = 0.1;
/** The most overlaps of a forecast. */
const maxOverlaps = 5;
/** The forecast counts one more false match, so that few questions do not promise that there will be none. */
const assumedFalseMatches = 1;

/** What the trials did with one topic. */
interface Counts {
  examples: number;
  recognised: number;
  falseMatches: number;
  /** Examples that another topic matched, by that topic. */
  readonly mistaken: Map<number, number>;
}

/** Counts what the models do with questions that they were trained without. `ids` and `thresholds` are by topic. */
export function predict(
  trials: readonly Trial[],
  ids: readonly string[],
  thresholds: readonly number[],
): readonly TopicForecast[] {
  const counts = ids.map(
    (): Counts => ({ examples: 0, recognised: 0, falseMatches: 0, mistaken: new Map() }),
  );
  for (const trial of trials) {
    const matched = trial.score > (thresholds[trial.best] ?? 0) ? trial.best : -1;
    const wrong = counts[matched];
    if (wrong !== undefined) wrong.falseMatches += trial.weight;
    for (const topic of trial.topics) {
      const own = counts[topic];
      if (own !== undefined) countExample(own, topic, matched, trial.topics);
    }
  }
  const outOfScope = trials.filter(({ weight }) => weight === 1).length;
  const whole = trials.reduce((sum, { weight }) => sum + weight, assumedFalseMatches);
  return counts.map(({ examples, recognised, falseMatches, mistaken }) => ({
    examples,
    recognised,
    falseMatches: (falseMatches + assumedFalseMatches / ids.length) / whole,
    outOfScope,
    overlaps: [...mistaken]
      .map(([topic, count]): TopicOverlap => ({ topicId: ids[topic] ?? "", share: count / examples }))
      .filter(({ share }) => share >= minOverlap)
      .sort((a, b) => b.share - a.share || (a.topicId < b.topicId ? -1 : 1))
      .slice(0, maxOverlaps),
  }));
}

function countExample(own: Counts, topic: number, matched: number, topics: ReadonlySet<number>): void {
  own.examples++;
  if (matched === topic) own.recognised++;
  else if (matched >= 0 && !topics.has(matched)) {
    own.mistaken.set(matched, (own.mistaken.get(matched) ?? 0) + 1);
  }
}
