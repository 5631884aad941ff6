import type { Campaign, CreativeVersion } from "../catalog/entities.ts";
import type { EpochMs } from "../timing/clock.ts";
import { type CooperativeTask, type Pause, runSync, runYielding } from "../timing/cooperative-task.ts";
import { type ActiveSet, createActiveSet } from "./active-set.ts";
import type { CampaignIndex } from "./index/campaign-index.ts";
import { compileIndex } from "./index/compile.ts";
import type { Draw } from "./tie-sampling.ts";
import { allAlike, type RateOf } from "./view-rate.ts";

/** The campaigns of this instance, compiled for choosing and kept so while they change. */
export interface LiveIndex {
  /** What to choose from at an instant. */
  readonly at: (now: EpochMs) => IndexSet;
  readonly active: ActiveSet;
  /** The creatives of a campaign: the current ones, and perhaps some that they took the place of. */
  readonly creativesOf: (campaignId: string) => readonly CreativeVersion[];
  /**
   * Takes over a change. Few campaigns are compiled at once, into a small index beside the large one. Many leave at once
   * when they were removed or paused; else they serve as they were until a new large index is ready.
   */
  readonly change: (change: LiveIndexChange) => void;
  /** Ranks anew by other view rates, in the background. */
  readonly rerank: (rateOf: RateOf) => void;
  /** Moves schedules on, in the background. */
  readonly keepTime: (now: EpochMs) => void;
  /** When nothing is under way in the background any more. */
  readonly settled: () => Promise<void>;
}

export interface LiveIndexChange {
  /** Everything by id, as it is after the change. May itself change later. */
  readonly register: IndexedCatalog;
  /** Whether all may have changed. */
  readonly isReload: boolean;
  /** Campaigns that changed, were removed, or have or had a creative that did. */
  readonly touched: ReadonlySet<string>;
  /** Creatives that are new or changed. */
  readonly creatives: readonly CreativeVersion[];
}

export interface IndexedCatalog {
  readonly campaigns: ReadonlyMap<string, Campaign>;
  readonly creatives: ReadonlyMap<string, CreativeVersion>;
}

export interface IndexSet {
  /** Each campaign is listed in one of them. */
  readonly indexes: readonly CampaignIndex[];
  /** The rates that the order of the indexes was made by. */
  readonly rateOf: RateOf;
}

export interface LineupOptions {
  readonly draw: Draw;
  /** Lets others have their turn while an index is made. */
  readonly pause: Pause;
  /** An index could not be made, which is a bug; the one before serves on. */
  readonly onFailed: (error: unknown) => void;
}

/** So many campaigns are compiled at once, in a few milliseconds; more of them in pieces. */
const fewAtOnce = 1_024;
/** Changed campaigns beside the large index that call for a new one: this many, and this part of all or {@link most}. */
const manyBeside = 256;
const partBeside = 1 / 32;
const mostBeside = 768;

/** Campaigns that changed since a large index was begun, compiled beside it. */
interface Beside {
  readonly ids: Set<string>;
  index: CampaignIndex | undefined;
}

export function createLineup({ draw, pause, onFailed }: LineupOptions): LiveIndex {
  let register: IndexedCatalog = { campaigns: new Map(), creatives: new Map() };
  let rateOf: RateOf = allAlike;
  let wantedRates: RateOf = allAlike;
  let main = runSync(compileIndex(register, { rateOf, draw }));
  /** Beside `main`; the last one takes what changes next. */
  let besides: readonly Beside[] = [];
  let choosable: IndexSet = { indexes: [main], rateOf };
  let now: EpochMs = Number.NaN;

  /** Whether a large index has to be made, and the one that is. */
  let isWanted = false;
  let making: Promise<void> | undefined;
  let upcoming: CampaignIndex | undefined;
  /** Goes up when what is being made is out of date. */
  let edition = 0;
  /** What changed in bulk while it is made. */
  let bulk = new Set<string>();
  let moving: Promise<void> | undefined;

  const active = createActiveSet((campaignId, reasons) => {
    for (const index of choosable.indexes) index.setOut(campaignId, reasons);
    upcoming?.setOut(campaignId, reasons);
  });

  const serve = (index: CampaignIndex, beside: readonly Beside[]): void => {
    main = index;
    besides = beside;
    choosable = { indexes: [main, ...beside.flatMap((item) => item.index ?? [])], rateOf };
  };
  const isShown = (id: string): boolean => register.campaigns.get(id)?.status === "active";
  const unlist = (ids: Iterable<string>, but?: CampaignIndex): void => {
    for (const id of ids) for (const index of choosable.indexes) if (index !== but) index.unlist(id);
  };

  const compiledOf = (id: string): readonly CreativeVersion[] =>
    choosable.indexes.flatMap((index) => index.creativesOf(id));
  /** The creatives of a campaign as they are now, found without going through all. */
  const creativesOf = (id: string, given: readonly CreativeVersion[]): Iterable<CreativeVersion> => {
    const own = new Map<string, CreativeVersion>();
    for (const { creative } of [...compiledOf(id), ...given]) {
      const current = register.creatives.get(creative.id);
      if (current?.creative.campaignId === id) own.set(creative.id, current);
    }
    return own.values();
  };
  const compileFew = (ids: ReadonlySet<string>, given: readonly CreativeVersion[]): CampaignIndex => {
    const givenTo = Map.groupBy(given, ({ creative }) => creative.campaignId);
    const campaigns = new Set([...ids].flatMap((id) => register.campaigns.get(id) ?? []));
    const creatives = new Set([...ids].flatMap((id) => [...creativesOf(id, givenTo.get(id) ?? [])]));
    const index = runSync(compileIndex({ campaigns, creatives }, { rateOf, draw }));
    for (const id of ids) index.setOut(id, active.reasonsOf(id));
    return index;
  };
  function* compileAll(rates: RateOf): CooperativeTask<CampaignIndex> {
    const made = yield* compileIndex(register, { rateOf: rates, draw });
    upcoming = made;
    let marked = 0;
    for (const [id, reasons] of active.out) {
      made.setOut(id, reasons);
      marked += 1;
      if (marked % fewAtOnce === 0) yield;
    }
    if (!Number.isNaN(now)) yield* made.parts.agenda.move(now);
    return made;
  }
  const compileAllAtOnce = (): void => {
    edition += 1;
    rateOf = wantedRates;
    serve(runSync(compileAll(rateOf)), []);
    upcoming = undefined;
  };

  const make = async (): Promise<void> => {
    while (isWanted) {
      isWanted = false;
      bulk = new Set();
      const late: Beside = { ids: new Set(), index: undefined };
      serve(main, [...besides, late]);
      const begun = edition;
      const rates = wantedRates;
      const made = await runYielding(compileAll(rates), pause);
      if (edition === begun) takeOver(made, rates, late);
    }
  };
  /** Serves by what was made; what changed meanwhile stands beside it. */
  const takeOver = (made: CampaignIndex, rates: RateOf, late: Beside): void => {
    upcoming = undefined;
    rateOf = rates;
    for (const id of late.ids) made.unlist(id);
    for (const id of bulk) if (!isShown(id)) made.unlist(id);
    late.index = late.ids.size === 0 ? undefined : compileFew(late.ids, []);
    serve(made, [late]);
  };
  const startMaking = (): void => {
    isWanted = true;
    making ??= make()
      .catch(onFailed)
      .finally(() => {
        upcoming = undefined;
        making = undefined;
      });
  };

  const changeFew = (touched: ReadonlySet<string>, given: readonly CreativeVersion[]): void => {
    const open = besides.at(-1) ?? { ids: new Set<string>(), index: undefined };
    for (const id of touched) open.ids.add(id);
    open.index = compileFew(open.ids, given);
    serve(main, besides.length === 0 ? [open] : besides);
    unlist(touched, open.index);
    const { size } = open.ids;
    if (size > mostBeside || (size > manyBeside && size > main.size * partBeside)) startMaking();
  };
  const changeMany = (touched: ReadonlySet<string>): void => {
    for (const id of touched) if (!isShown(id)) unlist([id]);
    startMaking();
    for (const id of touched) bulk.add(id);
  };

  return {
    active,
    creativesOf: compiledOf,
    at: (instant) => {
      now = instant;
      for (const { parts } of choosable.indexes) {
        if (!parts.agenda.covers(instant)) runSync(parts.agenda.move(instant));
      }
      return choosable;
    },
    change: ({ register: changed, isReload, touched, creatives }) => {
      register = changed;
      if (main.size === 0 || register.campaigns.size <= fewAtOnce) compileAllAtOnce();
      else if (isReload) {
        edition += 1;
        startMaking();
      } else if (touched.size + (besides.at(-1)?.ids.size ?? 0) > fewAtOnce) changeMany(touched);
      else if (touched.size > 0) changeFew(touched, creatives);
    },
    rerank: (rates) => {
      wantedRates = rates;
      if (register.campaigns.size <= fewAtOnce) compileAllAtOnce();
      else startMaking();
    },
    keepTime: (instant) => {
      now = instant;
      if (moving !== undefined || !choosable.indexes.some(({ parts }) => parts.agenda.isOld(instant))) return;
      const moveAll = async (): Promise<void> => {
        for (const { parts } of choosable.indexes) await runYielding(parts.agenda.move(instant), pause);
      };
      moving = moveAll()
        .catch(onFailed)
        .finally(() => {
          moving = undefined;
        });
    },
    settled: async () => {
      while (making !== undefined || moving !== undefined) await Promise.all([making, moving]);
    },
  };
}
