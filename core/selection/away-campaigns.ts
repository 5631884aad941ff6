import type { Places } from "../storage/places.ts";
import type { ActiveSet } from "./active-set.ts";
import type { LiveIndexChange } from "./live-index.ts";
import type { Snapshot } from "./snapshot.ts";

/** Excludes the campaigns of databases that cannot be reached from selection, until they can. The catalogue keeps them. */
export interface AwayCampaigns {
  /** Follows a change of the catalogue. */
  readonly change: (change: Pick<LiveIndexChange, "catalog" | "isReload" | "touched">) => void;
  /** Call this after each reading of the catalogue. Looks at all campaigns only when other databases are away than before. */
  readonly check: (snapshot: Pick<Snapshot, "campaigns">) => void;
}

/** The excluded campaigns: plain data, which the instances of one isolate share. */
export interface AwayState {
  readonly out: Set<string>;
  /** The databases that were away at the last check. `undefined`: all campaigns have to be looked at. */
  away: ReadonlySet<number> | undefined;
}

/** No database is away. */
export function createAwayState(): AwayState {
  return { out: new Set(), away: none };
}

const none: ReadonlySet<number> = new Set();

/** `places` returns `undefined` when all campaigns lie in one database. */
export function createAwayCampaigns(
  places: () => Places | undefined,
  active: Pick<ActiveSet, "leave" | "enter">,
  state: AwayState = createAwayState(),
): AwayCampaigns {
  const { out } = state;
  const show = (id: string, isAway: boolean): void => {
    if (isAway === out.has(id)) return;
    if (isAway) {
      out.add(id);
      active.leave(id, "away");
    } else {
      out.delete(id);
      active.enter(id, "away");
    }
  };
  const isAt = (id: string, away: ReadonlySet<number>): boolean =>
    away.size > 0 && away.has(places()?.of(id) ?? 0);
  return {
    change: ({ catalog, isReload, touched }) => {
      if (isReload) state.away = undefined;
      const { away } = state;
      if (away === undefined) return;
      for (const id of touched) show(id, catalog.campaigns.has(id) && isAt(id, away));
    },
    check: ({ campaigns }) => {
      const away = places()?.away() ?? none;
      if (state.away !== undefined && isSame(state.away, away)) return;
      state.away = away;
      for (const id of [...out]) show(id, campaigns.has(id) && isAt(id, away));
      if (away.size > 0) for (const id of campaigns.keys()) show(id, isAt(id, away));
    },
  };
}

function isSame(one: ReadonlySet<number>, other: ReadonlySet<number>): boolean {
  return one.size === other.size && [...one].every((number) => other.has(number));
}
