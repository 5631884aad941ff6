import * as v from "valibot";
import { badge, table } from "./components.ts";
import { type Html, html } from "./html.ts";
import type { PageContext } from "./page-context.ts";

/** The evidence for a topic in a question, as the API answers it. */
export interface TopicEvidence {
  readonly topicId: string;
  readonly matched: boolean;
  readonly confidence: number;
  readonly score?: number | undefined;
  readonly threshold?: number | undefined;
  readonly phrases: readonly { readonly phrase: string; readonly decides: boolean }[];
  readonly features: readonly { readonly feature: string; readonly weight: number }[];
}

export const topicEvidence: v.GenericSchema<unknown, TopicEvidence> = v.object({
  topicId: v.string(),
  matched: v.boolean(),
  confidence: v.number(),
  score: v.optional(v.number()),
  threshold: v.optional(v.number()),
  phrases: v.array(v.object({ phrase: v.string(), decides: v.boolean() })),
  features: v.array(v.object({ feature: v.string(), weight: v.number() })),
});

/** Shows the topics of a question, and the evidence for each. */
export function showEvidence(topics: readonly TopicEvidence[], context: PageContext): Html {
  const matched = topics.filter((topic) => topic.matched);
  const about = matched.map(({ topicId }, index) => html`${index > 0 && ", "}<strong>${topicId}</strong>`);
  return html`<p class="verdict">${matched.length === 0 ? "No topic matches: only ads without topic targeting are shown." : html`Matches ${about}.`}</p>
${
  topics.length > 0 &&
  table(
    "Evidence by topic",
    columns,
    topics.map((topic) => cellsOf(topic, context)),
  )
}`;
}

const columns = [
  "Topic",
  "Matched",
  { label: "Confidence", isNumber: true },
  { label: "Score", isNumber: true },
  "Phrases",
  "Words of the examples",
];

function cellsOf(topic: TopicEvidence, context: PageContext) {
  const { topicId, matched, confidence, score, threshold, phrases, features } = topic;
  const weights = features.map(
    ({ feature, weight }) => `${feature} ${weight > 0 ? "+" : ""}${weight.toFixed(2)}`,
  );
  return [
    context.may("replace-topic")
      ? html`<a href="${context.at(`topics/${encodeURIComponent(topicId)}`)}">${topicId}</a>`
      : topicId,
    matched ? badge("matched", "good") : badge("no"),
    matched ? `${Math.round(confidence * 100)} %` : "–",
    score === undefined ? "–" : `${score.toFixed(2)} of ${(threshold ?? 0).toFixed(2)}`,
    phrases.map(({ phrase }) => phrase).join(", ") || "–",
    weights.join(", ") || "–",
  ];
}
