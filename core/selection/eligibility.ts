import type { Campaign, CreativeVersion } from "../catalog/entities.ts";
import type { CreativeFormat } from "../contract/formats.ts";
import { primaryLanguage } from "../contract/language.ts";
import type { Surface } from "../storage/delivery.ts";
import type { EpochMs } from "../timing/clock.ts";
import type { TopicMatch } from "../topics/matcher.ts";
import { isRunningAt } from "./schedule.ts";

/** What is asked of selection. */
export interface Slot {
  readonly surface: Surface;
  readonly platformId: string;
  readonly placement: string;
  readonly language: string;
  readonly formats: ReadonlySet<CreativeFormat>;
  /** Topics of the question, the surest first; empty without one. */
  readonly topics: readonly TopicMatch[];
  readonly isPremium: boolean;
  readonly now: EpochMs;
}

/** A campaign and its creatives. */
export interface Candidate {
  readonly campaign: Campaign;
  readonly creatives: readonly CreativeVersion[];
}

/**
 * Why there is no ad, in the order in which it is found out: the last one that any campaign reached is the reason
 * of the request. `message`: a bot message without room for an ad. The last three are decided by the store.
 */
export const noAdReasons = [
  "no_campaign",
  "platform",
  "placement",
  "schedule",
  "premium",
  "topic",
  "format",
  "language",
  "message",
  "pacing",
  "budget",
  "daily_budget",
  "frequency_cap",
] as const;
export type NoAdReason = (typeof noAdReasons)[number];

export type Eligibility =
  | {
      readonly eligible: true;
      readonly creatives: readonly CreativeVersion[];
      /** The surest of the topics that the campaign targets. */
      readonly topicId?: string | undefined;
      /** 1 without a topic, else 1 + its confidence. */
      readonly relevance: number;
    }
  | { readonly eligible: false; readonly reason: NoAdReason };

/**
 * Whether a campaign may be shown in a slot, and with which of its creatives. This is the definition: the index finds the
 * same campaigns without looking at each. `isRunning`: what its schedule says, for who knows already.
 */
export function judge(
  candidate: Candidate,
  slot: Slot,
  isRunning: boolean = isRunningAt(candidate.campaign, slot.now),
): Eligibility {
  const { campaign } = candidate;
  if (campaign.status !== "active" || candidate.creatives.length === 0) return refusals.no_campaign;
  if (campaign.platforms?.includes(slot.platformId) === false) return refusals.platform;
  if (campaign.placements?.includes(slot.placement) === false) return refusals.placement;
  if (!isRunning) return refusals.schedule;
  if (campaign.premium !== undefined && campaign.premium === (slot.isPremium ? "never" : "only")) {
    return refusals.premium;
  }
  const topic = campaign.topics && surestOf(campaign.topics, slot.topics);
  if (campaign.topics !== undefined && topic === undefined) return refusals.topic;
  const fitting = fittingCreatives(candidate, slot);
  if (typeof fitting === "string") return refusals[fitting];
  return topic === undefined
    ? { eligible: true, creatives: fitting, relevance: 1 }
    : { eligible: true, creatives: fitting, topicId: topic.topicId, relevance: 1 + topic.confidence };
}

/** The creatives for a slot, or what they lack. The exact language first, then the primary one: `pt-BR`, else `pt`. */
export function fittingCreatives(
  { campaign, creatives }: Candidate,
  slot: Slot,
): readonly CreativeVersion[] | "format" | "language" {
  const { language } = slot;
  const { languages } = campaign;
  const [only] = creatives;
  if (only !== undefined && creatives.length === 1) {
    // Nearly all campaigns have one creative, and asking the lists below about it takes longer than choosing.
    if (!isOfFormat(campaign, only, slot)) return "format";
    if (languages?.includes(language) === false && !languages.includes(primaryLanguage(language)))
      return "language";
    const written = only.creative.language;
    return written === language || written === primaryLanguage(language) ? creatives : "language";
  }
  const primary = primaryLanguage(language);
  const ofFormat = creatives.every((version) => isOfFormat(campaign, version, slot))
    ? creatives
    : creatives.filter((version) => isOfFormat(campaign, version, slot));
  if (ofFormat.length === 0) return "format";
  if (languages?.includes(language) === false && !languages.includes(primary)) return "language";
  const exactOnes = inLanguage(ofFormat, language);
  const fitting = exactOnes.length > 0 || primary === language ? exactOnes : inLanguage(ofFormat, primary);
  return fitting.length > 0 ? fitting : "language";
}

/** Most campaigns have one creative, and making lists of it takes longer than choosing: the same list if all fit. */
function inLanguage(versions: readonly CreativeVersion[], language: string): readonly CreativeVersion[] {
  return versions.every(({ creative }) => creative.language === language)
    ? versions
    : versions.filter(({ creative }) => creative.language === language);
}

function isOfFormat(campaign: Campaign, { creative }: CreativeVersion, { formats }: Slot): boolean {
  return formats.has(creative.format) && allowsFormat(campaign, creative.format);
}

/** A campaign's list of formats is about the web. */
export function allowsFormat({ formats }: Campaign, format: CreativeFormat): boolean {
  return format === "bot" || formats === undefined || formats.includes(format);
}

/** The surest topic of the question among those that a campaign targets. */
export function surestOf(wanted: readonly string[], there: readonly TopicMatch[]): TopicMatch | undefined {
  let surest: TopicMatch | undefined;
  for (const match of there) {
    if (match.confidence > (surest?.confidence ?? 0) && wanted.includes(match.topicId)) surest = match;
  }
  return surest;
}

const refusals = {
  no_campaign: { eligible: false, reason: "no_campaign" },
  platform: { eligible: false, reason: "platform" },
  placement: { eligible: false, reason: "placement" },
  schedule: { eligible: false, reason: "schedule" },
  premium: { eligible: false, reason: "premium" },
  topic: { eligible: false, reason: "topic" },
  format: { eligible: false, reason: "format" },
  language: { eligible: false, reason: "language" },
} as const satisfies Record<string, Eligibility>;
