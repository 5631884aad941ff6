import type { Micros } from "../money.ts";
import type { EpochMs } from "../timing/clock.ts";
import type { AuditEntry } from "./audit-store.ts";
import type { OwnerFilter } from "./counts.ts";

/** Longest reason of an adjustment, in characters. */
export const maxReasonLength = 500;

/** Longest document of a statement, in characters. */
export const maxStatementLength = 1_000_000;

/**
 * Corrects charges, and keeps statements. Charges, adjustments and statements are only ever added. The rules of
 * `core/storage/store.ts` for all operations hold here.
 */
export interface SettlementStore {
  /**
   * Single charges with what was taken back of them, in the order of `chargedAt`, those of one millisecond in a fixed order: those
   * after `after`, at most `limit`. A charge that commits late may belong to a page that was already read.
   */
  listCharges(query: ChargeListQuery): Promise<readonly Charge[]>;

  /**
   * Takes back parts of charges; in array order, each order seeing what the ones before it took. Judged in this order: `duplicate`
   * (the id is known; the stored adjustment is returned, whatever the order says now), `unknown` (no charge of this delivery),
   * `too_much` (less is left of the charge), `adjusted`. The first three change nothing. However many callers adjust a charge at
   * once, the sum of its adjustments is at most its price.
   *
   * An adjustment lowers the campaign's spent amount. With `restoresBudget` it lowers what the total budget has used, too. What a
   * daily budget has used is never lowered. The adjustment and the amounts are one atomic step. `audit` is noted once, in the step
   * of the first order that is `adjusted`; a call that adjusts nothing notes nothing. A removed campaign and a deleted delivery
   * keep their charges, so these can be adjusted.
   */
  adjustCharges(
    orders: readonly AdjustmentOrder[],
    audit?: AuditEntry,
  ): Promise<readonly AdjustmentOutcome[]>;

  /** Adjustments in the order of `at`, those of one millisecond in a fixed order: those after `after`, at most `limit`. */
  listAdjustments(query: AdjustmentListQuery): Promise<readonly Adjustment[]>;

  /**
   * Stores a statement, and notes it. `exists` when the account has a statement with this number, or has none with the number before
   * it; then nothing is changed. Of any number of callers with one number, one gets `added`.
   */
  addStatement(statement: Statement, audit?: AuditEntry): Promise<"added" | "exists">;

  /** Statements in descending order of `number`, then in the order of `account`; at most `limit`. */
  listStatements(query: StatementQuery): Promise<readonly Statement[]>;
}

/** Selects single charges. */
export interface ChargeListQuery extends OwnerFilter {
  /** The first instant of `chargedAt`, included. */
  readonly from: EpochMs;
  /** The end, excluded. */
  readonly to: EpochMs;
  /** Only charges with one of these marks; the empty text stands for none. Absent: any. */
  readonly marks?: readonly string[] | undefined;
  /** Only charges of these deliveries, at most `maxBatch`. Absent: any. */
  readonly deliveryIds?: readonly string[] | undefined;
  /** The last charge of the page before. */
  readonly after?: Pick<Charge, "chargedAt" | "deliveryId"> | undefined;
  /** 1 to `maxBatch`. */
  readonly limit: number;
}

/** The parties and the place of a charge. */
export interface ChargeOwners {
  /** The id of the delivery that was charged. */
  readonly deliveryId: string;
  /** The id of the publisher that earned. */
  readonly publisherId: string;
  /** The id of the platform that asked for the ad. */
  readonly platformId: string;
  /** The id of the API key of the issue; empty for a browser. */
  readonly apiKeyId: string;
  /** The advertiser that paid. */
  readonly advertiser: string;
  /** The id of the campaign that paid. */
  readonly campaignId: string;
}

/** The money record of an impression, with what was taken back of it. */
export interface Charge extends ChargeOwners {
  /** The time of the charge, by the store's clock. */
  readonly chargedAt: EpochMs;
  /** The mark of the delivery when it was charged; empty for none. */
  readonly mark: string;
  /** The charged amount. */
  readonly priceMicros: Micros;
  /** The publisher's part of it. */
  readonly publisherMicros: Micros;
  /** The sum of its adjustments. */
  readonly adjustedMicros: Micros;
  /** The publisher's part of that sum. */
  readonly adjustedPublisherMicros: Micros;
}

/** An order to take back part of a charge. */
export interface AdjustmentOrder {
  /** The identity of the adjustment: 1 to 128 characters. */
  readonly id: string;
  /** The delivery that was charged. */
  readonly deliveryId: string;
  /** The amount, at least 1. Absent: all that is left of the charge. */
  readonly micros?: Micros | undefined;
  /** Whether the campaign's total budget can be used again by this amount. */
  readonly restoresBudget: boolean;
  /** The reason, for the publisher and the advertiser; 1 to {@link maxReasonLength} characters. */
  readonly reason: string;
  /** Who ordered it, as in the audit trail. */
  readonly actor: string;
}

/** A part of a charge that was taken back. */
export interface Adjustment extends ChargeOwners {
  /** The identity of the adjustment. */
  readonly id: string;
  /** The time of the adjustment, by the store's clock. */
  readonly at: EpochMs;
  /** The amount. */
  readonly micros: Micros;
  /** The publisher's part: in proportion, rounded so that nothing of its part remains when a charge is taken back completely. */
  readonly publisherMicros: Micros;
  /** Whether the campaign's total budget can be used again by this amount. */
  readonly restoresBudget: boolean;
  /** Why. */
  readonly reason: string;
  /** Who ordered it. */
  readonly actor: string;
}

/** The outcome of an order. */
export type AdjustmentOutcome =
  | {
      /** As judged by `adjustCharges`. */
      readonly outcome: "adjusted" | "duplicate";
      /** The adjustment as it is stored. */
      readonly adjustment: Adjustment;
    }
  | {
      /** No charge of this delivery. */
      readonly outcome: "unknown";
    }
  | {
      /** Less is left of the charge. */
      readonly outcome: "too_much";
      /** The amount that is left of the charge. */
      readonly leftMicros: Micros;
    };

/** Selects adjustments. */
export interface AdjustmentListQuery extends OwnerFilter {
  /** The first instant of `at`, included. */
  readonly from: EpochMs;
  /** The end, excluded. */
  readonly to: EpochMs;
  /** The last adjustment of the page before. */
  readonly after?: Pick<Adjustment, "at" | "id"> | undefined;
  /** 1 to `maxBatch`. */
  readonly limit: number;
}

/** A closed period of one publisher or advertiser. */
export interface Statement {
  /** The owner: `publisher:` and the id, or `advertiser:` and the name. At most 256 characters. */
  readonly account: string;
  /** 1 for the first statement of the account, then without gaps. */
  readonly number: number;
  /** JSON; at most {@link maxStatementLength} characters. The store does not read it. */
  readonly document: string;
}

/** Selects statements. All filters apply together, and an absent filter fits every statement. */
export interface StatementQuery {
  /** Only statements of these accounts. */
  readonly accounts?: readonly string[] | undefined;
  /** Only statements with a smaller number. */
  readonly before?: number | undefined;
  /** 1 to `maxBatch`. */
  readonly limit: number;
}
