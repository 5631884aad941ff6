import type { Micros } from "../money.ts";
import type { EpochMs } from "../timing/clock.ts";
import type { OwnerFilter } from "./counts.ts";
import type { Delivery } from "./delivery.ts";

/** Most ranges of one query of uniques: a year of days, and some. */
export const maxRanges = 400;

/** What reports read of the money, of the people and of what happens now. The rules of `core/storage/store.ts` for all operations hold here. */
export interface ReportStore {
  /**
   * Sums of the charges made from `from` (included) to `to` (excluded), by the store's clock: one for each combination of
   * the `by` fields that occurs, the largest `spentMicros` first (equal ones in any order), at most `limit`. They are the
   * ledger itself: over all time they agree with `auditLedger` to the micro-unit. Charges made before a field was kept
   * have it empty.
   */
  readCharges(query: ChargeQuery): Promise<readonly ChargeTotal[]>;

  /**
   * For each range how many different users (keyed hashes, scoped to a platform) have a delivery whose `seenAt` lies in it. Of
   * deliveries that are still kept. With `of: "networks"` how many different networks, of those that are still kept.
   */
  readUniques(query: UniquesQuery): Promise<readonly number[]>;

  /**
   * The deliveries issued within the last hour (3,600,000 ms, included) by the store's clock, as they stand: the newest first
   * (those of one millisecond in any order), at most `limit`.
   */
  readRecentDeliveries(query: RecentQuery): Promise<readonly Delivery[]>;
}

export interface ChargeQuery extends OwnerFilter {
  readonly from: EpochMs;
  readonly to: EpochMs;
  /** Only charges with one of these marks; the empty text stands for none. Absent: any. */
  readonly marks?: readonly string[] | undefined;
  readonly by: readonly ChargeField[];
  /** 1 to `maxTotals`. */
  readonly limit: number;
}

/** What a charge can be told apart by. */
export interface ChargeFields {
  /** Start of the hour of the charge. */
  readonly hour: EpochMs;
  /** Of the issue, as the next two are. */
  readonly publisherId: string;
  readonly advertiser: string;
  readonly apiKeyId: string;
  readonly platformId: string;
  readonly placement: string;
  readonly campaignId: string;
  readonly creativeId: string;
  readonly topicId: string;
  readonly language: string;
  readonly format: string;
  /** Of the delivery when it was charged; empty for none. */
  readonly mark: string;
}

export type ChargeField = keyof ChargeFields;

/** The sum of the charges that agree in the fields asked for; other fields are absent. */
export type ChargeTotal = Partial<ChargeFields> & {
  readonly charges: number;
  readonly spentMicros: Micros;
  readonly publisherMicros: Micros;
  readonly operatorMicros: Micros;
};

export interface RecentQuery extends OwnerFilter {
  /** Only deliveries with one of these marks; the empty text stands for none. Absent: any. */
  readonly marks?: readonly string[] | undefined;
  /** 1 to `maxBatch`. */
  readonly limit: number;
}

export interface UniquesQuery extends OwnerFilter {
  /** 1 to {@link maxRanges}; `from` included, `to` excluded. */
  readonly ranges: readonly { readonly from: EpochMs; readonly to: EpochMs }[];
  /** Default `users`. */
  readonly of?: "users" | "networks" | undefined;
}
