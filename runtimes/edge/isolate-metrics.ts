import type { Measure, Metrics } from "../../core/metrics/metrics.ts";

/**
 * Counters and histograms that all requests of an isolate share: each is created once, although each request has an instance of its
 * own. Gauges read one instance, so they are left out.
 */
export function isolateMetrics(metrics: Metrics): Metrics {
  const created = new Map<string, Measure>();
  const once = (name: string, create: () => Measure): Measure => {
    const measure = created.get(name) ?? create();
    created.set(name, measure);
    return measure;
  };
  return {
    counter: (description) => once(description.name, () => metrics.counter(description)),
    histogram: (description, bounds) => once(description.name, () => metrics.histogram(description, bounds)),
    gauge: () => {},
  };
}
