import type { Campaign } from "../../core/catalog/entities.ts";
import { isOutage } from "../../core/outage.ts";
import type { BudgetFloor, CatalogVersion, EntityRef } from "../../core/storage/catalog-change.ts";
import { maxBatch } from "../../core/storage/serving-store.ts";
import type { Store } from "../../core/storage/store.ts";
import type { Deadlines, Stopwatch } from "../../core/timing/deadlines.ts";
import { StoreUnavailable } from "../kit/errors.ts";
import { type Distribution, noEntities, unplaced } from "./distribution.ts";
import { loweredAt, lowers, type PlacedChange, placeOf } from "./lowering.ts";
import { intentMark, intentRef, type Place, type PlacedCampaign } from "./place.ts";

/**
 * The catalogue: home has all of it, and each place has its campaigns and their creatives. A change goes out in two steps. First the
 * places store the lower budgets, and mark the change as under way. Then home stores the change, which decides it, and the places become
 * equal to home. No place ever has a higher budget than home, and the next reader completes a change that a crash has interrupted.
 */
export interface PlacedCatalog
  extends Pick<Store, "catalogChanges" | "readCatalog" | "readRemoved" | "applyCatalog"> {
  /** Reads the catalogue again if one of the campaigns is unknown, for another instance may have added it. */
  readonly know: (campaignIds: Iterable<string>) => Promise<void>;
  /** Reads all places. A place that is away shows as such; rejects with any other error. */
  readonly readPlaces: () => Promise<void>;
}

/** Campaigns with their places, and the ids of those that home never had. */
interface WithPlaces {
  readonly campaigns: readonly PlacedCampaign[];
  readonly isNew: ReadonlySet<string>;
}

/** Options of the catalogue. */
export interface PlacedCatalogOptions {
  readonly home: Place;
  /** In the order of their numbers, from 1. */
  readonly places: readonly Place[];
  readonly distribution: Distribution;
  readonly stopwatch: Stopwatch;
  /** Bound the time for which a place keeps a reader of the catalogue waiting. */
  readonly deadlines: Pick<Deadlines, "within">;
}

/** A change that is under way for so long was given up by a crash. */
const givenUpAfterMs = 10_000;
const maxTries = 8;

/** The catalogue over home and its places. */
export function createPlacedCatalog(options: PlacedCatalogOptions): PlacedCatalog {
  const { home, places, distribution, stopwatch, deadlines } = options;
  /** When a change under way was seen for the first time. */
  const seenAt = new Map<string, number>();

  const homeVersion = (): CatalogVersion => {
    if (home.mirror.version === undefined) throw new StoreUnavailable("Home was not read yet.");
    return home.mirror.version;
  };

  /** Makes the place equal to home, except for budgets that a change under way has lowered. `own` is a change that has ended. */
  const settle = async (place: Place, own?: string): Promise<void> => {
    for (let tries = 0; tries < maxTries; tries++) {
      // The place first: what is lowered there later changes its version, and what is stored at home before is read.
      await place.read();
      await home.read();
      const { intents } = place.mirror;
      // Home is at another version, so the change was decided.
      const underWay = [...intents].filter(([id, version]) => id !== own && version === homeVersion());
      const oldest = underWay.find(([id]) => stopwatch() - firstSeen(id) >= givenUpAfterMs);
      if (oldest !== undefined) {
        await invalidate();
        continue;
      }
      const { upserts, removals } = distribution.changesOf(place, underWay.length === 0);
      const ended = [...intents.keys()].filter((id) => !underWay.some(([other]) => other === id));
      if (upserts.campaigns.length + upserts.creatives.length + removals.length + ended.length === 0) return;
      const outcome = await place.apply({ upserts, removals: [...removals, ...ended.map(intentRef)] });
      if (outcome.outcome === "applied") {
        for (const id of ended) seenAt.delete(id);
        return;
      }
      if (outcome.outcome === "budget_below_floor") throw new Error(bypassed(place, outcome.floors));
    }
  };
  const firstSeen = (id: string): number => {
    const at = seenAt.get(id) ?? stopwatch();
    seenAt.set(id, at);
    return at;
  };
  /** Changes home's version and nothing else, so that a change that was made for it cannot be stored any more. */
  const invalidate = async (): Promise<void> => {
    await home.apply({ upserts: noEntities, removals: [] });
  };
  /** If it fails, the next reader of the catalogue does it. */
  const trySettle = (place: Place, own?: string): Promise<void> =>
    deadlines.within(settle(place, own)).catch(() => undefined);

  /**
   * Chooses places for new campaigns. A campaign that returns under its id has the place that it had. A choice is noted when home has the
   * campaign, because home may refuse the change, and another instance may choose another place.
   */
  const withPlaces = async (campaigns: readonly Campaign[]): Promise<WithPlaces> => {
    const isNew = new Set<string>();
    const chosen = new Map<string, number>();
    const unknown = campaigns.filter(({ id }) => distribution.placeOf(id) === undefined);
    for (let at = 0; at < unknown.length; at += maxBatch) {
      const part = unknown.slice(at, at + maxBatch);
      const refs = part.map(({ id }): EntityRef => ({ kind: "campaign", id }));
      const removed = await home.store.readRemoved(refs);
      part.forEach(({ id }, index) => {
        const before = removed[index];
        const number =
          before?.kind === "campaign" ? placeOf(before.entity) : distribution.emptiest(chosen.values());
        if (number === undefined) throw new StoreUnavailable("No place can be reached for a new campaign.");
        if (before === undefined) isNew.add(id);
        chosen.set(id, number);
      });
    }
    const placed = campaigns.map((campaign) => {
      const place = chosen.get(campaign.id) ?? distribution.placeOf(campaign.id) ?? 0;
      return place === 0 ? campaign : { ...campaign, place };
    });
    return { campaigns: placed, isNew };
  };

  /** The first step at one place. Returns the budgets that are too low, because the place has spent more. */
  const lowerPlace = async (
    place: Place,
    change: PlacedChange,
    id: string,
  ): Promise<readonly BudgetFloor[]> => {
    for (let tries = 0; tries < maxTries; tries++) {
      await place.read();
      const publishers = [intentMark(id, change.expectedVersion)];
      const campaigns = loweredAt(place, change);
      const outcome = await place.apply({ upserts: { ...noEntities, publishers, campaigns }, removals: [] });
      if (outcome.outcome === "applied") return [];
      if (outcome.outcome === "budget_below_floor") return outcome.floors;
    }
    throw new StoreUnavailable(`Place ${place.number} changed during each of ${maxTries} tries: try again.`);
  };

  const touchedBy = ({ upserts, removals }: PlacedChange): readonly Place[] => {
    const numbers = new Set<number | undefined>();
    for (const campaign of upserts.campaigns) numbers.add(placeOf(campaign));
    for (const { creative } of upserts.creatives) {
      numbers.add(distribution.placeOf(creative.campaignId));
      numbers.add(ownerOf(creative.id));
    }
    for (const { kind, id } of removals) {
      if (kind === "campaign") numbers.add(distribution.placeOf(id));
      if (kind === "creative") numbers.add(ownerOf(id));
    }
    return places.filter(({ number }) => numbers.has(number));
  };
  const ownerOf = (creativeId: string): number | undefined => {
    const owner = home.mirror.creatives.get(creativeId)?.creative.campaignId;
    return owner === undefined ? undefined : distribution.placeOf(owner);
  };

  const readPlaces = async (): Promise<void> => {
    for (const read of await Promise.allSettled(places.map((place) => place.read())))
      if (read.status === "rejected" && !isOutage(read.reason)) throw read.reason;
  };

  return {
    readPlaces,

    catalogChanges: async (since) => {
      const { at, delta } = await home.store.catalogChanges(since);
      await home.read();
      await readPlaces();
      const isSettled = (place: Place): boolean =>
        distribution.isEqual(place) && place.mirror.intents.size === 0;
      const unsettled = places.filter((place) => !place.isAway() && !isSettled(place));
      await Promise.all(unsettled.map((place) => trySettle(place)));
      return { at, delta: delta && { ...delta, campaigns: delta.campaigns.map(unplaced) } };
    },

    readCatalog: async () => {
      const { version, catalog } = await home.store.readCatalog();
      return { version, catalog: { ...catalog, campaigns: catalog.campaigns.map(unplaced) } };
    },

    readRemoved: async (refs) =>
      (await home.store.readRemoved(refs)).map((removed) =>
        removed?.kind === "campaign" ? { ...removed, entity: unplaced(removed.entity) } : removed,
      ),

    applyCatalog: async (change) => {
      await home.read();
      if (change.expectedVersion !== homeVersion()) return { outcome: "conflict", version: homeVersion() };
      await readPlaces();
      const { campaigns, isNew } = await withPlaces(change.upserts.campaigns);
      const intended: PlacedChange = { ...change, upserts: { ...change.upserts, campaigns } };
      const touched = touchedBy(intended);
      const id = crypto.randomUUID();
      const numbers = lowers(home.mirror, intended, isNew);
      const lowering = touched.filter(({ number }) => numbers.has(number));
      const lowered = await Promise.allSettled(lowering.map((place) => lowerPlace(place, intended, id)));
      const floors = lowered.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
      const failed = lowered.find((one) => one.status === "rejected");
      if (failed !== undefined || floors.length > 0) {
        await Promise.all(lowering.map((place) => trySettle(place, id)));
        if (failed !== undefined) throw failed.reason;
        return { outcome: "budget_below_floor", floors };
      }
      const outcome = await home.store.applyCatalog(intended);
      await Promise.all(touched.map((place) => trySettle(place, id)));
      return outcome;
    },

    know: async (campaignIds) => {
      await Promise.all([home, ...places].map((place) => place.begun()));
      for (const id of campaignIds) if (distribution.placeOf(id) === undefined) return home.read();
    },
  };
}

function bypassed({ number }: Place, floors: readonly BudgetFloor[]): string {
  const ids = floors.map(({ campaignId }) => campaignId).join(", ");
  return `Place ${number} has spent more than home allows for ${ids}: change the catalogue through openPlaced only.`;
}
