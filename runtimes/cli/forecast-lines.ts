import type { Topic } from "../../core/catalog/entities.ts";
import { hasExamples } from "../../core/topics/declaration.ts";
import {
  adviseOnOutOfScope,
  describeForecast,
  summariseForecasts,
} from "../../core/topics/describe-forecast.ts";
import { printable } from "./terminal.ts";

/** With more topics there is a summary, and the lines of each topic only on request. */
const maxWithoutSummary = 10;

/**
 * What the models of stored or planned topics will do: one or two lines for each topic with examples or a model. After a training
 * `topics` are all topics of the catalogue, because each has a new model.
 */
export function forecastLines(topics: readonly Topic[], isVerbose = false): readonly string[] {
  const described = topics
    .filter((topic) => hasExamples(topic) || topic.trained !== undefined)
    .map((topic) => describeForecast(topic, topics));
  const forecasts = described.flatMap(({ forecast }) => forecast ?? []);
  const lines = described.flatMap(({ topicId, summary, advice }) => [
    `topic ${topicId}: ${summary}`,
    ...(advice.length === 0 ? [] : [`    ${advice.join(" ")}`]),
  ]);
  const hasSummary = forecasts.length > maxWithoutSummary;
  return [
    ...(hasSummary ? [summariseForecasts(forecasts)] : []),
    ...(hasSummary && !isVerbose ? [] : lines),
    ...adviseOnOutOfScope(topics),
  ].map(printable);
}
