import { createFeatureFilter, type FeatureFilter } from "./feature-filter.ts";
import { createFeatureTable, type FeatureTable } from "./feature-table.ts";
import type { TrainedTopic } from "./trained-document.ts";

/** The trained topics of a catalogue as one. Topics go by their place in a list. */
export interface Model {
  /** False: no topic has learned anything. */
  readonly isTrained: boolean;
  /** Words and their parts. */
  readonly words: FeatureTable;
  /** Words, and letters of scripts without spaces, in a row. */
  readonly rows: FeatureTable;
  readonly rowFilter: FeatureFilter;
  /** By topic; `NaN` without a model. */
  readonly units: Float64Array;
  readonly biases: Float64Array;
  readonly thresholds: Float64Array;
}

const millionth = 1e-6;

export function createModel(trained: readonly (TrainedTopic | undefined)[]): Model {
  const millionths = (read: (topic: TrainedTopic) => number): Float64Array =>
    Float64Array.from(trained, (topic) => (topic === undefined ? Number.NaN : read(topic) * millionth));
  return {
    isTrained: trained.some(
      (topic) => topic !== undefined && topic.words.features.length + topic.rows.features.length > 0,
    ),
    words: createFeatureTable(trained.map((topic) => topic?.words)),
    rows: createFeatureTable(trained.map((topic) => topic?.rows)),
    rowFilter: createFeatureFilter(trained.map((topic) => topic?.rows.features)),
    units: millionths(({ unit }) => unit),
    biases: millionths(({ bias }) => bias),
    thresholds: millionths(({ threshold }) => threshold),
  };
}
