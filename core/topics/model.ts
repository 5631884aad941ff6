import { createFeatureFilter, type FeatureFilter } from "./feature-filter.ts";
import { createFeatureTable, type FeatureTable } from "./feature-table.ts";
import type { TrainedTopic } from "./trained-document.ts";

/** The trained topics of a catalogue in one model. A topic is its index in a list. */
export interface Model {
  /** False: no topic has a weight. */
  readonly isTrained: boolean;
  /** The weights of words and their parts. */
  readonly words: FeatureTable;
  /** The weights of bigrams, and of trigrams of scripts without spaces. */
  readonly ngrams: FeatureTable;
  /** The features of `ngrams`. */
  readonly ngramFilter: FeatureFilter;
  /** By topic: the unit of its weights; `NaN` without a model. */
  readonly units: Float64Array;
  /** By topic: the score of an empty text. */
  readonly biases: Float64Array;
  /** By topic: the score from which on the model matches. */
  readonly thresholds: Float64Array;
}

const millionth = 1e-6;

/** Combines trained topics; `undefined` for a topic without a model. */
export function createModel(trained: readonly (TrainedTopic | undefined)[]): Model {
  const millionths = (read: (topic: TrainedTopic) => number): Float64Array =>
    Float64Array.from(trained, (topic) => (topic === undefined ? Number.NaN : read(topic) * millionth));
  return {
    isTrained: trained.some(
      (topic) => topic !== undefined && topic.words.features.length + topic.ngrams.features.length > 0,
    ),
    words: createFeatureTable(trained.map((topic) => topic?.words)),
    ngrams: createFeatureTable(trained.map((topic) => topic?.ngrams)),
    ngramFilter: createFeatureFilter(trained.map((topic) => topic?.ngrams.features)),
    units: millionths(({ unit }) => unit),
    biases: millionths(({ bias }) => bias),
    thresholds: millionths(({ threshold }) => threshold),
  };
}
