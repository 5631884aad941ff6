import { canonicalJson } from "../../core/catalog/canonical-json.ts";
import type { Campaign, CreativeVersion } from "../../core/catalog/entities.ts";
import type { ChangedEntities, EntityRef } from "../../core/storage/catalog-change.ts";
import { lower } from "./lowering.ts";
import type { Mirror, Place, PlacedCampaign } from "./place.ts";

/** The campaigns of each place, and how a place differs from home. */
export interface Distribution {
  /** The place of a campaign; `undefined` if no reading of home had it. */
  readonly placeOf: (campaignId: string) => number | undefined;
  /** The place with the fewest campaigns among those that can be reached. `chosen`: the places of campaigns that home does not have yet. */
  readonly emptiest: (chosen: Iterable<number>) => number | undefined;
  /** Compares home with the places again for these ids. */
  readonly compare: (campaignIds: Iterable<string>, creativeIds: Iterable<string>) => void;
  /** Whether the place has what home has. */
  readonly isEqual: (place: Place) => boolean;
  /** What makes the place equal to home. Without `mayRaise` nothing that lets a campaign spend more. */
  readonly changesOf: (place: Place, mayRaise: boolean) => Changes;
}

/** Entities to store and to remove. */
export interface Changes {
  readonly upserts: ChangedEntities;
  readonly removals: readonly EntityRef[];
}

/** No entity. */
export const noEntities: ChangedEntities = {
  publishers: [],
  platforms: [],
  campaigns: [],
  creatives: [],
  topics: [],
};

/** Of all campaigns of home. `places` are called when there is a change only. */
export function createDistribution(home: () => Mirror, places: () => readonly Place[]): Distribution {
  const numbers = new Map<string, number>();
  const sizes = new Map<number, number>();
  const differing = new Map<Place, { readonly campaigns: Set<string>; readonly creatives: Set<string> }>();
  const differingAt = (place: Place) => {
    const found = differing.get(place) ?? { campaigns: new Set<string>(), creatives: new Set<string>() };
    differing.set(place, found);
    return found;
  };
  const campaignAt = ({ number }: Place, id: string): Campaign | undefined => {
    const campaign = home().campaigns.get(id);
    return campaign !== undefined && numbers.get(id) === number ? unplaced(campaign) : undefined;
  };
  const creativeAt = ({ number }: Place, id: string): CreativeVersion | undefined => {
    const version = home().creatives.get(id);
    return version !== undefined && numbers.get(version.creative.campaignId) === number ? version : undefined;
  };
  const note = (id: string, place: number): void => {
    const before = numbers.get(id);
    if (before === place) return;
    if (before !== undefined) sizes.set(before, (sizes.get(before) ?? 0) - 1);
    numbers.set(id, place);
    sizes.set(place, (sizes.get(place) ?? 0) + 1);
  };
  return {
    placeOf: (campaignId) => numbers.get(campaignId),
    emptiest: (chosen) => {
      const all = new Map(sizes);
      for (const number of chosen) all.set(number, (all.get(number) ?? 0) + 1);
      return places()
        .filter((place) => !place.isAway())
        .sort((one, other) => (all.get(one.number) ?? 0) - (all.get(other.number) ?? 0))[0]?.number;
    },
    compare: (campaignIds, creativeIds) => {
      const campaigns = [...campaignIds];
      const creatives = [...creativeIds];
      for (const id of campaigns) {
        const campaign = home().campaigns.get(id);
        if (campaign !== undefined) note(id, campaign.place ?? 0);
      }
      for (const place of places()) {
        const differences = differingAt(place);
        const { mirror } = place;
        for (const id of campaigns)
          keep(differences.campaigns, id, !isSame(campaignAt(place, id), mirror.campaigns.get(id)));
        for (const id of creatives)
          keep(
            differences.creatives,
            id,
            creativeAt(place, id)?.versionId !== mirror.creatives.get(id)?.versionId,
          );
      }
    },
    isEqual: (place) => {
      const { campaigns, creatives } = differingAt(place);
      return campaigns.size === 0 && creatives.size === 0;
    },
    changesOf: (place, mayRaise) => {
      const { mirror } = place;
      const differences = differingAt(place);
      const campaigns: Campaign[] = [];
      const creatives: CreativeVersion[] = [];
      const removals: EntityRef[] = [];
      for (const id of differences.campaigns) {
        const [has, wanted] = [mirror.campaigns.get(id), campaignAt(place, id)];
        if (wanted === undefined) removals.push({ kind: "campaign", id });
        else if (mayRaise) campaigns.push(wanted);
        else if (has !== undefined && !isSame(has, lower(has, wanted))) campaigns.push(lower(has, wanted));
      }
      for (const id of differences.creatives) {
        const wanted = creativeAt(place, id);
        if (wanted === undefined) removals.push({ kind: "creative", id });
        else creatives.push(wanted);
      }
      return { upserts: { ...noEntities, campaigns, creatives }, removals };
    },
  };
}

/** The campaign without the number of its place. */
export function unplaced({ place: _, ...campaign }: PlacedCampaign): Campaign {
  return campaign;
}

function keep(ids: Set<string>, id: string, isIn: boolean): void {
  if (isIn) ids.add(id);
  else ids.delete(id);
}

function isSame(one: Campaign | undefined, other: Campaign | undefined): boolean {
  return one === other || canonicalJson(one) === canonicalJson(other);
}
