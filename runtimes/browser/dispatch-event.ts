/** What a card tells its page, as DOM events `handbill:…` that bubble from the element it was mounted in. */
export interface AdEvents {
  /** An ad was answered to {@link Client.mount} or a slot. */
  readonly filled: { readonly ad: Ad };
  /** There was none. */
  readonly "no-ad": { readonly ad: null };
  /** A card is in the page, each scene anew. */
  readonly rendered: { readonly ad: Ad };
  /** The view is confirmed. */
  readonly viewed: { readonly ad: Ad };
  /** An advertising link was followed. */
  readonly clicked: { readonly ad: Ad; readonly url: string };
  /** A button's action is sent. */
  readonly action: { readonly ad: Ad; readonly action: string };
  /** Something did not work; what was shown stays. */
  readonly error: { readonly ad?: Ad; readonly error: unknown };
}

import type { Ad } from "../../core/contract/ad.ts";

export function dispatchAdEvent<Name extends keyof AdEvents>(
  element: Element,
  name: Name,
  detail: AdEvents[Name],
): void {
  element.dispatchEvent(new CustomEvent(`handbill:${name}`, { detail, bubbles: true, composed: true }));
}
