import { createMoneyFormat } from "../money-format.ts";
import type { NoAdReason } from "../selection/eligibility.ts";
import type { TopicExplanation } from "../topics/matcher.ts";
import type { RequestExplanation } from "./explain-request.ts";
import type { WithheldReason } from "./withheld.ts";

/** An explanation of a request in sentences, for a reader who debugs a page. */
export interface ExplanationInWords {
  /** The outcome in one sentence. */
  readonly verdict: string;
  /** A sentence for each topic that the question matches, or whose words it has without matching. */
  readonly topics: readonly string[];
  /** A sentence for each eligible campaign, the winner first. Empty for readers who may not see campaigns. */
  readonly eligible: readonly string[];
  /** A sentence for each reason against campaigns. */
  readonly notEligible: readonly string[];
}

/** Facts that the explanation itself does not have. */
export interface WordsOptions {
  /** The currency of all amounts, an ISO 4217 code. */
  readonly currency: string;
  /** The campaign of the ad that the request got. `undefined`: unknown. */
  readonly winner: string | undefined;
  /**
   * Returns the name of a campaign. `undefined`: the reader may not see campaigns. Then the sentences tell neither campaigns,
   * nor their number, nor their worth.
   */
  readonly nameOf: ((campaignId: string) => string) | undefined;
}

/** The text of each reason against a campaign, to follow "The campaign". */
export const passedOverTexts: Readonly<Record<NoAdReason, string>> = {
  no_campaign: "is paused, or has no creative",
  platform: "targets other platforms, or excludes this one",
  placement: "targets other placements, or excludes this one",
  blocked: "is excluded by the platform: its advertiser, or a topic that it targets",
  schedule: "does not run now",
  premium: "is for other accounts",
  topic: "targets topics that the question does not match, or excludes one that it matches",
  format: "has no creative in a format that the request accepts and the platform allows",
  language: "has no creative in this language",
  no_identity: "has a frequency cap, and the request allows no identity",
  message: "does not fit after the message",
  pacing: "is held back by pacing, so that its budget lasts",
  away: "lies in a database that cannot be reached now",
  budget: "has spent its budget",
  daily_budget: "has spent its daily budget",
  unproven_holds: "is held enough for visitors who have not confirmed a view yet",
  frequency_cap: "reached its frequency cap for this user",
};

/** The text of each reason why a platform gets test ads only. */
export const withheldTexts: Readonly<Record<WithheldReason, string>> = {
  suspended: "The platform's publisher is suspended: the platform gets test ads only.",
  review: "The operator has not approved the platform: it gets test ads only.",
};

const maxSentences = 8;
const maxNames = 4;

/** Writes an explanation in sentences. */
export function explainInWords(
  explanation: RequestExplanation,
  { currency, winner, nameOf }: WordsOptions,
): ExplanationInWords {
  const { topics, inTheRunning, passedOver } = explanation;
  return {
    verdict: verdictOf(explanation, winner === undefined ? undefined : nameOf?.(winner)),
    topics: topics
      .filter(({ matched, phrases }) => matched || phrases.length > 0)
      .slice(0, maxSentences)
      .map(topicSentence),
    eligible:
      nameOf === undefined
        ? []
        : inTheRunning
            .toSorted((a, b) => Number(b.campaignId === winner) - Number(a.campaignId === winner))
            .slice(0, maxSentences)
            .map((campaign) => eligibleSentence(campaign, campaign.campaignId === winner, nameOf, currency)),
    notEligible: passedOver.map(({ reason, campaigns, campaignIds }) => {
      const text = passedOverTexts[reason];
      if (nameOf === undefined) return `A campaign ${text}.`;
      const names = campaignIds.slice(0, maxNames).map(nameOf).join(", ");
      const more = campaigns > maxNames ? ` and ${campaigns - maxNames} more` : "";
      return `${names}${more}: the campaign ${text}.`;
    }),
  };
}

function verdictOf(
  { withheld, sensitive, inTheRunning }: RequestExplanation,
  winner: string | undefined,
): string {
  if (withheld !== null) return withheldTexts[withheld];
  if (sensitive.length > 0) return "No ad: the text is about a sensitive subject.";
  if (winner !== undefined)
    return `${winner} won. The highest random draw wins, and the ad that this visitor saw last ranks behind.`;
  return inTheRunning.length > 0
    ? "At least one campaign is eligible. The highest random draw wins."
    : "No campaign is eligible, so the request gets no ad.";
}

function topicSentence({ topicId, matched, confidence, phrases }: TopicExplanation): string {
  const words = phrases.map(({ phrase }) => `“${phrase}”`).join(", ");
  if (!matched) return `The question has the words ${words}, but is not about ${topicId}.`;
  const evidence = words === "" ? "by the examples of the topic" : `by the words ${words}`;
  return `The question is about ${topicId}, ${evidence}: confidence ${Math.round(confidence * 100)} %.`;
}

function eligibleSentence(
  { campaignId, topicId, relevance, worth }: RequestExplanation["inTheRunning"][number],
  hasWon: boolean,
  nameOf: (campaignId: string) => string,
  currency: string,
): string {
  const { amount } = createMoneyFormat(currency);
  const cpm = (micros: number): string => amount(Math.round(micros / 10) * 10_000);
  const [least, most] = [cpm(worth.least), cpm(worth.most)];
  const why =
    topicId === undefined
      ? "it targets no topic"
      : `it targets ${topicId}, relevance ${relevance.toFixed(2)}`;
  return `${nameOf(campaignId)} ${hasWon ? "won" : "was eligible"}: ${why}. Its worth is ${least}${most === least ? "" : ` to ${most}`} CPM.`;
}
