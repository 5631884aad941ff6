import { type DescribedForecasts, summariseForecasts } from "../../core/topics/describe-forecast.ts";
import { printable } from "./terminal.ts";

/** With more topics there is a summary, and the lines of each topic only on request. */
const maxWithoutSummary = 10;

/** What the models of topics will do: one or two lines for each topic. */
export function forecastLines(
  { forecasts, advice }: DescribedForecasts,
  isVerbose = false,
): readonly string[] {
  const measured = forecasts.flatMap(({ forecast }) => forecast ?? []);
  const lines = forecasts.flatMap(({ topicId, summary, advice: ofTopic }) => [
    `topic ${topicId}: ${summary}`,
    ...(ofTopic.length === 0 ? [] : [`    ${ofTopic.join(" ")}`]),
  ]);
  const hasSummary = measured.length > maxWithoutSummary;
  return [
    ...(hasSummary ? [summariseForecasts(measured)] : []),
    ...(hasSummary && !isVerbose ? [] : lines),
    ...advice,
  ].map(printable);
}
