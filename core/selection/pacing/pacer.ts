import type { Campaign } from "../../catalog/entities.ts";
import type { Micros } from "../../money.ts";
import type { IssueOrder, IssueOutcome, Surface } from "../../storage/delivery.ts";
import { maxBatch, type ServingStore } from "../../storage/serving-store.ts";
import type { Clock, EpochMs } from "../../timing/clock.ts";
import type { Draw } from "../tie-sampling.ts";
import { observe } from "./observe.ts";
import { isPaced } from "./plan.ts";
import { createTokenBucket, isActive, recentAds, refill, type TokenBucket } from "./token-bucket.ts";
import { createTrafficState, createTrafficWatch, type TrafficState } from "./traffic.ts";
import { countedViews } from "./views.ts";

/** The part of the active set that pacing needs. */
export interface Participation {
  readonly leave: (campaignId: string, reason: "pacing") => void;
  readonly enter: (campaignId: string, reason: "pacing") => void;
}

/** The part of a snapshot that pacing needs. */
export interface PacedCatalog {
  readonly campaigns: ReadonlyMap<string, Campaign>;
}

/**
 * Spends the budgets of campaigns with pacing `even` along the traffic of the day. It only decides when a campaign takes part;
 * the store enforces the budgets. Instances do not talk to each other: each reads from the store what all have spent and hold.
 * `spendPerHour` is the rule.
 */
export interface Pacer {
  /**
   * Call this about once a second with the current snapshot. Refills all buckets at once and reads the store in the background.
   * While the store cannot be reached, the last rates stay in use.
   */
  readonly check: (catalog: PacedCatalog) => void;
  /** Wraps `issue`: takes the price of each order from its campaign's allowance. A campaign without allowance is excluded at once. */
  readonly around: (
    issue: (order: IssueOrder) => Promise<IssueOutcome>,
  ) => (order: IssueOrder) => Promise<IssueOutcome>;
  /** Resolves when no read of the store is running. For tests. */
  readonly settled: () => Promise<void>;
}

/** The knowledge of a pacer: plain data that the instances of one isolate share. */
export interface PacerState {
  readonly buckets: Map<string, TokenBucket>;
  readonly traffic: TrafficState;
  campaigns: ReadonlyMap<string, Campaign> | undefined;
  readAt: EpochMs;
}

/** The state before the first check. */
export function createPacerState(): PacerState {
  return {
    buckets: new Map(),
    traffic: createTrafficState(),
    campaigns: undefined,
    readAt: Number.NEGATIVE_INFINITY,
  };
}

/** Options of a pacer. */
export interface PacerOptions {
  /** Default: a new one. */
  readonly state?: PacerState | undefined;
  readonly store: Pick<ServingStore, "readSpend" | "readCounts">;
  readonly clock: Clock;
  readonly participation: Participation;
  readonly draw: Draw;
}

/** How often the spend is read. In between, buckets are refilled at the last rate. */
const readEveryMs = 2_000;
/** The most batches of one read. The next read continues with the campaigns after them. */
const maxBatches = 4;
/** An active campaign that this instance has not issued for this long is not read. */
const idleMs = 600_000;
/** The most campaigns that are read at the start. Others are read after their first order. */
const maxAtStart = maxBatch * maxBatches;
/** The most buckets. The oldest one is dropped and starts anew when needed. */
const maxBuckets = 50_000;

/** Creates the pacer of an instance. */
export function createPacer(options: PacerOptions): Pacer {
  const { store, clock, participation, draw, state = createPacerState() } = options;
  const { buckets } = state;
  const traffic = createTrafficWatch(store, clock, state.traffic);
  let reading: Promise<unknown> | undefined;

  const show = (bucket: TokenBucket): void => {
    const { id } = bucket.campaign;
    if (isActive(bucket)) participation.enter(id, "pacing");
    else participation.leave(id, "pacing");
  };

  const take = (campaignId: string, micros: Micros): void => {
    const now = clock();
    const bucket = buckets.get(campaignId) ?? begin(campaignId, now);
    if (bucket === undefined) return;
    bucket.allowance -= micros;
    bucket.usedAt = now;
    show(bucket);
  };
  const own = (campaignId: string, micros: Micros): void => {
    const bucket = buckets.get(campaignId);
    if (bucket !== undefined) bucket.ownSince += micros;
  };
  const begin = (campaignId: string, now: EpochMs): TokenBucket | undefined => {
    const campaign = state.campaigns?.get(campaignId);
    if (campaign === undefined || !isPaced(campaign)) return undefined;
    const bucket = createTokenBucket(campaign, now);
    buckets.set(campaignId, bucket);
    const [oldest] = buckets.keys();
    if (oldest !== undefined && buckets.size > maxBuckets) forget(oldest);
    return bucket;
  };
  const forget = (campaignId: string): void => {
    buckets.delete(campaignId);
    participation.enter(campaignId, "pacing");
  };
  const start = (all: Iterable<Campaign>, now: EpochMs): void => {
    for (const campaign of all) {
      if (buckets.size === maxAtStart) return;
      if (campaign.status === "active" && isPaced(campaign))
        buckets.set(campaign.id, createTokenBucket(campaign, now));
    }
  };

  /** Follows changes of the catalogue and refills. */
  const look = (bucket: TokenBucket, now: EpochMs): void => {
    const { id } = bucket.campaign;
    const campaign = state.campaigns?.get(id);
    const isOver = campaign === undefined || campaign.status !== "active" || !isPaced(campaign);
    if (isOver) {
      forget(id);
      return;
    }
    if (campaign !== bucket.campaign) {
      bucket.campaign = campaign;
      bucket.plan = undefined;
    }
    refill(bucket, now);
    show(bucket);
  };

  /** Share of this instance in all ads of its buckets. */
  const share = (): number => {
    // The prior: ten instances.
    let own = 0.1;
    let all = 1;
    for (const bucket of buckets.values()) {
      const recent = recentAds(bucket);
      own += recent.own;
      all += recent.all;
    }
    return own / all;
  };

  /** Reads counted views once for each campaign, as the prior of its view rate. */
  const readViews = async (now: EpochMs): Promise<void> => {
    const unknown = [...buckets.values()].filter(({ counted }) => counted === undefined).slice(0, maxBatch);
    if (unknown.length === 0) return;
    const counted = await countedViews(
      store,
      unknown.map(({ campaign }) => campaign.id),
      now,
    );
    for (const bucket of unknown) bucket.counted = counted.get(bucket.campaign.id) ?? { issued: 0, seen: 0 };
  };

  const read = async (now: EpochMs): Promise<void> => {
    const ids: string[] = [];
    for (const [id, bucket] of buckets) {
      if (ids.length === maxBatch * maxBatches) break;
      if (now - bucket.usedAt <= idleMs || !isActive(bucket)) ids.push(id);
    }
    for (let start = 0; start < ids.length; start += maxBatch) {
      const batch = ids.slice(start, start + maxBatch);
      const spends = await store.readSpend(batch);
      const surroundings = { share: share(), traffic: traffic.current(), draw };
      for (const spend of spends) {
        const bucket = spend && buckets.get(spend.campaignId);
        if (spend === undefined || bucket === undefined) continue;
        observe(bucket, spend, surroundings, now);
        show(bucket);
        // To the end of the queue, so that every campaign is read in turn.
        buckets.delete(spend.campaignId);
        buckets.set(spend.campaignId, bucket);
      }
    }
  };

  return {
    check: (catalog) => {
      const now = clock();
      const isStart = state.campaigns === undefined;
      state.campaigns = catalog.campaigns;
      if (isStart) start(catalog.campaigns.values(), now);
      for (const bucket of [...buckets.values()]) look(bucket, now);
      if (reading !== undefined || buckets.size === 0) return;
      if (now >= state.readAt && now - state.readAt < readEveryMs) return;
      state.readAt = now;
      // A failed read is repeated; until then the last rates stay in use. Counts can wait at the start, requests cannot.
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

/** A bot delivery holds nothing. The store reports what its clicks spend. */
function holdOf(surface: Surface, priceMicros: Micros): Micros {
  return surface === "web" ? priceMicros : 0;
}
