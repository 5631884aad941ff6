import type { MetricDescription } from "./metrics.ts";

/** One value of a metric, or the buckets of a histogram. */
export interface Series {
  readonly values: readonly string[];
  /** The value, or the sum of a histogram. */
  total: number;
  /** Of a histogram: the number of values up to each bound, and beyond the last one. */
  readonly buckets: number[];
}

/** A metric with its series. */
export interface StoredMetric extends MetricDescription {
  readonly type: "counter" | "gauge" | "histogram";
  readonly bounds: readonly number[];
  readonly series: Map<string, Series>;
}
