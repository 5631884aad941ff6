import type { CreativeFormat } from "../contract/formats.ts";
import type { Micros } from "../money.ts";
import type { CampaignDay } from "../timing/campaign-day.ts";
import type { EpochMs } from "../timing/clock.ts";

/** Most ranked choices of one order. */
export const maxChoices = 8;

/** Where a delivery is shown: on a web page or app, or in a messenger bot's message. */
export type Surface = "web" | "bot";

/** A wish to issue one delivery. */
export interface IssueOrder {
  readonly deliveryId: string;
  readonly surface: Surface;
  /** Whose platform it is at this moment; the delivery and its charge stay this publisher's. */
  readonly publisherId: string;
  readonly platformId: string;
  readonly placement: string;
  /** The API key that asked; empty for a browser. */
  readonly apiKeyId: string;
  /** Keyed hash of the identity, scoped to the platform. */
  readonly userKey: string;
  /** Language asked for, BCP 47, as far as it is counted; see `deliveredLanguage`. */
  readonly language: string;
  /** The traffic rule that marked the request, empty for none. */
  readonly mark?: string | undefined;
  /** Keyed hash of the client's network; empty: unknown or not kept. */
  readonly network?: string | undefined;
  /** Best first; 1 to {@link maxChoices}. */
  readonly choices: readonly IssueChoice[];
}

export interface IssueChoice {
  readonly campaignId: string;
  /** Whose campaign it is at this moment; the delivery and its charge stay this advertiser's. */
  readonly advertiser: string;
  readonly creativeVersionId: string;
  readonly format: CreativeFormat;
  /** The topic that the campaign was matched by, if it targets any. */
  readonly topicId?: string | undefined;
  readonly priceMicros: Micros;
  /** Part of the price that goes to the publisher. */
  readonly publisherMicros: Micros;
}

export type RefusalReason = "no_campaign" | "budget" | "daily_budget" | "frequency_cap";

export type IssueOutcome =
  | {
      readonly outcome: "issued";
      readonly delivery: Delivery;
    }
  | {
      readonly outcome: "refused";
      /** Why, for each choice. */
      readonly reasons: readonly RefusalReason[];
    };

/**
 * One issuance of one ad, as it stands. It belongs for ever to the publisher, the advertiser and the API key of its issue,
 * whoever has the platform or the campaign later.
 */
export interface Delivery {
  readonly id: string;
  readonly surface: Surface;
  readonly publisherId: string;
  readonly platformId: string;
  readonly placement: string;
  readonly apiKeyId: string;
  readonly userKey: string;
  readonly language: string;
  /** The mark of its order, or else of the first recorded event that had one; empty for none. */
  readonly mark?: string | undefined;
  /** Of its order. */
  readonly network?: string | undefined;
  readonly campaignId: string;
  readonly advertiser: string;
  readonly creativeVersionId: string;
  readonly format: CreativeFormat;
  readonly topicId?: string | undefined;
  readonly priceMicros: Micros;
  readonly publisherMicros: Micros;
  /** The campaign's day at issue; its hold and its charge belong to it. */
  readonly day: CampaignDay;
  /** By the store's clock. */
  readonly issuedAt: EpochMs;
  readonly seenAt?: EpochMs | undefined;
  readonly pressedAt?: EpochMs | undefined;
  readonly clickedAt?: EpochMs | undefined;
  readonly chargedAt?: EpochMs | undefined;
  /** Distinct presses, in the order in which they were recorded. */
  readonly presses: readonly Press[];
}

export interface Press {
  readonly scene: number;
  readonly button: number;
  readonly at: EpochMs;
}

export type DeliveryEvent = (
  | { readonly kind: "seen"; readonly deliveryId: string }
  | { readonly kind: "click"; readonly deliveryId: string }
  | { readonly kind: "press"; readonly deliveryId: string; readonly scene: number; readonly button: number }
) & {
  /** The traffic rule that marked the event; empty or absent for none. */
  readonly mark?: string | undefined;
};

/** `delivery` is the state after the event. */
export type RecordOutcome =
  | { readonly outcome: "recorded"; readonly charged: boolean; readonly delivery: Delivery }
  | { readonly outcome: "duplicate"; readonly delivery: Delivery }
  | { readonly outcome: "too_early"; readonly delivery: Delivery }
  | { readonly outcome: "expired"; readonly delivery: Delivery }
  | { readonly outcome: "unknown" };
