import * as v from "valibot";
import type { Topic } from "../catalog/topic.ts";
import { maxTitleCharacters } from "../contract/limits.ts";
import { text } from "../contract/text.ts";
import { compileTopics } from "../topics/compile.ts";
import { adviseOnOutOfScope, type DescribedForecast, describeForecast } from "../topics/describe-forecast.ts";
import type { TopicMatcher } from "../topics/matcher.ts";
import { topicEvidence } from "./explain-shapes.ts";
import { notFound } from "./problem.ts";
import { noBody, noQuery, type Route, route } from "./route.ts";

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));

/** What a topic's model will do (`DescribedForecast`). */
export const topicForecast: v.GenericSchema<unknown, DescribedForecast> = v.pipe(
  v.strictObject({
    topicId: v.string(),
    forecast: v.nullable(
      v.strictObject({
        examples: v.pipe(count, v.description("Examples that were scored by models trained without them.")),
        recognised: v.pipe(count, v.description("The number of these examples that the topic would match.")),
        falseMatches: v.pipe(
          share,
          v.description("The share of other questions that would match the topic."),
        ),
        outOfScope: v.pipe(count, v.description("Out-of-scope questions that it was measured on.")),
        overlaps: v.array(v.strictObject({ topicId: v.string(), share })),
      }),
    ),
    summary: v.string(),
    advice: v.array(v.string()),
  }),
  v.title("TopicForecast"),
);

const matchers = new WeakMap<ReadonlyMap<string, Topic>, TopicMatcher>();

/** Matches a question to topics, and tells what a topic will match. The routes of entities read and change the topics themselves. */
export const topicRoutes: readonly Route[] = [
  route({
    method: "GET",
    // Not a field of the topic, because callers send a topic back as its replacement.
    path: "/topics/:id/forecast",
    name: "read-topic-forecast",
    tag: "topics",
    summary: "What the topic's model will do, estimated by cross-validation, with advice.",
    roles: ["operator", "publisher", "advertiser"],
    query: noQuery,
    body: noBody,
    answer: topicForecast,
    status: 200,
    run: async ({ id }, { view }) => {
      const topic = view.topics.get(id);
      if (topic === undefined) return notFound;
      const topics = [...view.topics.values()];
      const described = describeForecast(topic, topics);
      return { json: { ...described, advice: [...described.advice, ...adviseOnOutOfScope(topics)] } };
    },
  }),
  route({
    method: "POST",
    // Not below `/topics/`, where any word may be the id of a topic.
    path: "/try-question",
    name: "try-question",
    tag: "topics",
    summary: "The topics of a question, with the evidence for each. The question is not stored.",
    roles: ["operator", "publisher", "advertiser"],
    query: noQuery,
    body: v.strictObject({ question: text(0, maxTitleCharacters) }),
    answer: v.strictObject({ topics: v.array(topicEvidence) }),
    status: 200,
    example: { body: { question: "Which running shoes are good for rain?" } },
    run: async ({ body }, { view }) => ({
      json: { topics: matcherOf(view.topics).explain(body.question) },
    }),
  }),
];

/** Compiles the topics once for each state of the catalogue. */
function matcherOf(topics: ReadonlyMap<string, Topic>): TopicMatcher {
  const matcher = matchers.get(topics) ?? compileTopics(topics.values());
  matchers.set(topics, matcher);
  return matcher;
}
