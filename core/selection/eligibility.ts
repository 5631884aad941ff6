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
  if (candidate.platforms?.has(slot.platformId) === false) return refuse("platform");
  if (candidate.placements?.has(slot.placement) === false) return refuse("placement");
  if (!candidate.schedule(slot.now)) return refuse("schedule");
  if (candidate.campaign.premium === (slot.isPremium ? "never" : "only")) return refuse("premium");
  const topicId = candidate.topics && firstShared(candidate.topics, slot.topics);
  if (candidate.topics !== undefined && topicId === undefined) return refuse("topic");
  const { formats } = candidate;
  const ofFormat = candidate.creatives.filter(
    ({ creative: { format } }) =>
      slot.formats.has(format) && (format === "bot" || formats === undefined || formats.has(format)),
  );
  if (ofFormat.length === 0) return refuse("format");
  const creatives = speaks(candidate, slot.language) ? inLanguage(ofFormat, slot.language) : [];
  if (creatives.length === 0) return refuse("language");
  return { eligible: true, creatives, ...(topicId !== undefined && { topicId }) };
}

function speaks(candidate: Candidate, language: string): boolean {
  const { languages } = candidate;
  return languages === undefined || languages.has(language) || languages.has(primaryLanguage(language));
}

/** The exact language first, then the primary one: `pt-BR`, else `pt`. */
function inLanguage(creatives: readonly CreativeVersion[], language: string): readonly CreativeVersion[] {
  const exact = creatives.filter(({ creative }) => creative.language === language);
  if (exact.length > 0) return exact;
  const primary = primaryLanguage(language);
  return creatives.filter(({ creative }) => creative.language === primary);
}

function firstShared(wanted: ReadonlySet<string>, there: ReadonlySet<string>): string | undefined {
  for (const id of there) if (wanted.has(id)) return id;
  return undefined;
}

function refuse(reason: NoAdReason): Eligibility {
  return { eligible: false, reason };
}
