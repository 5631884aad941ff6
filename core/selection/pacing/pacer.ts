import type { Campaign } from "../../catalog/entities.ts";
import type { Micros } from "../../money.ts";
import type { IssueOrder, IssueOutcome, Surface } from "../../storage/delivery.ts";
import { maxBatch, type ServingStore } from "../../storage/serving-store.ts";
import type { Clock, EpochMs } from "../../timing/clock.ts";
import type { Draw } from "../tie-sampling.ts";
import { observe } from "./observe.ts";
import { isPaced } from "./plan.ts";
import { adsLately, createMeter, fill, isActive, type TokenBucket } from "./token-bucket.ts";
import { createTrafficWatch } from "./traffic.ts";
import { countedViews } from "./views.ts";

/** Which campaigns selection sees; the part of it that pacing needs. */
export interface Participation {
  readonly leave: (campaignId: string, reason: "pacing") => void;
  readonly enter: (campaignId: string, reason: "pacing") => void;
}

/** The part of a snapshot that pacing needs. */
export interface PacedCatalog {
  readonly campaigns: ReadonlyMap<string, Campaign>;
}

/**
 * Spends the budgets of campaigns with pacing `even` along the traffic of the day. It only decides when a campaign
 * takes part; that no budget is overspent is the store's promise. Any number of instances, each on its own: they meet
 * in what the store says is spent and held. How fast is the docstring of `spendPerHour`.
 */
export interface Pacer {
  /**
   * To be called about once a second with the current snapshot. Lets campaigns in again at once, by what is known; the
   * store is asked behind the caller's back, and while it cannot be reached the last allowances go on.
   */
  readonly check: (catalog: PacedCatalog) => void;
  /** `issue` with each order's price taken from its campaign's allowance. A campaign without any leaves at once. */
  readonly around: (
    issue: (order: IssueOrder) => Promise<IssueOutcome>,
  ) => (order: IssueOrder) => Promise<IssueOutcome>;
  /** Fulfilled when the store is not being asked. For tests. */
  readonly settled: () => Promise<void>;
}

export interface PacerOptions {
  readonly store: Pick<ServingStore, "readSpend" | "readCounts">;
  readonly clock: Clock;
  readonly participation: Participation;
  readonly draw: Draw;
}

/** How often the store is asked what was spent. In between allowances grow by the last answer. */
const readEveryMs = 2_000;
/** Batches read at a time; the campaigns after them are read the next time. */
const maxBatches = 4;
/** A campaign that this instance has not issued for so long is not asked about, unless it is out. */
const idleMs = 600_000;
/** Campaigns with pacing that are asked about at the start; others when they are first issued. */
const maxAtStart = maxBatch * maxBatches;
/** More campaigns than this are not kept: who was used longest ago begins anew. */
const maxMeters = 50_000;

export function createPacer({ store, clock, participation, draw }: PacerOptions): Pacer {
  const meters = new Map<string, TokenBucket>();
  const traffic = createTrafficWatch(store, clock);
  let campaigns: ReadonlyMap<string, Campaign> | undefined;
  let readAt: EpochMs = Number.NEGATIVE_INFINITY;
  let reading: Promise<unknown> | undefined;

  const show = (meter: TokenBucket): void => {
    const { id } = meter.campaign;
    if (isActive(meter)) participation.enter(id, "pacing");
    else participation.leave(id, "pacing");
  };

  const take = (campaignId: string, micros: Micros): void => {
    const now = clock();
    const meter = meters.get(campaignId) ?? begin(campaignId, now);
    if (meter === undefined) return;
    meter.allowance -= micros;
    meter.usedAt = now;
    show(meter);
  };
  const own = (campaignId: string, micros: Micros): void => {
    const meter = meters.get(campaignId);
    if (meter !== undefined) meter.ownSince += micros;
  };
  const begin = (campaignId: string, now: EpochMs): TokenBucket | undefined => {
    const campaign = campaigns?.get(campaignId);
    if (campaign === undefined || !isPaced(campaign)) return undefined;
    const meter = createMeter(campaign, now);
    meters.set(campaignId, meter);
    const [oldest] = meters.keys();
    if (oldest !== undefined && meters.size > maxMeters) forget(oldest);
    return meter;
  };
  const forget = (campaignId: string): void => {
    meters.delete(campaignId);
    participation.enter(campaignId, "pacing");
  };
  const start = (all: Iterable<Campaign>, now: EpochMs): void => {
    for (const campaign of all) {
      if (meters.size === maxAtStart) return;
      if (campaign.status === "active" && isPaced(campaign))
        meters.set(campaign.id, createMeter(campaign, now));
    }
  };

  /** Keeps up with the catalogue, and with the time. */
  const look = (meter: TokenBucket, now: EpochMs): void => {
    const { id } = meter.campaign;
    const campaign = campaigns?.get(id);
    const isOver = campaign === undefined || campaign.status !== "active" || !isPaced(campaign);
    if (isOver) {
      forget(id);
      return;
    }
    if (campaign !== meter.campaign) {
      meter.campaign = campaign;
      meter.plan = undefined;
    }
    fill(meter, now);
    show(meter);
  };

  /** This instance's part of everything paced that it has a part in. */
  const share = (): number => {
    // Nobody knows at first how many there are.
    let own = 0.1;
    let all = 1;
    for (const meter of meters.values()) {
      const lately = adsLately(meter);
      own += lately.own;
      all += lately.all;
    }
    return own / all;
  };

  /** Once for each campaign, so that its view rate is known before it has been learned again. */
  const readViews = async (now: EpochMs): Promise<void> => {
    const unknown = [...meters.values()].filter(({ counted }) => counted === undefined).slice(0, maxBatch);
    if (unknown.length === 0) return;
    const counted = await countedViews(
      store,
      unknown.map(({ campaign }) => campaign.id),
      now,
    );
    for (const meter of unknown) meter.counted = counted.get(meter.campaign.id) ?? { issued: 0, seen: 0 };
  };

  const read = async (now: EpochMs): Promise<void> => {
    const ids: string[] = [];
    for (const [id, meter] of meters) {
      if (ids.length === maxBatch * maxBatches) break;
      if (now - meter.usedAt <= idleMs || !isActive(meter)) ids.push(id);
    }
    for (let start = 0; start < ids.length; start += maxBatch) {
      const batch = ids.slice(start, start + maxBatch);
      const spends = await store.readSpend(batch);
      const surroundings = { share: share(), traffic: traffic.current(), draw };
      for (const spend of spends) {
        const meter = spend && meters.get(spend.campaignId);
        if (spend === undefined || meter === undefined) continue;
        observe(meter, spend, surroundings, now);
        show(meter);
        // At the end of the queue, so that all get their turn.
        meters.delete(spend.campaignId);
        meters.set(spend.campaignId, meter);
      }
    }
  };

  return {
    check: (catalog) => {
      const now = clock();
      const isStart = campaigns === undefined;
      campaigns = catalog.campaigns;
      if (isStart) start(catalog.campaigns.values(), now);
      for (const meter of [...meters.values()]) look(meter, now);
      if (reading !== undefined || meters.size === 0) return;
      if (now >= readAt && now - readAt < readEveryMs) return;
      readAt = now;
      // What fails is asked again; until then the last answer goes on.
      // Statistics can wait at the start, the first requests cannot.
      const statistics = isStart ? [] : [readViews(now), traffic.learn()];
      reading = Promise.allSettled([read(now), ...statistics]).finally(() => {
        reading = undefined;
      });
    },
    around: (issue) => async (order) => {
      const offered = order.choices[0];
      if (offered !== undefined) take(offered.campaignId, holdOf(order.surface, offered.priceMicros));
      const outcome = await issue(order);
      const issued = outcome.outcome === "issued" ? outcome.delivery : undefined;
      if (issued !== undefined) own(issued.campaignId, holdOf(order.surface, issued.priceMicros));
      if (offered === undefined || issued?.campaignId === offered.campaignId) return outcome;
      take(offered.campaignId, -holdOf(order.surface, offered.priceMicros));
      if (issued !== undefined) take(issued.campaignId, holdOf(order.surface, issued.priceMicros));
      return outcome;
    },
    settled: async () => {
      while (reading !== undefined) await reading;
    },
  };
}

/** A bot delivery holds nothing: what its clicks spend shows in the store. */
function holdOf(surface: Surface, priceMicros: Micros): Micros {
  return surface === "web" ? priceMicros : 0;
}
