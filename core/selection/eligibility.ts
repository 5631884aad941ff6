import type { Campaign, CreativeVersion } from "../catalog/entities.ts";
import type { CreativeFormat } from "../contract/formats.ts";
import { primaryLanguage } from "../contract/language.ts";
import type { Surface } from "../storage/delivery.ts";
import type { EpochMs } from "../timing/clock.ts";
import type { TopicMatch } from "../topics/matcher.ts";
import { isExcluded, type PlatformExclusions } from "./platform-exclusions.ts";
import { isRunningAt } from "./schedule.ts";

/** The place for an ad in one request. */
export interface Slot {
  /** The web, or a message of a bot. */
  readonly surface: Surface;
  /** The platform that asks. */
  readonly platformId: string;
  /** The placement on the platform (contract.md §2.1). */
  readonly placement: string;
  /** The user's language as a normalised BCP 47 tag. */
  readonly language: string;
  /** The platform's exclusions; `undefined`: none. */
  readonly exclusions: PlatformExclusions | undefined;
  /** Accepted formats that the platform does not exclude. */
  readonly formats: ReadonlySet<CreativeFormat>;
  /** Topics of the question, by descending confidence; empty without a question. */
  readonly topics: readonly TopicMatch[];
  /** Whether the user has a premium account with the messenger. */
  readonly isPremium: boolean;
  /** False: frequency caps cannot be enforced, so campaigns with one are not shown. */
  readonly hasIdentity: boolean;
  /** The store's time. */
  readonly now: EpochMs;
}

/** A campaign and its creatives. */
export interface Candidate {
  readonly campaign: Campaign;
  readonly creatives: readonly CreativeVersion[];
}

/**
 * Why there is no ad, in the order of the checks. The reason of a request is the last one that any campaign reached.
 * `platform`, `placement`, `topic`: the campaign targets another, or excludes this one. `blocked`: the platform excludes the campaign;
 * for an excluded format the reason is `format`.
 * `no_identity`: a campaign with a frequency cap, and a request without an identity. `message`: a bot message without room for an ad.
 * `away`: the campaign's database cannot be reached. The store decides the last four.
 */
export const noAdReasons = [
  "no_campaign",
  "platform",
  "placement",
  "blocked",
  "schedule",
  "premium",
  "topic",
  "format",
  "language",
  "no_identity",
  "message",
  "pacing",
  "away",
  "budget",
  "daily_budget",
  "unproven_holds",
  "frequency_cap",
] as const;
/** One of {@link noAdReasons}. */
export type NoAdReason = (typeof noAdReasons)[number];

/** Whether a campaign may be shown. */
export type Eligibility =
  | {
      readonly eligible: true;
      /** The creatives that fit the slot; at least one. */
      readonly creatives: readonly CreativeVersion[];
      /** The targeted topic of highest confidence. */
      readonly topicId?: string | undefined;
      /** 1 without a topic, else 1 + its confidence. */
      readonly relevance: number;
    }
  | { readonly eligible: false; readonly reason: NoAdReason };

/**
 * Whether a campaign may be shown in a slot, and with which creatives. This function defines eligibility; the index finds the
 * same campaigns without checking each one. `isRunning`: the result of the schedule, for callers that know it.
 */
export function checkEligibility(
  candidate: Candidate,
  slot: Slot,
  isRunning: boolean = isRunningAt(candidate.campaign, slot.now),
): Eligibility {
  const { campaign } = candidate;
  if (campaign.status !== "active" || candidate.creatives.length === 0) return refusals.no_campaign;
  const { platforms, excludedPlatforms, placements, excludedPlacements, excludedTopics } = campaign;
  if (platforms?.includes(slot.platformId) === false) return refusals.platform;
  if (excludedPlatforms?.includes(slot.platformId)) return refusals.platform;
  if (placements?.includes(slot.placement) === false) return refusals.placement;
  if (excludedPlacements?.includes(slot.placement)) return refusals.placement;
  if (isExcluded(campaign, slot.exclusions)) return refusals.blocked;
  if (!isRunning) return refusals.schedule;
  if (campaign.premium !== undefined && campaign.premium === (slot.isPremium ? "never" : "only")) {
    return refusals.premium;
  }
  if (bestTopicOf(excludedTopics, slot.topics) !== undefined) return refusals.topic;
  const topic = bestTopicOf(campaign.topics, slot.topics);
  if (campaign.topics !== undefined && topic === undefined) return refusals.topic;
  const fitting = fittingCreatives(candidate, slot);
  if (typeof fitting === "string") return refusals[fitting];
  if (!slot.hasIdentity && campaign.frequencyCap !== undefined) return refusals.no_identity;
  return topic === undefined
    ? { eligible: true, creatives: fitting, relevance: 1 }
    : { eligible: true, creatives: fitting, topicId: topic.topicId, relevance: 1 + topic.confidence };
}

/** The creatives that fit a slot, or what they lack. The exact language is preferred to the primary one: `pt-BR`, else `pt`. */
export function fittingCreatives(
  { campaign, creatives }: Candidate,
  slot: Slot,
): readonly CreativeVersion[] | "format" | "language" {
  const { language } = slot;
  const { languages } = campaign;
  const [only] = creatives;
  if (only !== undefined && creatives.length === 1) {
    // Nearly all campaigns have one creative. The general case below takes longer than the rest of selection.
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

/** Returns the same list when all fit: making new lists takes longer than the rest of selection. */
function inLanguage(versions: readonly CreativeVersion[], language: string): readonly CreativeVersion[] {
  return versions.every(({ creative }) => creative.language === language)
    ? versions
    : versions.filter(({ creative }) => creative.language === language);
}

function isOfFormat(campaign: Campaign, { creative }: CreativeVersion, { formats }: Slot): boolean {
  return formats.has(creative.format) && allowsFormat(campaign, creative.format);
}

/** Whether a campaign allows a format. A campaign's list of formats limits web formats only. */
export function allowsFormat({ formats }: Campaign, format: CreativeFormat): boolean {
  return format === "bot" || formats === undefined || formats.includes(format);
}

/** The topic of highest confidence in a campaign's list; `undefined` without a list. */
export function bestTopicOf(
  wanted: readonly string[] | undefined,
  matches: readonly TopicMatch[],
): TopicMatch | undefined {
  if (wanted === undefined) return undefined;
  let best: TopicMatch | undefined;
  for (const match of matches) {
    if (match.confidence > (best?.confidence ?? 0) && wanted.includes(match.topicId)) best = match;
  }
  return best;
}

const refusals = {
  no_campaign: { eligible: false, reason: "no_campaign" },
  platform: { eligible: false, reason: "platform" },
  placement: { eligible: false, reason: "placement" },
  blocked: { eligible: false, reason: "blocked" },
  schedule: { eligible: false, reason: "schedule" },
  premium: { eligible: false, reason: "premium" },
  topic: { eligible: false, reason: "topic" },
  format: { eligible: false, reason: "format" },
  language: { eligible: false, reason: "language" },
  no_identity: { eligible: false, reason: "no_identity" },
} as const satisfies Record<string, Eligibility>;
