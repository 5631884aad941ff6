import { type CountTotal, maxTotals } from "../storage/counts.ts";
import type { ServingStore } from "../storage/serving-store.ts";
import type { EpochMs } from "../timing/clock.ts";
import type { IndexedCatalog } from "./live-index.ts";
import { estimateRates, type RateOf, type Views } from "./view-rate.ts";

/** Learns the view rates of creatives from what all instances have counted. */
export interface ViewRates {
  /**
   * Reads what was counted meanwhile, at most once a minute (every five with more than 100,000 campaigns), and tells when
   * there are new rates. Never rejects: while the store cannot be read the rates stay as they are.
   */
  readonly learn: (now: EpochMs, register: IndexedCatalog) => Promise<void>;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** Ranking a million anew takes seconds of work. */
const manyCampaigns = 100_000;
/** After so many hours a delivery counts for half. */
const halfLifeHours = 72;
/** What counts for less than this is forgotten. */
const leastIssued = 0.5;

export function createViewRates(
  store: Pick<ServingStore, "readCounts">,
  onLearned: (rateOf: RateOf) => void,
): ViewRates {
  /** All hours before `to`. Later ones are read anew each time, for others still write to them. */
  let settled: { readonly tally: Tally; readonly to: EpochMs } | undefined;
  let learnedAt: EpochMs | undefined;
  let learnedFrom = 0;

  const learnNow = async (now: EpochMs, register: IndexedCatalog): Promise<void> => {
    const hour = Math.floor(now / hourMs) * hourMs;
    const before = await settle(store, settled, hour - hourMs);
    const fresh = await readTally(store, hour - hourMs, hour + hourMs);
    settled = { tally: before, to: hour - hourMs };
    const all = sum(before, fresh);
    const total = { web: { issued: 0, seen: 0 }, bot: { issued: 0, seen: 0 } };
    for (const [creativeId, views] of all) {
      const creative = register.creatives.get(creativeId)?.creative;
      // House ads carry no receipt, so nobody knows whether they are seen (contract.md §2.3).
      if (creative === undefined || !register.campaigns.get(creative.campaignId)?.priceMicros) continue;
      const surface = total[creative.format === "bot" ? "bot" : "web"];
      surface.issued += views.issued;
      surface.seen += views.seen;
    }
    const amount = total.web.issued + total.web.seen + total.bot.issued + total.bot.seen;
    if (amount === learnedFrom) return;
    learnedFrom = amount;
    onLearned(estimateRates(total, (creativeId) => all.get(creativeId)));
  };
  return {
    learn: async (now, register) => {
      const everyMs = register.campaigns.size > manyCampaigns ? 5 * minuteMs : minuteMs;
      if (learnedAt !== undefined && Math.abs(now - learnedAt) < everyMs) return;
      learnedAt = now;
      await learnNow(now, register).catch(() => undefined);
    },
  };
}

/** By creative id. */
type Tally = ReadonlyMap<string, Views>;

/** The tally of all hours before `to`, from that of before or else of a week; older ones count for less. */
async function settle(
  store: Pick<ServingStore, "readCounts">,
  settled: { readonly tally: Tally; readonly to: EpochMs } | undefined,
  to: EpochMs,
): Promise<Tally> {
  if (settled !== undefined && settled.to === to) return settled.tally;
  if (settled !== undefined && settled.to < to && settled.to >= to - dayMs) {
    const from = settled.to;
    const faded = fade(settled.tally, (to - from) / hourMs);
    return sum(faded, await readTally(store, from, to));
  }
  const week = await readTally(store, to - 7 * dayMs, to - dayMs);
  const day = await readTally(store, to - dayMs, to);
  return sum(fade(week, 4 * 24), fade(day, 12));
}

function fade(tally: Tally, hours: number): Tally {
  const share = 0.5 ** (hours / halfLifeHours);
  const faded = new Map<string, Views>();
  for (const [creativeId, { issued, seen }] of tally) {
    if (issued * share >= leastIssued) faded.set(creativeId, { issued: issued * share, seen: seen * share });
  }
  return faded;
}

function sum(one: Tally, other: Tally): Tally {
  const all = new Map(one);
  for (const [creativeId, { issued, seen }] of other) {
    const known = all.get(creativeId);
    all.set(creativeId, { issued: issued + (known?.issued ?? 0), seen: seen + (known?.seen ?? 0) });
  }
  return all;
}

async function readTally(
  store: Pick<ServingStore, "readCounts">,
  from: EpochMs,
  to: EpochMs,
): Promise<Tally> {
  const read = (metric: "issued" | "seen"): Promise<readonly CountTotal[]> =>
    store.readCounts({ from, to, metrics: [metric], by: ["creativeId"], limit: maxTotals });
  const issued = await read("issued");
  const seen = new Map((await read("seen")).map(({ creativeId, n }) => [creativeId, n]));
  const tally = new Map<string, Views>();
  for (const { creativeId = "", n } of issued) {
    // Views beyond the limit were cut off: of those creatives nothing is known.
    const isKnown = seen.has(creativeId) || seen.size < maxTotals;
    if (creativeId !== "" && isKnown) tally.set(creativeId, { issued: n, seen: seen.get(creativeId) ?? 0 });
  }
  return tally;
}
