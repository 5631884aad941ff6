import type { Campaign } from "../../core/catalog/entities.ts";
import type { Micros } from "../../core/money.ts";
import type { CatalogChange, ChangedEntities } from "../../core/storage/catalog-change.ts";
import type { Mirror, Place, PlacedCampaign } from "./place.ts";

/** A change whose campaigns have their places. */
export interface PlacedChange extends CatalogChange {
  readonly upserts: Omit<ChangedEntities, "campaigns"> & { readonly campaigns: readonly PlacedCampaign[] };
}

/** The places where a change lowers what home allows, and those to which a removed campaign returns with what it has spent. */
export function lowers(
  home: Mirror,
  { upserts, removals }: PlacedChange,
  isNew: ReadonlySet<string>,
): Set<number> {
  const numbers = new Set<number>();
  for (const { place = 0, ...campaign } of upserts.campaigns) {
    const has = home.campaigns.get(campaign.id);
    const isLowered = has === undefined ? !isNew.has(campaign.id) : isLower(has, lower(has, campaign));
    if (isLowered) numbers.add(place);
  }
  for (const { kind, id } of removals) {
    const has = kind === "campaign" ? home.campaigns.get(id) : undefined;
    if (has !== undefined) numbers.add(placeOf(has));
  }
  return numbers;
}

/**
 * The campaigns of a change as their place has them until home has decided: never with more than before, a removed one paused, and one
 * that returns paused as well, so that the place compares its budgets with what it has spent.
 */
export function loweredAt(
  { mirror, number }: Place,
  { upserts, removals }: PlacedChange,
): readonly Campaign[] {
  const paused = (campaign: Campaign): Campaign => ({ ...campaign, status: "paused" });
  const changed = upserts.campaigns.flatMap(({ place, ...campaign }) => {
    if (place !== number) return [];
    const has = mirror.campaigns.get(campaign.id);
    const lowered = has === undefined ? paused(campaign) : lower(has, campaign);
    return has === undefined || isLower(has, lowered) ? [lowered] : [];
  });
  const removed = removals.flatMap(({ kind, id }) => {
    const has = kind === "campaign" ? mirror.campaigns.get(id) : undefined;
    return has?.status === "active" ? [paused(has)] : [];
  });
  return [...changed, ...removed];
}

/** Whether a campaign may spend less than before, or by other days. */
function isLower(before: Campaign, lowered: Campaign): boolean {
  return (["status", "totalBudgetMicros", "dailyBudgetMicros", "timeZone"] as const).some(
    (field) => before[field] !== lowered[field],
  );
}

/** The number of a campaign's place. */
export function placeOf(campaign: PlacedCampaign): number {
  return campaign.place ?? 0;
}

/** The later state of a campaign, with the smaller one of each budget, and active only if both are. */
export function lower(one: Campaign, later: Campaign): Campaign {
  const total = least(one.totalBudgetMicros, later.totalBudgetMicros);
  const daily = least(one.dailyBudgetMicros, later.dailyBudgetMicros);
  return {
    ...later,
    status: one.status === "active" ? later.status : "paused",
    ...(total !== undefined && { totalBudgetMicros: total }),
    ...(daily !== undefined && { dailyBudgetMicros: daily }),
  };
}

function least(one: Micros | undefined, other: Micros | undefined): Micros | undefined {
  return one === undefined ? other : Math.min(one, other ?? one);
}
