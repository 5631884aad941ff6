/** The events of a card: DOM events `handbill:…` that bubble from the element of the card. */
export interface AdEvents {
  /** {@link Client.mount} or a slot received an ad. */
  readonly filled: WithAd;
  /** There was no ad. */
  readonly "no-ad": { readonly ad: null };
  /** The page shows a card; dispatched for each scene. */
  readonly rendered: WithAd;
  /** The view was confirmed. */
  readonly viewed: WithAd;
  /** The user followed an advertising link. */
  readonly clicked: WithAd & {
    /** The address of the link. */
    readonly url: string;
  };
  /** A button's action was sent. */
  readonly action: WithAd & {
    /** The action of the button (contract.md §2.3). */
    readonly action: string;
  };
  /** Something failed. The current content stays. */
  readonly error: Partial<WithAd> & {
    /** The cause, for example an {@link AdError}. */
    readonly error: unknown;
  };
}

interface WithAd {
  /** The ad of the card. */
  readonly ad: Ad;
}

import type { Ad } from "../../core/contract/ad.ts";

/** Dispatches an event of a card on its element. */
export function dispatchAdEvent<Name extends keyof AdEvents>(
  element: Element,
  name: Name,
  detail: AdEvents[Name],
): void {
  element.dispatchEvent(new CustomEvent(`handbill:${name}`, { detail, bubbles: true, composed: true }));
}
