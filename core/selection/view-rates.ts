import { type Metric, maxTotals } from "../storage/counts.ts";
import type { ServingStore } from "../storage/serving-store.ts";
import type { EpochMs } from "../timing/clock.ts";
import type { IndexedCatalog } from "./live-index.ts";
import { estimateRates, type RateOf, type Views } from "./view-rate.ts";

/** Learns the view rates of creatives from the counts of all instances. */
export interface ViewRates {
  /**
   * Reads new counts, at most once a minute (every five minutes with more than 100,000 campaigns), and reports new rates to
   * `onLearned`. Never rejects: while the store cannot be read, the rates stay as they are.
   */
  readonly learn: (now: EpochMs, catalog: IndexedCatalog) => Promise<void>;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** From this size on, ranking anew takes seconds of work. */
const manyCampaigns = 100_000;
/** The half-life of a delivery's weight. */
const halfLifeHours = 72;
/** Creatives with a smaller weight are dropped. */
const leastIssued = 0.5;

/** The learned rates: plain data that the instances of one isolate share. */
export interface ViewRatesState {
  /** All hours before `to`. Later hours are read each time, because instances still write to them. */
  settled?: { readonly views: CreativeViews; readonly to: EpochMs } | undefined;
  learnedAt?: EpochMs | undefined;
  learnedFrom?: number | undefined;
}

/** `onLearned` receives new rates. */
export function createViewRates(
  store: Pick<ServingStore, "readCounts">,
  onLearned: (rateOf: RateOf) => void,
  state: ViewRatesState = {},
): ViewRates {
  const learnNow = async (now: EpochMs, catalog: IndexedCatalog): Promise<void> => {
    const hour = Math.floor(now / hourMs) * hourMs;
    const before = await settle(store, state.settled, hour - hourMs);
    const recent = await readViews(store, hour - hourMs, hour + hourMs);
    state.settled = { views: before, to: hour - hourMs };
    const all = sum(before, recent);
    const total = { web: { issued: 0, seen: 0 }, bot: { issued: 0, seen: 0 } };
    for (const [creativeId, views] of all) {
      const creative = catalog.creatives.get(creativeId)?.creative;
      // House ads carry no receipt, so their views are unknown (contract.md §2.3).
      if (creative === undefined || !catalog.campaigns.get(creative.campaignId)?.priceMicros) continue;
      const surface = total[creative.format === "bot" ? "bot" : "web"];
      surface.issued += views.issued;
      surface.seen += views.seen;
    }
    const amount = total.web.issued + total.web.seen + total.bot.issued + total.bot.seen;
    if (amount === (state.learnedFrom ?? 0)) return;
    state.learnedFrom = amount;
    onLearned(estimateRates(total, (creativeId) => all.get(creativeId)));
  };
  return {
    learn: async (now, catalog) => {
      const everyMs = catalog.campaigns.size > manyCampaigns ? 5 * minuteMs : minuteMs;
      if (state.learnedAt !== undefined && Math.abs(now - state.learnedAt) < everyMs) return;
      state.learnedAt = now;
      await learnNow(now, catalog).catch(() => undefined);
    },
  };
}

/** By creative id. */
type CreativeViews = ReadonlyMap<string, Views>;

/** The views of all hours before `to`: the earlier result continued, or else the last week. Older views have less weight. */
async function settle(
  store: Pick<ServingStore, "readCounts">,
  settled: { readonly views: CreativeViews; readonly to: EpochMs } | undefined,
  to: EpochMs,
): Promise<CreativeViews> {
  if (settled !== undefined && settled.to === to) return settled.views;
  if (settled !== undefined && settled.to < to && settled.to >= to - dayMs) {
    const from = settled.to;
    const decayed = decay(settled.views, (to - from) / hourMs);
    return sum(decayed, await readViews(store, from, to));
  }
  const week = await readViews(store, to - 7 * dayMs, to - dayMs);
  const day = await readViews(store, to - dayMs, to);
  return sum(decay(week, 4 * 24), decay(day, 12));
}

function decay(views: CreativeViews, hours: number): CreativeViews {
  const share = 0.5 ** (hours / halfLifeHours);
  const decayed = new Map<string, Views>();
  for (const [creativeId, { issued, seen }] of views) {
    if (issued * share >= leastIssued)
      decayed.set(creativeId, { issued: issued * share, seen: seen * share });
  }
  return decayed;
}

function sum(one: CreativeViews, other: CreativeViews): CreativeViews {
  const all = new Map(one);
  for (const [creativeId, { issued, seen }] of other) {
    const known = all.get(creativeId);
    all.set(creativeId, { issued: issued + (known?.issued ?? 0), seen: seen + (known?.seen ?? 0) });
  }
  return all;
}

async function readViews(
  store: Pick<ServingStore, "readCounts">,
  from: EpochMs,
  to: EpochMs,
): Promise<CreativeViews> {
  const read = async (metric: Metric): Promise<ReadonlyMap<string, number>> => {
    const totals = await store.readCounts({
      from,
      to,
      metrics: [metric],
      by: ["creativeId"],
      limit: maxTotals,
    });
    return new Map(totals.map(({ creativeId = "", n }) => [creativeId, n]));
  };
  const issued = await read("issued");
  const seen = await read("seen");
  const issuedUnlearned = await read("unlearned_issued");
  const seenUnlearned = await read("unlearned_seen");
  const views = new Map<string, Views>();
  for (const [creativeId, n] of issued) {
    // Lines beyond the limit are missing, so the views of those creatives are unknown.
    const isKnown = seen.has(creativeId) || seen.size < maxTotals;
    if (creativeId === "" || !isKnown) continue;
    views.set(creativeId, {
      issued: n - (issuedUnlearned.get(creativeId) ?? 0),
      seen: (seen.get(creativeId) ?? 0) - (seenUnlearned.get(creativeId) ?? 0),
    });
  }
  return views;
}
