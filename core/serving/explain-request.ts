import * as v from "valibot";
import type { Context } from "../contract/ad-fields.ts";
import { defaultPlacement } from "../contract/ad-request.ts";
import { context, questionOf } from "../contract/context.ts";
import { adFormats, type CreativeFormat, creativeFormats } from "../contract/formats.ts";
import { languageCode } from "../contract/language.ts";
import { anyText } from "../contract/text.ts";
import type { NoAdReason, Slot } from "../selection/eligibility.ts";
import { type CampaignExplanation, explain } from "../selection/explain.ts";
import type { LiveIndex } from "../selection/live-index.ts";
import { allowedFormats, exclusionsOf } from "../selection/platform-exclusions.ts";
import type { Snapshot } from "../selection/snapshot.ts";
import type { EpochMs } from "../timing/clock.ts";
import type { TopicExplanation } from "../topics/matcher.ts";
import { shownText } from "./bot-markup.ts";
import { type FindSensitive, messageText, type SensitiveMatch, textsOf } from "./sensitive-text.ts";
import { type WithheldReason, withheldReason } from "./withheld.ts";

/** A request to explain: the fields of an ad request (contract.md §2.1), without the identity of a user. */
export interface ExplainRequest {
  /** A registered platform, `pf_…`. */
  readonly platform_id: string;
  /** Default `chat`. */
  readonly placement: string;
  /** A BCP 47 language tag. Default `en`. */
  readonly language_code: string;
  /** The accepted formats. `bot` explains the ads of messenger bots. Default: all web formats. */
  readonly accept_formats: readonly CreativeFormat[];
  /** The content around the ad. Default: a conversation without a question. */
  readonly context: Context;
  /** The message of a messenger bot, for the format `bot`. Default: empty. */
  readonly message: string;
  /** Whether the user has a premium account of the messenger. Default false. */
  readonly is_premium: boolean;
}

export const explainRequest: v.GenericSchema<unknown, ExplainRequest> = v.strictObject({
  platform_id: v.string(),
  placement: v.optional(v.string(), defaultPlacement),
  language_code: v.optional(languageCode, "en"),
  /** `bot` asks for the ads of messenger bots. */
  accept_formats: v.optional(v.pipe(v.array(v.picklist(creativeFormats)), v.minLength(1)), [...adFormats]),
  context: v.optional(context, { type: "conversation" }),
  message: v.optional(anyText, ""),
  is_premium: v.optional(v.boolean(), false),
});

/** Why a request gets this ad or none, as this instance sees it now. */
export interface RequestExplanation {
  /** Why the platform gets test ads only, whatever the campaigns; `null`: it gets ads. */
  readonly withheld: WithheldReason | null;
  /** The sensitive subjects of the text, beside which no ad stands; at most {@link maxSensitive}. Empty: none. */
  readonly sensitive: readonly SensitiveMatch[];
  /** The topics of the question, with the evidence for each. */
  readonly topics: readonly TopicExplanation[];
  /** Campaigns that may be shown, by descending expected worth; at most {@link maxNamed}. */
  readonly inTheRunning: readonly Extract<CampaignExplanation, { readonly passedOver?: undefined }>[];
  /** Campaigns that may not be shown, by reason: their number and some of them, at most {@link maxNamed} in all. */
  readonly passedOver: readonly {
    readonly reason: NoAdReason;
    readonly campaigns: number;
    readonly campaignIds: readonly string[];
  }[];
  /** Limits that only the store judges, so they are not in this answer. */
  readonly notJudged: readonly ["unproven_holds", "frequency_cap"];
}

export const maxNamed = 200;
export const maxSensitive = 20;

/** Looks at every campaign: for operators, not for serving. */
export async function explainAt(
  request: ExplainRequest,
  {
    snapshot,
    liveIndex,
    findSensitive,
    now,
  }: {
    readonly snapshot: Snapshot;
    readonly liveIndex: LiveIndex;
    readonly findSensitive: FindSensitive;
    readonly now: EpochMs;
  },
): Promise<RequestExplanation> {
  const platform = snapshot.platforms.get(request.platform_id);
  const formats: ReadonlySet<CreativeFormat> = new Set(request.accept_formats);
  const isBot = formats.has("bot");
  const texts = isBot ? messageText(shownText(request.message)) : textsOf(request.context);
  const sensitive = await findSensitive(texts, platform ?? {}, maxSensitive);
  const question = isBot ? undefined : questionOf(request.context);
  const slot: Slot = {
    surface: isBot ? "bot" : "web",
    platformId: request.platform_id,
    placement: request.placement,
    language: request.language_code,
    exclusions: platform && exclusionsOf(platform),
    formats: platform === undefined ? formats : allowedFormats(formats, platform),
    topics: question === undefined ? [] : snapshot.topicMatcher.match(question),
    isPremium: request.is_premium,
    hasIdentity: true,
    now,
  };
  const running: RequestExplanation["inTheRunning"][number][] = [];
  const out = new Map<NoAdReason, { campaigns: number; campaignIds: string[] }>();
  let named = 0;
  for (const campaign of explain(liveIndex, snapshot, slot)) {
    if (campaign.passedOver === undefined) {
      running.push(campaign);
      continue;
    }
    const group = out.get(campaign.passedOver) ?? { campaigns: 0, campaignIds: [] };
    out.set(campaign.passedOver, group);
    group.campaigns += 1;
    if (named++ < maxNamed) group.campaignIds.push(campaign.campaignId);
  }
  running.sort((a, b) => b.worth.expected - a.worth.expected);
  return {
    withheld: (platform && withheldReason(platform, snapshot.publishers)) ?? null,
    sensitive,
    topics: question === undefined ? [] : snapshot.topicMatcher.explain(question),
    inTheRunning: running.slice(0, maxNamed),
    passedOver: [...out].map(([reason, group]) => ({ reason, ...group })),
    notJudged: ["unproven_holds", "frequency_cap"],
  };
}
