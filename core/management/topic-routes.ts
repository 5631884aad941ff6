import * as v from "valibot";
import type { Topic } from "../catalog/entities.ts";
import { maxTitleCharacters } from "../contract/limits.ts";
import { text } from "../contract/text.ts";
import { compileTopics } from "../topics/compile.ts";
import type { TopicMatcher } from "../topics/matcher.ts";
import { topicEvidence } from "./explain-shapes.ts";
import { noQuery, type Route, route } from "./route.ts";

const matchers = new WeakMap<ReadonlyMap<string, Topic>, TopicMatcher>();

/** What questions are about. Topics themselves are read and changed as every object of the catalogue. */
export const topicRoutes: readonly Route[] = [
  route({
    method: "POST",
    // Not below `/topics/`: any word may be the id of a topic.
    path: "/try-question",
    name: "try-question",
    tag: "topics",
    summary: "What a question is about, and what speaks for each topic. Nothing of it is kept.",
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

/** Compiled once for each state of the catalogue. */
function matcherOf(topics: ReadonlyMap<string, Topic>): TopicMatcher {
  const matcher = matchers.get(topics) ?? compileTopics(topics.values());
  matchers.set(topics, matcher);
  return matcher;
}
