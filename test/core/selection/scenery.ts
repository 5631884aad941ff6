import type { Campaign, Creative, CreativeVersion } from "../../../core/catalog/entities.ts";
import type { CreativeFormat } from "../../../core/contract/formats.ts";
import type { Slot } from "../../../core/selection/eligibility.ts";
import { type Candidate, compileLineup, type Lineup } from "../../../core/selection/lineup.ts";
import type { CatalogDelta } from "../../../core/storage.ts";
import { campaign } from "../../conformance/fixtures.ts";

/** Noon in UTC, Wednesday 2026-03-04. */
export const noon: number = Date.UTC(2026, 2, 4, 12);

/** A web request from `pf_one` in English that takes any format. */
export function slot(fields: Partial<Slot> = {}): Slot {
  return {
    surface: "web",
    platformId: "pf_one",
    placement: "chat",
    language: "en",
    formats: new Set(["text", "image", "response", "card", "consent", "quiz"]),
    topics: new Set(),
    isPremium: false,
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

export function lineup(campaigns: readonly Campaign[], creatives?: readonly CreativeVersion[]): Lineup {
  return compileLineup(campaigns, creatives ?? campaigns.map(({ id }) => version(id)));
}

/** A campaign of the lineup, with a text creative in English unless others are given. */
export function candidate(
  fields: Partial<Campaign> = {},
  creatives: readonly CreativeVersion[] = [version("c")],
): Candidate {
  const [only] = lineup([campaign("c", fields)], creatives);
  if (only === undefined) throw new Error("the campaign is not in the lineup");
  return only;
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
