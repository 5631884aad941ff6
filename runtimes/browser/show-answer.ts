import type { Ad } from "../../core/contract/ad.ts";
import { dispatchAdEvent } from "./dispatch-event.ts";
import type { MountedAd } from "./mount-ad.ts";

/** Shows the answer to an ad request in the card of an element, and dispatches its event. */
export function showAnswer(element: Element, card: MountedAd, ad: Ad | null): void {
  dispatchAdEvent(element, ad ? "filled" : "no-ad", { ad });
  card.setAd(ad);
}

/** Dispatches the failure of an ad request, and leaves the card of an element empty. */
export function showFailure(element: Element, card: MountedAd, error: unknown): void {
  dispatchAdEvent(element, "error", { error });
  card.setAd(null);
}
