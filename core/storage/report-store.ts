import type { Micros } from "../money.ts";
import type { EpochMs } from "../timing/clock.ts";
import type { OwnerFilter } from "./counts.ts";
import type { Delivery } from "./delivery.ts";

/** Most ranges of one query of uniques: a year of days, and some. */
export const maxRanges = 400;

/** Most deliveries of one page of a list. */
export const maxListedDeliveries = 4_096;

/**
 * Reads charges, users and recent deliveries for reports. The rules of `core/storage/store.ts` for all operations hold here.
 */
export interface ReportStore {
  /**
   * Sums of the charges and adjustments made from `from` (included) to `to` (excluded), by the store's clock: one for each
   * combination of the `by` fields that occurs, the largest `spentMicros` first (equal ones in any order), at most `limit`. An
   * adjustment has the fields of its charge, but `hour` is its own. They are the ledger itself: over all time they agree with
   * `auditLedger` to the micro-unit. Charges made before a field was kept have it empty. Every sum is exact. The call
   * rejects with an error whose `code` is `amountTooLarge` if an amount of a sum passes 2^53 − 1.
   */
  readCharges(query: ChargeQuery): Promise<readonly ChargeTotal[]>;

  /**
   * For each range the number of different users (keyed hashes, scoped to a platform) with a delivery whose `seenAt` lies in
   * it. Without `by` fields each range has one number, which may be 0. With them it has one for each combination that has a user
   * in the range. The numbers come in the order of the ranges, the largest of a range first (equal ones in any order), at most
   * `limit` in all. Only deliveries that are still kept count. With `of: "networks"` the number of different networks that are
   * still kept.
   */
  readUniques(query: UniquesQuery): Promise<readonly UniquesTotal[]>;

  /**
   * The different users that `readUniques` counts in one range, or the networks, in the order of their characters: those after
   * `after`, at most `limit`. Who adds up several stores can count a user of two of them once.
   */
  listUniques(query: UniqueListQuery): Promise<readonly string[]>;

  /**
   * The deliveries issued within the last hour (3,600,000 ms, included) by the store's clock, as they stand: the newest first
   * (those of one millisecond in any order), at most `limit`.
   */
  readRecentDeliveries(query: RecentQuery): Promise<readonly Delivery[]>;

  /**
   * All deliveries that are still kept, in their current state, without user and network: in the order of `issuedAt`, those of one millisecond
   * in a fixed order; those after `after`, at most `limit`. A delivery that commits late may belong to a page that was already read.
   * Absent: the store has no order of its deliveries.
   */
  readonly listDeliveries?: (query: DeliveryListQuery) => Promise<readonly ListedDelivery[]>;
}

/** A delivery without what stands for a person: no hash of a user or of a network. */
export type ListedDelivery = Omit<Delivery, "userKey" | "network">;

/** Selects deliveries by the time of their issue. */
export interface DeliveryListQuery {
  /** The first instant of `issuedAt`, included. */
  readonly from: EpochMs;
  /** The end, excluded. */
  readonly to: EpochMs;
  /** The last delivery of the page before. */
  readonly after?: Pick<Delivery, "issuedAt" | "id"> | undefined;
  /** 1 to {@link maxListedDeliveries}. */
  readonly limit: number;
}

/** Selects charges, and the fields that they are added up by. */
export interface ChargeQuery extends OwnerFilter {
  /** The first instant, included, by the store's clock. */
  readonly from: EpochMs;
  /** The end, excluded. */
  readonly to: EpochMs;
  /** Only charges with one of these marks; the empty text stands for none. Absent: any. */
  readonly marks?: readonly string[] | undefined;
  /** Fields to add up by. Empty: one sum of all charges. */
  readonly by: readonly ChargeField[];
  /** 1 to `maxTotals`. */
  readonly limit: number;
}

/** The fields that charges are added up by. */
export interface ChargeFields {
  /** Start of the hour of the charge. */
  readonly hour: EpochMs;
  /** The id of the publisher of the issue. */
  readonly publisherId: string;
  /** The advertiser of the issue. */
  readonly advertiser: string;
  /** The id of the API key of the issue; empty for a browser. */
  readonly apiKeyId: string;
  /** The id of the platform that asked for the ad. */
  readonly platformId: string;
  /** The placement of the ad request (contract.md §2.1). */
  readonly placement: string;
  /** The id of the campaign that paid. */
  readonly campaignId: string;
  /** The id of the creative, the same for all its versions. */
  readonly creativeId: string;
  /** The id of the topic that the campaign was matched by; empty for none. */
  readonly topicId: string;
  /** The language of the request, as far as it is counted. */
  readonly language: string;
  /** The format of the creative. */
  readonly format: string;
  /** The mark of the delivery when it was charged; empty for none. */
  readonly mark: string;
}

/** A field that charges are added up by. */
export type ChargeField = keyof ChargeFields;

/** The sum of the charges that agree in the fields asked for; other fields are absent. */
export type ChargeTotal = Partial<ChargeFields> & {
  /** The number of charges. */
  readonly charges: number;
  /** The number of adjustments. */
  readonly adjustments: number;
  /** The sum that the advertisers pay: charges less adjustments. Negative where more was taken back than charged. */
  readonly spentMicros: Micros;
  /** The publishers' part of it. */
  readonly publisherMicros: Micros;
  /** The operator's part of it. */
  readonly operatorMicros: Micros;
  /** The sum of the adjustments. */
  readonly adjustedMicros: Micros;
  /** The publishers' part of that sum. */
  readonly adjustedPublisherMicros: Micros;
};

/** Selects recent deliveries. */
export interface RecentQuery extends OwnerFilter {
  /** Only deliveries with one of these marks; the empty text stands for none. Absent: any. */
  readonly marks?: readonly string[] | undefined;
  /** 1 to `maxBatch`. */
  readonly limit: number;
}

/** Selects the users to count. */
export interface UniquesQuery extends OwnerFilter {
  /** 1 to {@link maxRanges}; `from` included, `to` excluded. */
  readonly ranges: readonly { readonly from: EpochMs; readonly to: EpochMs }[];
  /** Default `users`. */
  readonly of?: "users" | "networks" | undefined;
  /** Fields to count by. Default: none. */
  readonly by?: readonly UniquesField[] | undefined;
  /** 1 to `maxTotals`, the default. */
  readonly limit?: number | undefined;
}

/** Selects the users or networks of one range. */
export interface UniqueListQuery extends OwnerFilter {
  /** The first instant of `seenAt`, included. */
  readonly from: EpochMs;
  /** The end, excluded. */
  readonly to: EpochMs;
  /** Default `users`. */
  readonly of?: "users" | "networks" | undefined;
  /** The last user or network of the page before. */
  readonly after?: string | undefined;
  /** 1 to `maxTotals`. */
  readonly limit: number;
}

/** A field that users and networks are counted by: that of their deliveries. */
export type UniquesField = "publisherId" | "platformId" | "apiKeyId";

/** The different users or networks of a range that agree in the fields asked for; other fields are absent. */
export type UniquesTotal = Partial<Pick<ChargeFields, UniquesField>> & {
  /** The place of the range in the query, from 0. */
  readonly range: number;
  /** The number of users or networks. */
  readonly n: number;
};
