import type { Measure, MetricDescription, Metrics } from "./metrics.ts";
import { writeMetric } from "./prometheus-text.ts";
import type { Series, StoredMetric } from "./stored-metric.ts";

/** Metrics in memory, which Prometheus reads. */
export interface MetricsRegistry extends Metrics {
  /** All metrics in the text format of Prometheus, version 0.0.4. Never rejects. */
  readonly text: () => Promise<string>;
}

/** The most series of a metric. Further ones are counted as one series, whose labels are `other`. */
const maxSeries = 1_000;

/** Creates empty metrics. Pass them to `createHandbill` and `createManagement`, which serves them. */
export function createMetrics(): MetricsRegistry {
  const metrics = new Map<string, StoredMetric>();
  const gauges = new Map<string, (set: Measure) => void | Promise<void>>();
  let reading: Promise<void> | undefined;
  const store = (
    description: MetricDescription,
    type: StoredMetric["type"],
    bounds: readonly number[] = [],
  ): StoredMetric => {
    const known = metrics.get(description.name);
    if (known !== undefined) return known;
    const metric: StoredMetric = { ...description, type, bounds, series: new Map() };
    metrics.set(description.name, metric);
    // Without labels there is a value from the beginning, so that its first growth shows.
    if (type !== "gauge" && description.labels === undefined) seriesOf(metric, []);
    return metric;
  };
  return {
    counter: (description) => {
      const metric = store(description, "counter");
      return (value, ...values) => {
        seriesOf(metric, values).total += value;
      };
    },
    histogram: (description, bounds) => {
      const metric = store(description, "histogram", bounds);
      return (value, ...values) => {
        const series = seriesOf(metric, values);
        const found = bounds.findIndex((bound) => value <= bound);
        const index = found < 0 ? bounds.length : found;
        series.buckets[index] = (series.buckets[index] ?? 0) + 1;
        series.total += value;
      };
    },
    gauge: (description, read) => {
      store(description, "gauge");
      gauges.set(description.name, read);
    },
    text: async () => {
      // Readers at the same time share one reading, because each begins by emptying the gauges.
      reading ??= Promise.all([...gauges].map(([name, read]) => readGauge(metrics.get(name), read)))
        .then(() => undefined)
        .finally(() => {
          reading = undefined;
        });
      await reading;
      return [...metrics.values()].map(writeMetric).join("");
    },
  };
}

/** A failed reading leaves the gauge empty, because an old value would look like a current one. */
async function readGauge(
  metric: StoredMetric | undefined,
  read: (set: Measure) => void | Promise<void>,
): Promise<void> {
  if (metric === undefined) return;
  metric.series.clear();
  try {
    await read((value, ...values) => {
      seriesOf(metric, values).total = value;
    });
  } catch {
    metric.series.clear();
  }
}

function seriesOf(metric: Pick<StoredMetric, "series" | "bounds">, values: readonly string[]): Series {
  const { series, bounds } = metric;
  const key = values.length === 1 ? (values[0] ?? "") : values.join("\0");
  const known = series.get(key);
  if (known !== undefined) return known;
  if (series.size >= maxSeries && values.some((value) => value !== "other")) {
    return seriesOf(
      metric,
      values.map(() => "other"),
    );
  }
  const added: Series = { values, total: 0, buckets: new Array<number>(bounds.length + 1).fill(0) };
  series.set(key, added);
  return added;
}
