import type { CreativeFormat } from "../contract/formats.ts";
import type { Micros } from "../money.ts";
import type { CampaignDay } from "../timing/campaign-day.ts";
import type { EpochMs } from "../timing/clock.ts";

/** Most ranked choices of one order. */
export const maxChoices = 8;

/** Longest `mark`, in characters (ASCII). */
export const maxMarkLength = 32;
/** Longest `network`, in characters (ASCII). */
export const maxNetworkLength = 32;

/** Where a delivery is shown: on a web page or app, or in a messenger bot's message. */
export type Surface = "web" | "bot";

/** The place and the person of an ad, as its order and its delivery have them. */
export interface DeliveryContext {
  /** The place where the ad is shown. */
  readonly surface: Surface;
  /** The publisher that owns the platform at the issue. The delivery and its charge stay with this publisher. */
  readonly publisherId: string;
  /** The id of the platform that asked for the ad. */
  readonly platformId: string;
  /** The placement that the ad is for (contract.md §2.1). */
  readonly placement: string;
  /** The id of the API key of the request; empty for a browser. */
  readonly apiKeyId: string;
  /** Keyed hash of the identity, scoped to the platform. The delivery's own id: nothing of the identity is stored. */
  readonly userKey: string;
  /** The language of the request, BCP 47, as far as it is counted; see `deliveredLanguage`. */
  readonly language: string;
}

/** An order to issue one delivery. */
export interface IssueOrder extends DeliveryContext {
  /** The id of the delivery, made by `createDeliveryId`. */
  readonly deliveryId: string;
  /** The traffic rule that marked the request, empty for none. The delivery and its charge carry it. */
  readonly mark: string;
  /** Keyed hash of the client's network; empty: unknown or not kept. The store forgets it (`Retention.networksKeptMs`). */
  readonly network: string;
  /**
   * Set for a requester that has not confirmed any view: the share of a budget, in basis points (1 to 10,000), that all holds of
   * such requesters may take together. Absent: the requester is not limited.
   */
  readonly unprovenShareBps?: number | undefined;
  /** Best first; 1 to {@link maxChoices}. */
  readonly choices: readonly IssueChoice[];
}

/** An ad that an order may issue. */
export interface IssueChoice {
  /** The id of the campaign. */
  readonly campaignId: string;
  /** The advertiser of the campaign at the issue. The delivery and its charge stay with this advertiser. */
  readonly advertiser: string;
  /** The id of the version of the creative to show. */
  readonly creativeVersionId: string;
  /** The format of the creative. */
  readonly format: CreativeFormat;
  /** The topic that the campaign was matched by, if it targets any. */
  readonly topicId?: string | undefined;
  /** The charge for the impression. 0: a house ad, never charged. */
  readonly priceMicros: Micros;
  /** Part of the price that goes to the publisher. */
  readonly publisherMicros: Micros;
}

/** The limit that refused a choice. */
export type RefusalReason = "no_campaign" | "budget" | "daily_budget" | "unproven_holds" | "frequency_cap";

/** The outcome of an order. */
export type IssueOutcome =
  | {
      readonly outcome: "issued";
      /** The delivery of this order. */
      readonly delivery: Delivery;
    }
  | {
      readonly outcome: "refused";
      /** The reason for each choice. */
      readonly reasons: readonly RefusalReason[];
    };

/**
 * One issuance of one ad, as it stands. It belongs for ever to the publisher, the advertiser and the API key of its issue,
 * also when the platform or the campaign passes to another owner.
 */
export interface Delivery extends DeliveryContext, IssueChoice {
  /** 22 characters of base64url. */
  readonly id: string;
  /** The mark of its order, or else of the first recorded event that had one; empty for none. */
  readonly mark: string;
  /** Of its order. Empty once the store has forgotten it. The answers of `issue` and `record` may leave it empty. */
  readonly network: string;
  /** The campaign's day at issue; its hold and its charge belong to it. */
  readonly day: CampaignDay;
  /** The time of the issue, by the store's clock. */
  readonly issuedAt: EpochMs;
  /** The time of the first event: a view, a press or a click. */
  readonly seenAt?: EpochMs | undefined;
  /** The time of the first press. */
  readonly pressedAt?: EpochMs | undefined;
  /** The time of the click. */
  readonly clickedAt?: EpochMs | undefined;
  /** The time of the charge. Absent: not charged. */
  readonly chargedAt?: EpochMs | undefined;
  /** Distinct presses, in the order in which they were recorded. */
  readonly presses: readonly Press[];
}

/** A recorded press of a button. */
export interface Press {
  /** Index of the scene, 0 to 255. */
  readonly scene: number;
  /** Index of the button among all buttons of the scene, 0 to 255. */
  readonly button: number;
  /** The time of the press, by the store's clock. */
  readonly at: EpochMs;
}

/** An event of a delivery, for `record`. */
export type DeliveryEvent = EventFields &
  (
    | { readonly kind: "seen" }
    | { readonly kind: "click" }
    | {
        readonly kind: "press";
        /** Index of the scene, 0 to 255. */
        readonly scene: number;
        /** Index of the button among all buttons of the scene, 0 to 255. */
        readonly button: number;
      }
  );

interface EventFields {
  /** The traffic rule that marked the event; empty or absent for none. */
  readonly mark?: string | undefined;
  /** The id of the delivery that was seen, clicked or pressed. */
  readonly deliveryId: string;
}

/** The outcome of an event. */
export type RecordOutcome =
  | {
      readonly outcome: "recorded";
      /** Whether this event charged the delivery. */
      readonly charged: boolean;
      /** The delivery after the event. */
      readonly delivery: Delivery;
    }
  | {
      /** Why the event is not recorded. */
      readonly outcome: "duplicate" | "too_early" | "expired";
      /** The delivery, which the event did not change. */
      readonly delivery: Delivery;
    }
  | { readonly outcome: "unknown" };
