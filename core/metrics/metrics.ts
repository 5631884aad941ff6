/** Describes a metric. All metrics are listed in `core/metrics/README.md`. */
export interface MetricDescription {
  /** The name by the rules of Prometheus, with its unit: `handbill_requests_total`. */
  readonly name: string;
  /** The meaning of the metric, in one sentence. */
  readonly help: string;
  /** The names of the labels. Each label has few values. Default: none. */
  readonly labels?: readonly string[] | undefined;
}

/** Adds to a counter, observes a value, or sets a gauge. `values`: one for each label, in their order. */
export type Measure = (value: number, ...values: readonly string[]) => void;

/**
 * Receives measurements: `createMetrics()` of `handbill` for Prometheus, `openTelemetryMetrics()` of `handbill/opentelemetry`, or
 * one of yours. Its functions must not throw. A name that is used twice means the same metric.
 */
export interface Metrics {
  /** A sum that only grows. */
  readonly counter: (description: MetricDescription) => Measure;
  /** Values in buckets. `bounds`: the upper bounds of the buckets, ascending, without infinity. */
  readonly histogram: (description: MetricDescription, bounds: readonly number[]) => Measure;
  /** A value that is read whenever the metrics are read. A rejection leaves it out of this reading. */
  readonly gauge: (description: MetricDescription, read: (set: Measure) => void | Promise<void>) => void;
}

/** Upper bounds in seconds for calls over a network. */
export const callSeconds: readonly number[] = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5,
];

/** Upper bounds in seconds for work in memory. */
export const workSeconds: readonly number[] = [
  0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.25,
];

/** Upper bounds for batch sizes, up to the largest batch. */
export const batchSizes: readonly number[] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];
