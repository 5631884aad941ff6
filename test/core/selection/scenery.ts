import type { Campaign, Creative, CreativeVersion } from "../../../core/catalog/entities.ts";
import type { CreativeFormat } from "../../../core/contract/formats.ts";
import type { Candidate, Slot } from "../../../core/selection/eligibility.ts";
import { createLiveIndex, type LiveIndex } from "../../../core/selection/live-index.ts";
import type { CatalogDelta } from "../../../core/storage/catalog-change.ts";
import type { TopicMatch } from "../../../core/topics/matcher.ts";
import { campaign } from "../../conformance/fixtures.ts";
import { seededDraw } from "../seeded.ts";
import { settled } from "../settled.ts";

/** Noon in UTC, Wednesday 2026-03-04. */
export const noon: number = Date.UTC(2026, 2, 4, 12);

/** A web request from `pf_one` in English that takes any format. */
export function slot(fields: Partial<Slot> = {}): Slot {
  return {
    surface: "web",
    platformId: "pf_one",
    placement: "chat",
    exclusions: undefined,
    language: "en",
    formats: new Set(["text", "image", "response", "card", "consent", "quiz"]),
    topics: [],
    isPremium: false,
    hasIdentity: true,
    now: noon,
    ...fields,
  };
}

export function version(
  campaignId: string,
  fields: Partial<Creative> & { format?: CreativeFormat } = {},
): CreativeVersion {
  const creative: Creative = {
    id: `cr-${campaignId}`,
    campaignId,
    format: "text",
    language: "en",
    disclosure: { text: "Ad" },
    ...fields,
  };
  return { versionId: `v-${creative.id}`, creative };
}

/** Topics that a question is surely about. */
export function sureOf(...topicIds: readonly string[]): readonly TopicMatch[] {
  return topicIds.map((topicId) => ({ topicId, confidence: 1 }));
}

/** Without anything that happens in the background unless it is waited for. */
export function emptyLineup(seed = 1): LiveIndex {
  return createLiveIndex({
    draw: seededDraw(seed),
    pause: settled,
    onFailed: (error) => {
      throw error;
    },
  });
}

/** Campaigns of a text creative in English each, unless others are given. */
export function liveIndex(campaigns: readonly Campaign[], creatives?: readonly CreativeVersion[]): LiveIndex {
  const made = emptyLineup();
  const all = creatives ?? campaigns.map(({ id }) => version(id));
  made.change({ catalog: catalogOf(campaigns, all), isReload: true, touched: new Set(), creatives: all });
  return made;
}

export function catalogOf(
  campaigns: readonly Campaign[],
  creatives: readonly CreativeVersion[],
): { campaigns: Map<string, Campaign>; creatives: Map<string, CreativeVersion> } {
  return {
    campaigns: new Map(campaigns.map((item) => [item.id, item])),
    creatives: new Map(creatives.map((item) => [item.creative.id, item])),
  };
}

/** A campaign, with a text creative in English unless others are given. */
export function candidate(
  fields: Partial<Campaign> = {},
  creatives: readonly CreativeVersion[] = [version("c")],
): Candidate {
  return { campaign: campaign("c", fields), creatives };
}

export function delta(version: string, fields: Partial<CatalogDelta> = {}): CatalogDelta {
  return {
    version,
    reload: false,
    publishers: [],
    platforms: [],
    apiKeys: [],
    campaigns: [],
    creatives: [],
    topics: [],
    removed: [],
    ...fields,
  };
}
