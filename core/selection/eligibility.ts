import type { CreativeVersion } from "../catalog/entities.ts";
import type { CreativeFormat } from "../contract/formats.ts";
import { primaryLanguage } from "../contract/language.ts";
import type { Surface } from "../storage.ts";
import type { EpochMs } from "../timing/clock.ts";
import type { Candidate } from "./lineup.ts";

/** What is asked of selection. */
export interface Slot {
  readonly surface: Surface;
  readonly platformId: string;
  readonly placement: string;
  readonly language: string;
  readonly formats: ReadonlySet<CreativeFormat>;
  /** Topics of the question; empty without one. */
  readonly topics: ReadonlySet<string>;
  readonly isPremium: boolean;
  readonly now: EpochMs;
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
  "budget",
  "daily_budget",
  "frequency_cap",
] as const;
export type NoAdReason = (typeof noAdReasons)[number];

export type Eligibility =
  | {
      readonly eligible: true;
      readonly creatives: readonly CreativeVersion[];
      readonly topicId?: string | undefined;
    }
  | { readonly eligible: false; readonly reason: NoAdReason };

/** Whether a campaign may be shown in a slot, and with which of its creatives. */
export function judge(candidate: Candidate, slot: Slot): Eligibility {
  const { platforms, placements, campaign, topics } = candidate;
  if (platforms?.has(slot.platformId) === false) return refusals.platform;
  if (placements?.has(slot.placement) === false) return refusals.placement;
  if (!candidate.schedule(slot.now)) return refusals.schedule;
  if (campaign.premium !== undefined && campaign.premium === (slot.isPremium ? "never" : "only")) {
    return refusals.premium;
  }
  const topicId = topics && firstShared(topics, slot.topics);
  if (topics !== undefined && topicId === undefined) return refusals.topic;
  return judgeCreatives(candidate, slot, topicId);
}

/** The exact language first, then the primary one: `pt-BR`, else `pt`. */
function judgeCreatives(candidate: Candidate, slot: Slot, topicId: string | undefined): Eligibility {
  const { language } = slot;
  const primary = primaryLanguage(language);
  const exactOnes: CreativeVersion[] = [];
  const primaryOnes: CreativeVersion[] = [];
  let isOfFormat = false;
  for (const version of candidate.creatives) {
    const { creative } = version;
    if (!slot.formats.has(creative.format) || !allowsFormat(candidate, creative.format)) continue;
    isOfFormat = true;
    if (creative.language === language) exactOnes.push(version);
    else if (creative.language === primary) primaryOnes.push(version);
  }
  if (!isOfFormat) return refusals.format;
  const { languages } = candidate;
  const speaks = languages === undefined || languages.has(language) || languages.has(primary);
  const creatives = exactOnes.length > 0 ? exactOnes : primaryOnes;
  if (!speaks || creatives.length === 0) return refusals.language;
  return { eligible: true, creatives, ...(topicId !== undefined && { topicId }) };
}

function allowsFormat({ formats }: Candidate, format: CreativeFormat): boolean {
  return format === "bot" || formats === undefined || formats.has(format);
}

function firstShared(wanted: ReadonlySet<string>, there: ReadonlySet<string>): string | undefined {
  for (const id of there) if (wanted.has(id)) return id;
  return undefined;
}

const refusals = {
  platform: { eligible: false, reason: "platform" },
  placement: { eligible: false, reason: "placement" },
  schedule: { eligible: false, reason: "schedule" },
  premium: { eligible: false, reason: "premium" },
  topic: { eligible: false, reason: "topic" },
  format: { eligible: false, reason: "format" },
  language: { eligible: false, reason: "language" },
} as const satisfies Record<string, Eligibility>;
