import { featureBits } from "./features.ts";
import type { TrainedTopic } from "./trained-document.ts";

/** The trained topics of a catalogue in one model. A topic is its index in a list. */
export interface Model {
  /** False: no topic has a weight. */
  readonly isTrained: boolean;
  /** By the first bits of a feature: 0 when no such feature has a weight, as nearly all bigrams. */
  readonly known: Uint8Array;
  /** By feature: where its entry begins in `entries`. */
  readonly starts: ReadonlyMap<number, number>;
  /** For each feature: the number of its weights, then each topic and its weight. */
  readonly entries: Int32Array;
  /** By topic: the unit of its weights; `NaN` without a model. */
  readonly units: Float64Array;
  /** By topic: the score of an empty text. */
  readonly biases: Float64Array;
  /** By topic: the score from which on the model matches. */
  readonly thresholds: Float64Array;
}
const millionth = 1e-6;
/** Leaves 18 bits of a feature. */
const knownShift = featureBits - 18;

/**
 * A phrase adds this to the score of its topic, which must then exceed the threshold. So a phrase in a longer question decides
 * unless the model contradicts it.
 */
export const phraseBonus = 0.5;

/** Whether the model contradicts the phrases of a topic. Never without a model, whose scores are `NaN`. */
export function isContradicted({ thresholds }: Model, scores: Float64Array, topic: number): boolean {
  return (scores[topic] ?? 0) + phraseBonus <= (thresholds[topic] ?? 0);
}

/** Combines trained topics; `undefined` for a topic without a model. */
export function createModel(trained: readonly (TrainedTopic | undefined)[]): Model {
  const millionths = (read: (topic: TrainedTopic) => number): Float64Array =>
    Float64Array.from(trained, (topic) => (topic === undefined ? Number.NaN : read(topic) * millionth));
  const weights = combineWeights(trained);
  return {
    isTrained: weights.starts.size > 0,
    ...weights,
    units: millionths(({ unit }) => unit),
    biases: millionths(({ bias }) => bias),
    thresholds: millionths(({ threshold }) => threshold),
  };
}

/** Calls `visit` with each topic that has a weight for the feature. */
export function eachWeight(
  { known, starts, entries }: Model,
  feature: number,
  visit: (topic: number, weight: number) => void,
): void {
  if (known[feature >>> knownShift] === 0) return;
  const start = starts.get(feature);
  if (start === undefined) return;
  const end = start + 1 + 2 * (entries[start] ?? 0);
  for (let at = start + 1; at < end; at += 2) visit(entries[at] ?? 0, entries[at + 1] ?? 0);
}

function combineWeights(
  trained: readonly (TrainedTopic | undefined)[],
): Pick<Model, "known" | "starts" | "entries"> {
  const lists = trained.flatMap((topic, index) =>
    topic === undefined ? [] : [topic.words, topic.ngrams].map((list) => ({ ...list, topic: index })),
  );
  const counts = new Map<number, number>();
  for (const { features } of lists) {
    for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  }
  let size = 0;
  const known = new Uint8Array(lists.length === 0 ? 0 : 2 ** (featureBits - knownShift));
  const starts = new Map<number, number>();
  for (const [feature, count] of counts) {
    known[feature >>> knownShift] = 1;
    starts.set(feature, size);
    size += 1 + 2 * count;
  }
  const entries = new Int32Array(size);
  for (const { features, weights, topic } of lists) {
    features.forEach((feature, index) => {
      const start = starts.get(feature) ?? 0;
      const used = entries[start] ?? 0;
      entries[start] = used + 1;
      entries[start + 1 + 2 * used] = topic;
      entries[start + 2 + 2 * used] = weights[index] ?? 0;
    });
  }
  return { known, starts, entries };
}
