import type { Series, StoredMetric } from "./stored-metric.ts";

/** The content type of {@link writeMetric}. */
export const prometheusType = "text/plain; version=0.0.4; charset=utf-8";

/** Writes a metric in Prometheus' text format 0.0.4. A metric without series has only its head. */
export function writeMetric(metric: StoredMetric): string {
  const { name, help, type } = metric;
  const lines = [
    `# HELP ${name} ${help.replaceAll("\\", "\\\\").replaceAll("\n", "\\n")}`,
    `# TYPE ${name} ${type}`,
  ];
  for (const series of metric.series.values()) {
    if (type === "histogram") lines.push(...histogramLines(metric, series));
    else lines.push(`${name}${labelsOf(metric, series)} ${series.total}`);
  }
  return `${lines.join("\n")}\n`;
}

function histogramLines(metric: StoredMetric, series: Series): readonly string[] {
  const { name, bounds } = metric;
  let count = 0;
  const buckets = [...bounds, "+Inf"].map((bound, index) => {
    count += series.buckets[index] ?? 0;
    return `${name}_bucket${labelsOf(metric, series, `le="${bound}"`)} ${count}`;
  });
  const labels = labelsOf(metric, series);
  return [...buckets, `${name}_sum${labels} ${series.total}`, `${name}_count${labels} ${count}`];
}

function labelsOf({ labels = [] }: StoredMetric, { values }: Series, more?: string): string {
  const pairs = labels.map((label, index) => `${label}="${escapeValue(values[index] ?? "")}"`);
  if (more !== undefined) pairs.push(more);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

function escapeValue(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
