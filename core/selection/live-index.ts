import type { Campaign, CreativeVersion, Platform } from "../catalog/entities.ts";
import type { EpochMs } from "../timing/clock.ts";
import { type CooperativeTask, type Pause, runSync, runYielding } from "../timing/cooperative-task.ts";
import { type ActiveSet, createActiveSet } from "./active-set.ts";
import type { CampaignIndex } from "./index/campaign-index.ts";
import { compileIndex } from "./index/compile.ts";
import type { Draw } from "./tie-sampling.ts";
import { equalRates, type RateOf } from "./view-rate.ts";

/** The campaigns of this instance in indexes for selection, kept up to date while they change. */
export interface LiveIndex {
  /** The indexes for an instant. */
  readonly at: (now: EpochMs) => IndexSet;
  /** The campaigns that are excluded for now. */
  readonly active: ActiveSet;
  /** The creatives of a campaign: all current ones, and possibly replaced ones. */
  readonly creativesOf: (campaignId: string) => readonly CreativeVersion[];
  /**
   * Applies a change of the catalogue. Few campaigns are compiled at once into a delta index beside the main index. Of many
   * campaigns, removed and paused ones leave at once; the others serve unchanged until a new main index is ready.
   */
  readonly change: (change: LiveIndexChange) => void;
  /** Builds a new main index by other view rates, in the background. */
  readonly rerank: (rateOf: RateOf) => void;
  /** Advances the schedules, in the background. */
  readonly keepTime: (now: EpochMs) => void;
  /** Resolves when no background work is running. */
  readonly settled: () => Promise<void>;
}

/** A change of the catalogue. */
export interface LiveIndexChange {
  /** The catalogue after the change. Its maps may change later. */
  readonly catalog: IndexedCatalog;
  /** Whether everything may have changed. */
  readonly isReload: boolean;
  /** Ids of campaigns that changed or were removed, or whose creatives did. */
  readonly touched: ReadonlySet<string>;
  /** New and changed creatives. */
  readonly creatives: readonly CreativeVersion[];
  /** New and changed platforms. Default: none. */
  readonly platforms?: readonly Platform[] | undefined;
}

/** Campaigns and creatives by id. */
export interface IndexedCatalog {
  readonly campaigns: ReadonlyMap<string, Campaign>;
  readonly creatives: ReadonlyMap<string, CreativeVersion>;
}

/** The indexes that selection reads. */
export interface IndexSet {
  /** The main index and the delta indexes. Each campaign is listed in exactly one. */
  readonly indexes: readonly CampaignIndex[];
  /** The view rates by which the indexes are ordered. */
  readonly rateOf: RateOf;
}

/** Options of a live index. */
export interface LiveIndexOptions {
  /** Draws the order of campaigns of equal bound. */
  readonly draw: Draw;
  /** Yields to other work while an index is built. */
  readonly pause: Pause;
  /** Reports that an index could not be built, which is a bug. The previous index stays in use. */
  readonly onFailed: (error: unknown) => void;
}

/** Up to this many campaigns are compiled in one turn, in a few milliseconds; more are compiled in steps. */
const fewAtOnce = 1_024;
/** A new main index is built when the delta has more campaigns than this and than a share of the main index … */
const minDelta = 256;
const deltaShare = 1 / 32;
/** … or more than this. */
const maxDelta = 768;

/** Campaigns that changed since the build of a main index began. */
interface DeltaIndex {
  readonly ids: Set<string>;
  index: CampaignIndex | undefined;
}

/** An empty live index. */
export function createLiveIndex({ draw, pause, onFailed }: LiveIndexOptions): LiveIndex {
  let catalog: IndexedCatalog = { campaigns: new Map(), creatives: new Map() };
  let rateOf: RateOf = equalRates;
  let wantedRates: RateOf = equalRates;
  let main = runSync(compileIndex(catalog, { rateOf, draw }));
  /** The deltas of `main`; the last one takes the next changes. */
  let deltas: readonly DeltaIndex[] = [];
  let served: IndexSet = { indexes: [main], rateOf };
  let now: EpochMs = Number.NaN;
  /** Whether a platform excludes an advertiser, so that main indexes are compiled with the advertisers. */
  let hasAdvertisers = false;

  /** Whether a new main index is wanted, and the one that is being built. */
  let isWanted = false;
  let building: Promise<void> | undefined;
  let upcoming: CampaignIndex | undefined;
  /** Increases when the index that is being built is out of date. */
  let edition = 0;
  /** Campaigns of bulk changes during the build. */
  let bulkChanged = new Set<string>();
  let moving: Promise<void> | undefined;

  const active = createActiveSet((campaignId, reasons) => {
    for (const index of served.indexes) index.setOut(campaignId, reasons);
    upcoming?.setOut(campaignId, reasons);
  });

  const serve = (index: CampaignIndex, newDeltas: readonly DeltaIndex[]): void => {
    main = index;
    deltas = newDeltas;
    served = { indexes: [main, ...newDeltas.flatMap((item) => item.index ?? [])], rateOf };
  };
  const isShown = (id: string): boolean => catalog.campaigns.get(id)?.status === "active";
  const unlist = (ids: Iterable<string>, but?: CampaignIndex): void => {
    for (const id of ids) for (const index of served.indexes) if (index !== but) index.unlist(id);
  };

  const compiledOf = (id: string): readonly CreativeVersion[] =>
    served.indexes.flatMap((index) => index.creativesOf(id));
  /** The current creatives of a campaign, found without a scan of all creatives. */
  const creativesOf = (id: string, given: readonly CreativeVersion[]): Iterable<CreativeVersion> => {
    const own = new Map<string, CreativeVersion>();
    for (const { creative } of [...compiledOf(id), ...given]) {
      const current = catalog.creatives.get(creative.id);
      if (current?.creative.campaignId === id) own.set(creative.id, current);
    }
    return own.values();
  };
  const compileFew = (ids: ReadonlySet<string>, given: readonly CreativeVersion[]): CampaignIndex => {
    const givenTo = Map.groupBy(given, ({ creative }) => creative.campaignId);
    const campaigns = new Set([...ids].flatMap((id) => catalog.campaigns.get(id) ?? []));
    const creatives = new Set([...ids].flatMap((id) => [...creativesOf(id, givenTo.get(id) ?? [])]));
    const index = runSync(compileIndex({ campaigns, creatives }, { rateOf, draw }));
    for (const id of ids) index.setOut(id, active.reasonsOf(id));
    return index;
  };
  function* compileAll(rates: RateOf): CooperativeTask<CampaignIndex> {
    const built = yield* compileIndex(catalog, { rateOf: rates, draw, hasAdvertisers });
    upcoming = built;
    let marked = 0;
    for (const [id, reasons] of active.out) {
      built.setOut(id, reasons);
      marked += 1;
      if (marked % fewAtOnce === 0) yield;
    }
    if (!Number.isNaN(now)) yield* built.parts.schedule.move(now);
    return built;
  }
  const compileAllAtOnce = (): void => {
    edition += 1;
    rateOf = wantedRates;
    serve(runSync(compileAll(rateOf)), []);
    upcoming = undefined;
  };

  const build = async (): Promise<void> => {
    while (isWanted) {
      isWanted = false;
      bulkChanged = new Set();
      const late: DeltaIndex = { ids: new Set(), index: undefined };
      serve(main, [...deltas, late]);
      const begun = edition;
      const rates = wantedRates;
      const built = await runYielding(compileAll(rates), pause);
      if (edition === begun) takeOver(built, rates, late);
    }
  };
  /** Makes the built index the main index. Changes during the build become its delta. */
  const takeOver = (built: CampaignIndex, rates: RateOf, late: DeltaIndex): void => {
    upcoming = undefined;
    rateOf = rates;
    for (const id of late.ids) built.unlist(id);
    for (const id of bulkChanged) if (!isShown(id)) built.unlist(id);
    late.index = late.ids.size === 0 ? undefined : compileFew(late.ids, []);
    serve(built, [late]);
  };
  const startBuilding = (): void => {
    isWanted = true;
    building ??= build()
      .catch(onFailed)
      .finally(() => {
        upcoming = undefined;
        building = undefined;
      });
  };

  const changeFew = (touched: ReadonlySet<string>, given: readonly CreativeVersion[]): void => {
    const open = deltas.at(-1) ?? { ids: new Set<string>(), index: undefined };
    for (const id of touched) open.ids.add(id);
    open.index = compileFew(open.ids, given);
    serve(main, deltas.length === 0 ? [open] : deltas);
    unlist(touched, open.index);
    const { size } = open.ids;
    if (size > maxDelta || (size > minDelta && size > main.size * deltaShare)) startBuilding();
  };
  const changeMany = (touched: ReadonlySet<string>): void => {
    for (const id of touched) if (!isShown(id)) unlist([id]);
    startBuilding();
    for (const id of touched) bulkChanged.add(id);
  };

  return {
    active,
    creativesOf: compiledOf,
    at: (instant) => {
      now = instant;
      for (const { parts } of served.indexes) {
        if (!parts.schedule.covers(instant)) runSync(parts.schedule.move(instant));
      }
      return served;
    },
    change: ({ catalog: changed, isReload, touched, creatives, platforms = [] }) => {
      catalog = changed;
      const hadAdvertisers = hasAdvertisers;
      hasAdvertisers ||= platforms.some(({ excludedAdvertisers }) => excludedAdvertisers !== undefined);
      if (main.size === 0 || catalog.campaigns.size <= fewAtOnce) compileAllAtOnce();
      else if (isReload) {
        edition += 1;
        startBuilding();
      } else if (touched.size + (deltas.at(-1)?.ids.size ?? 0) > fewAtOnce) changeMany(touched);
      else if (touched.size > 0) changeFew(touched, creatives);
      if (hasAdvertisers && !hadAdvertisers && !isReload && main.advertisers === undefined) startBuilding();
    },
    rerank: (rates) => {
      wantedRates = rates;
      if (catalog.campaigns.size <= fewAtOnce) compileAllAtOnce();
      else startBuilding();
    },
    keepTime: (instant) => {
      now = instant;
      if (moving !== undefined || !served.indexes.some(({ parts }) => parts.schedule.isOld(instant))) return;
      const moveAll = async (): Promise<void> => {
        for (const { parts } of served.indexes) await runYielding(parts.schedule.move(instant), pause);
      };
      moving = moveAll()
        .catch(onFailed)
        .finally(() => {
          moving = undefined;
        });
    },
    settled: async () => {
      while (building !== undefined || moving !== undefined) await Promise.all([building, moving]);
    },
  };
}
