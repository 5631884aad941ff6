/** The events of a card: DOM events `handbill:…` that bubble from the element of the card. */
export interface AdEvents {
  /** {@link Client.mount} or a slot received an ad. */
  readonly filled: { readonly ad: Ad };
  /** There was no ad. */
  readonly "no-ad": { readonly ad: null };
  /** The page shows a card; dispatched for each scene. */
  readonly rendered: { readonly ad: Ad };
  /** The view was confirmed. */
  readonly viewed: { readonly ad: Ad };
  /** The user followed an advertising link. */
  readonly clicked: { readonly ad: Ad; readonly url: string };
  /** A button's action was sent. */
  readonly action: { readonly ad: Ad; readonly action: string };
  /** Something failed. The current content stays. */
  readonly error: { readonly ad?: Ad; readonly error: unknown };
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
