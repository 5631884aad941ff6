import * as v from "valibot";
import type { Topic } from "../catalog/entities.ts";
import { maxTitleCharacters } from "../contract/limits.ts";
import { text } from "../contract/text.ts";
import { compileTopics } from "../topics/compile.ts";
import type { TopicMatcher } from "../topics/matcher.ts";
import { topicEvidence } from "./explain-shapes.ts";
import { noQuery, type Route, route } from "./route.ts";

const matchers = new WeakMap<ReadonlyMap<string, Topic>, TopicMatcher>();

/** Matches a question to topics. The routes of entities read and change the topics themselves. */
export const topicRoutes: readonly Route[] = [
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
