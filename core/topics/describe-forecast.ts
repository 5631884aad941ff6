import type { Topic } from "../catalog/topic.ts";
import { textsOf } from "../catalog/topic-texts.ts";
import { areTrained } from "./compiled-topics.ts";
import { hasExamples, isTrainable } from "./declaration.ts";
import type { TopicForecast } from "./forecast.ts";
import { forecastOf } from "./trained-document.ts";

/** A topic's forecast in sentences. */
export interface DescribedForecast {
  readonly topicId: string;
  /** `null`: the topic has no valid model. */
  readonly forecast: TopicForecast | null;
  /** One sentence about the topic's matches. */
  readonly summary: string;
  /** Sentences, each with a step that improves the topic. */
  readonly advice: readonly string[];
}

/** A topic with fewer examples gets advice. */
const fewExamples = 20;
/** A catalogue with fewer out-of-scope questions gets advice. */
const fewOutOfScope = 200;
/** With fewer measured out-of-scope questions, one of them is more than 5 %. */
const roughBelow = 20;
/** With fewer measured examples, the share that is recognised says little about what users write. */
const roughExamplesBelow = 10;
/** Fewer measured out-of-scope questions say nothing about questions of other kinds, and nothing below 1 %. */
const fewMeasured = 400;
/** The number of overlapping topics that the advice names. */
const namedOverlaps = 2;
/** The least number of examples that make an overlap. */
const minOverlap = 2;

/** Describes a topic. `topics` are all topics of the catalogue, because a model is valid only with all their declarations. */
export function describeForecast(topic: Topic, topics: readonly Topic[]): DescribedForecast {
  const forecast = areTrained(topics) ? readForecast(topic) : undefined;
  if (forecast === undefined) {
    const summary = "Matched by phrases only.";
    return { topicId: topic.id, forecast: null, summary, advice: adviseUntrained(topic, topics) };
  }
  return {
    topicId: topic.id,
    forecast,
    summary: summarise(forecast, "match"),
    advice: [...adviseOnExamples(topic), ...adviseOnOverlaps(forecast)],
  };
}

/** What the models of changed topics will do. */
export interface DescribedForecasts {
  /** The topics that have examples or a model. */
  readonly forecasts: readonly DescribedForecast[];
  /** Sentences for all topics together, each with a step that improves them. */
  readonly advice: readonly string[];
}

/** Describes stored or planned topics. After a training `topics` are all topics of the catalogue, because each has a new model. */
export function describeForecasts(topics: readonly Topic[]): DescribedForecasts {
  return {
    forecasts: topics
      .filter((topic) => hasExamples(topic) || topic.trained !== undefined)
      .map((topic) => describeForecast(topic, topics)),
    advice: adviseOnOutOfScope(topics),
  };
}

/** Summarises the forecasts of all topics in one sentence. */
export function summariseForecasts(forecasts: readonly TopicForecast[]): string {
  const sum = (read: (forecast: TopicForecast) => number): number =>
    forecasts.reduce((all, forecast) => all + read(forecast), 0);
  const whole = {
    examples: sum(({ examples }) => examples),
    recognised: sum(({ recognised }) => recognised),
    // A question that matches two topics counts twice.
    falseMatches: Math.min(
      1,
      sum(({ falseMatches }) => falseMatches),
    ),
    // All topics are measured on the same questions.
    outOfScope: forecasts[0]?.outOfScope ?? 0,
  };
  return `${forecasts.length} topics: ${summarise(whole, "match a topic")}`;
}

/** Advice for all topics together, because the out-of-scope questions of each topic count for all. */
export function adviseOnOutOfScope(topics: readonly Topic[]): readonly string[] {
  const count = topics.reduce((all, { outOfScopeExamples }) => all + textsOf(outOfScopeExamples).length, 0);
  if (count >= fewOutOfScope || !areTrained(topics)) return [];
  return [
    `Add out-of-scope questions: the catalogue has ${count || "none"}. ${fewOutOfScope} are a start, 1,000 to 2,000 suffice.`,
  ];
}

/** Topics never change in place, and models are long, so each is read once. */
const forecasts = new WeakMap<Topic, TopicForecast | undefined>();

function readForecast(topic: Topic): TopicForecast | undefined {
  if (!forecasts.has(topic)) forecasts.set(topic, forecastOf(topic));
  return forecasts.get(topic);
}

const rough = " (a rough estimate)";

function summarise(
  { examples, recognised, falseMatches, outOfScope }: Omit<TopicForecast, "overlaps">,
  verb: string,
): string {
  const all = `${examples} example${examples === 1 ? "" : "s"}`;
  const own =
    examples === 0
      ? "No example was measured"
      : `${recognised === 0 ? "None" : `About ${recognised}`} of ${all} would be recognised`;
  const isFew = outOfScope < fewMeasured;
  const percent = Math.max(isFew ? 1 : 0, Math.round(falseMatches * 100));
  const share = falseMatches < 0.01 && !isFew ? "fewer than 1 %" : `about ${percent} %`;
  const kind = isFew && outOfScope > 0 ? ", if they are like the declared ones" : "";
  const ownPrecision = examples > 0 && examples < roughExamplesBelow ? rough : "";
  const precision = outOfScope < roughBelow ? rough : "";
  return `${own}${ownPrecision}; ${share} of other questions would ${verb}${kind}${precision}.`;
}

function adviseUntrained(topic: Topic, topics: readonly Topic[]): readonly string[] {
  if (isTrainable(topics)) return ["Save a topic or apply the catalogue to train the models."];
  return hasExamples(topic)
    ? ["Add out-of-scope questions (outOfScopeExamples) or a second topic, so that its examples count, too."]
    : [];
}

function adviseOnExamples({ examples }: Topic): readonly string[] {
  const count = textsOf(examples).length;
  if (count >= fewExamples) return [];
  const wording = count < roughExamplesBelow ? " Word them as users write." : "";
  return [`Add examples: it has ${count || "none"}. ${fewExamples} are a start, 100 are better.${wording}`];
}

function adviseOnOverlaps({ examples, overlaps }: TopicForecast): readonly string[] {
  const named = overlaps
    .map(({ topicId, share }) => ({ topicId, count: Math.round(share * examples) }))
    .filter(({ count }) => count >= minOverlap)
    .slice(0, namedOverlaps)
    .map(({ topicId, count }) => `${topicId} (about ${count} of ${examples} examples)`);
  if (named.length === 0) return [];
  return [`It overlaps with ${named.join(" and ")}: make their examples differ more, or merge the topics.`];
}
