import type { Block } from "./blocks.ts";
import type { AdFormat } from "./formats.ts";

/** The ad of an ad response and of an interaction response (contract.md §2.3). */
export interface Ad {
  /** ID of this issuance, used in interact and seen calls: 22 characters. */
  readonly delivery_id: string;
  /** ISO 8601, one hour after the issue. */
  readonly expires_at: string;
  readonly format: AdFormat;
  /** Mandatory advertising disclosure; must be rendered. */
  readonly disclosure: string;
  readonly test: boolean;
  readonly blocks: readonly Block[];
  /** The receipt that confirms the view. Absent when there is nothing to bill: test ads, price 0, later scenes. */
  readonly view?: string | undefined;
}

/** Body of the 200 answer of `POST /api/v1/web/ads` (contract.md §2.3). */
export type AdResponse =
  | { readonly has_ad: true; readonly ad: Ad }
  | { readonly has_ad: false; readonly ad: null };

/** Body of the 200 answer of `POST /api/v1/web/interact` (contract.md §2.4). */
export interface InteractResponse {
  readonly ok: true;
  readonly ad: Ad;
}

/** Body of the 200 answer of `POST /api/v1/web/seen` (contract.md §2.5). */
export interface SeenResponse {
  readonly ok: true;
}

/** The structured ad of a bot response (contract.md §2.7). */
export interface BotAd {
  readonly text: string;
  readonly formatted_text: string;
  readonly button_text: string;
  readonly button_url: string;
}

/** Body of the 200 answer of `POST /api/v1/ad` (contract.md §2.7). */
export type BotAdResponse =
  | { readonly message: string; readonly has_ad: true; readonly impression_id: string; readonly ad: BotAd }
  | { readonly message: string; readonly has_ad: false; readonly impression_id: null; readonly ad: null };
