import type { Block } from "./blocks.ts";
import type { AdFormat } from "./formats.ts";

/**
 * The main reason for showing an ad (contract.md §2.3): the topic of the question, the place on the site, or the
 * language of the request. `everywhere`: the campaign targets none of them.
 */
export type AdReason = "topic" | "placement" | "language" | "everywhere";

/** Facts about an ad for the person who sees it (DSA, Article 26). Nothing in it is about the person. */
export interface AboutAd {
  /** The advertiser, in whose name the ad is shown. */
  readonly advertiser: string;
  /** Who pays. Absent: the advertiser. */
  readonly payer?: string | undefined;
  /** Why the ad is shown here. */
  readonly reason: AdReason;
}

/** The ad of an ad response and of an interaction response (contract.md §2.3). */
export interface Ad {
  /** ID of this issuance, used in interact and seen calls: 22 characters. */
  readonly delivery_id: string;
  /** ISO 8601, one hour after the issue. */
  readonly expires_at: string;
  /** The format of the creative; one of the request's `accept_formats`. */
  readonly format: AdFormat;
  /** Mandatory advertising disclosure; must be rendered. */
  readonly disclosure: string;
  /** True for a test ad: never counted, never billed. */
  readonly test: boolean;
  /** The content, in display order. Render all of it. */
  readonly blocks: readonly Block[];
  /**
   * The receipt that confirms the view; send it back in the seen call. Absent when a view bills nothing: test ads,
   * price 0, later scenes.
   */
  readonly view?: string | undefined;
  /** Facts for the person. Absent if the campaign was removed after the issue. */
  readonly about?: AboutAd | undefined;
}

/** Body of the 200 answer of `POST /api/v1/web/ads` (contract.md §2.3). */
export type AdResponse =
  | {
      readonly has_ad: true;
      /** The ad to show. */
      readonly ad: Ad;
    }
  | {
      readonly has_ad: false;
      /** Always null. */
      readonly ad: null;
    };

/** Body of the 200 answer of `POST /api/v1/web/ads/batch` (contract.md §4.10). */
export interface AdBatchResponse {
  /** One answer for each slot, in the order of the request. */
  readonly ads: readonly SlotAnswer[];
}

/** The answer for one slot of a batch (contract.md §4.10). */
export type SlotAnswer =
  | AdResponse
  | {
      readonly has_ad: false;
      /** Always null. */
      readonly ad: null;
      /** The rate limit left nothing for this slot. Request it again after `Retry-After`. */
      readonly reason: "rate_limited";
    };

/** Body of the 200 answer of `POST /api/v1/web/interact` (contract.md §2.4). */
export interface InteractResponse {
  readonly ok: true;
  /** The next scene. */
  readonly ad: Ad;
}

/** Body of the 200 answer of `POST /api/v1/web/seen` (contract.md §2.5). */
export interface SeenResponse {
  readonly ok: true;
}

/** Body of the 200 answer of `POST /api/v1/web/report` (contract.md §4.8). */
export interface ReportResponse {
  readonly ok: true;
}

/** The structured ad of a bot response (contract.md §2.7). */
export interface BotAd {
  /** Plain text of the ad line. */
  readonly text: string;
  /** The same text with HTML markup (`parse_mode` HTML). */
  readonly formatted_text: string;
  /** The label of the button. */
  readonly button_text: string;
  /** The tracked link of the button; absolute https. */
  readonly button_url: string;
}

/** Body of the 200 answer of `POST /api/v1/ad` (contract.md §2.7). */
export type BotAdResponse =
  | {
      /** The message with the ad appended. */
      readonly message: string;
      readonly has_ad: true;
      /** The id of the delivery. */
      readonly impression_id: string;
      /** The parts of the appended ad. */
      readonly ad: BotAd;
    }
  | {
      /** The unchanged message. */
      readonly message: string;
      readonly has_ad: false;
      /** Always null. */
      readonly impression_id: null;
      /** Always null. */
      readonly ad: null;
    };
