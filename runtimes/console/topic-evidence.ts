import type { HeldBack, TopicExplanation } from "../../core/topics/matcher.ts";
import { badge, table } from "./components.ts";
import { type Html, html } from "./html.ts";
import type { PageContext } from "./page-context.ts";

/** Shows the topics of a question, and the evidence for each. */
export function showEvidence(topics: readonly TopicExplanation[], context: PageContext): Html {
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
  "Held back",
];

const reasons: Readonly<Record<HeldBack["reason"], string>> = {
  negation: "negated",
  mixed_scripts: "letters of two scripts",
  keyword_list: "list of keywords: two topics are enough",
  position: "phrase deep inside a long text",
};

function cellsOf(topic: TopicExplanation, context: PageContext) {
  const { topicId, matched, confidence, score, threshold, phrases, features, heldBack } = topic;
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
    heldBack.map(({ reason, texts }) => [reasons[reason], ...texts].join(": ")).join(", ") || "–",
  ];
}
