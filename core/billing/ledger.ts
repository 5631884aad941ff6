import type { FrequencyCap } from "../catalog/entities.ts";
import type { Micros } from "../money.ts";
import type { Delivery } from "../storage/delivery.ts";
import type { CampaignDay } from "../timing/campaign-day.ts";
import type { EpochMs } from "../timing/clock.ts";

/**
 * The state that issue, record and release read and change. `decide-issue.ts`, `judge-event.ts` and `release.ts` state the
 * rule of `ServingStore` once, over this interface. A store that can read synchronously within its transaction (memory,
 * SQLite) implements it and has no rule of its own. The SQL of PostgreSQL and the Lua of Redis are checked beside it.
 *
 * The caller makes one batch atomic: from the first read to the last write of a batch nobody else changes the ledger.
 * Every read sees the writes before it.
 */
export interface Ledger {
  /** `undefined` for a campaign that was never stored. The account of a removed campaign stays. */
  readonly findAccount: (campaignId: string) => Account | undefined;
  /** Used and held on one day of the campaign, zero where nothing moved. */
  readonly dayOf: (campaignId: string, day: CampaignDay) => Balance;
  /** Adds to used and held, in total and on the day, and to `unprovenHeldMicros`. Negative amounts take away. */
  readonly move: (campaignId: string, day: CampaignDay, by: Movement) => void;
  /** `undefined` for an unknown id, and for a text that is no delivery id. */
  readonly findDelivery: (id: string) => StoredDelivery | undefined;
  /** Stores a new delivery. Its id is not stored yet. */
  readonly insertDelivery: (stored: StoredDelivery) => void;
  /** Stores the state of a delivery after an event, and its money record when this event `charged`. */
  readonly updateDelivery: (after: StoredDelivery, charged: boolean) => void;
  /** Counts the deliveries that {@link countsTowardCap} accepts. May stop at `query.most`. */
  readonly countDeliveries: (query: CapQuery) => number;
  /**
   * Marks deliveries that hold their price and were issued before `issuedBefore` as released: the oldest ones, at most
   * `limit`. Returns them. Leaves the amounts as they are.
   */
  readonly takeExpiredHolds: (issuedBefore: EpochMs, limit: number) => readonly Hold[];
}

/** The used and held amounts of a campaign's budget, or of the budget of one of its days. */
export interface Balance {
  /** Charged, less what adjustments gave back to the budget. */
  readonly usedMicros: Micros;
  /** Held by open deliveries. */
  readonly heldMicros: Micros;
}

/** What one step moves. */
export interface Movement extends Balance {
  /** The part of `heldMicros` that belongs to unproven holds. Absent: nothing. */
  readonly unprovenHeldMicros?: Micros | undefined;
}

/** The limits of a campaign as they are stored, and its total balance. */
export interface Account {
  /** The id of the campaign. */
  readonly campaignId: string;
  /** Only an active campaign issues. */
  readonly status: "active" | "paused" | "removed";
  /** IANA name. The campaign's days follow it. */
  readonly timeZone: string;
  /** `maxMicros` without a budget, so that sums stay exact. */
  readonly totalBudgetMicros: Micros;
  /** `maxMicros` without a budget of the day. */
  readonly dailyBudgetMicros: Micros;
  /** The cap of the stored campaign. `undefined`: none. */
  readonly frequencyCap: FrequencyCap | undefined;
  /** Used and held on all days. */
  readonly total: Balance;
  /** The sum of the campaign's open unproven holds. */
  readonly unprovenHeldMicros: Micros;
  /** The part of `total.usedMicros` that adjustments took back without giving it back to the budget. */
  readonly waivedMicros: Micros;
}

/** A delivery and the state that only its store sees. */
export interface StoredDelivery {
  /** The delivery, as the store returns it. */
  readonly delivery: Delivery;
  /** Whether the campaign holds its price. */
  readonly held: boolean;
  /** Whether the hold is unproven: its order had `unprovenShareBps`. Stays when the hold ends. */
  readonly unproven: boolean;
  /** Whether `seen` itself was recorded. A press and a click set `seenAt`, too. */
  readonly seenRecorded: boolean;
}

/** The part of a delivery that its hold depends on. */
export type Hold = Pick<Delivery, "campaignId" | "day" | "priceMicros"> & Pick<StoredDelivery, "unproven">;

/** The deliveries of one campaign to one user that a frequency cap counts. */
export interface CapQuery {
  /** The id of the campaign. */
  readonly campaignId: string;
  /** The key of the user. */
  readonly userKey: string;
  /** Only deliveries that were issued after this instant. */
  readonly issuedAfter: EpochMs;
  /** Only deliveries of this campaign day. `undefined`: of any day. */
  readonly day: CampaignDay | undefined;
  /** A web delivery that was not seen counts only if it was issued at this instant or later. */
  readonly openSince: EpochMs;
  /** Impressions of the cap. */
  readonly most: number;
}

export const zeroBalance: Balance = { usedMicros: 0, heldMicros: 0 };

export function addBalances(a: Balance, b: Balance): Balance {
  return { usedMicros: a.usedMicros + b.usedMicros, heldMicros: a.heldMicros + b.heldMicros };
}
