import type { Campaign, CreativeVersion } from "../catalog/entities.ts";
import type { AdFormat } from "../contract/formats.ts";
import { compileSchedule, type Schedule } from "./schedule.ts";

/** A campaign as selection sees it: its creatives beside it and every list turned into a set. */
export interface Candidate {
  readonly campaign: Campaign;
  readonly creatives: readonly CreativeVersion[];
  readonly schedule: Schedule;
  /** `undefined`: any. */
  readonly languages: ReadonlySet<string> | undefined;
  readonly formats: ReadonlySet<AdFormat> | undefined;
  readonly placements: ReadonlySet<string> | undefined;
  readonly platforms: ReadonlySet<string> | undefined;
  readonly topics: ReadonlySet<string> | undefined;
}

/** Active campaigns that have a creative, the dearest first: house campaigns, which cost nothing, come last. */
export type Lineup = readonly Candidate[];

export function compileLineup(campaigns: Iterable<Campaign>, creatives: Iterable<CreativeVersion>): Lineup {
  const byCampaign = Map.groupBy(creatives, (version) => version.creative.campaignId);
  const lineup: Candidate[] = [];
  for (const campaign of campaigns) {
    const own = byCampaign.get(campaign.id);
    if (campaign.status !== "active" || own === undefined) continue;
    lineup.push({
      campaign,
      creatives: own,
      schedule: compileSchedule(campaign),
      languages: asSet(campaign.languages),
      formats: asSet(campaign.formats),
      placements: asSet(campaign.placements),
      platforms: asSet(campaign.platforms),
      topics: asSet(campaign.topics),
    });
  }
  return lineup.sort((a, b) => b.campaign.priceMicros - a.campaign.priceMicros);
}

function asSet<T>(items: readonly T[] | undefined): ReadonlySet<T> | undefined {
  return items && new Set(items);
}
