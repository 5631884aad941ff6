import type { Ad } from "../../core/contract/ad.ts";
import { dispatchAdEvent } from "./dispatch-event.ts";
import { createHost } from "./host.ts";
import { type AdClient, defaultClient, enter } from "./registry.ts";
import { renderCard } from "./render-card.ts";
import { trackView } from "./track-view.ts";

export interface MountOptions {
  /** Shown at once. */
  readonly ad?: Ad | null | undefined;
  /** Sends actions and confirms views; default: that of `configure`. */
  readonly client?: AdClient | undefined;
  /** Called with a pressed button's action; returns the ad to show next. Default: `client.interact`. */
  readonly onAction?: ((ad: Ad, action: string) => Promise<Ad | null>) | undefined;
  /** `false`: the page confirms views itself, by `trackView`. Default: the card does, when there is a client. */
  readonly trackViews?: boolean | undefined;
  /** The words that the card says itself, in the page's language. */
  readonly words?: Partial<CardWords> | undefined;
}

export interface CardWords {
  /** Read to screen readers while an action is under way. */
  readonly busy: string;
  /** Shown when an action did not work. */
  readonly failed: string;
}

/** A card in a page. */
export interface MountedAd {
  /** Shows another ad, or none. The place of a card that goes while it is on screen is kept until it is out of view. */
  readonly setAd: (ad: Ad | null) => void;
  /** Takes the card out of the page; what is under way is ignored. */
  readonly destroy: () => void;
}

const words: CardWords = { busy: "One moment …", failed: "That did not work. Please try again." };
const mounted = new WeakMap<Element, MountedAd>();

/**
 * Puts the standard card into `element`, one at a time. An ad that cannot be shown whole (a block of an unknown kind, a
 * link that is not http) is not shown; `element` hears of it by an `error` event (names: {@link AdEvents}).
 */
export function mountAd(element: Element, options: MountOptions = {}): MountedAd {
  mounted.get(element)?.destroy();
  const place = createHost(element);
  const { root } = place;
  let shown = new AbortController();

  const setAd = (ad: Ad | null): void => {
    if (mounted.get(element) !== card) return;
    shown.abort();
    shown = new AbortController();
    const hadFocus = root.activeElement !== null;
    place.reserve(!ad);
    root.replaceChildren();
    if (ad) {
      try {
        show(ad, shown.signal, hadFocus);
      } catch (error) {
        root.replaceChildren();
        dispatchAdEvent(element, "error", { ad, error });
      }
    }
  };

  const show = (ad: Ad, signal: AbortSignal, takeFocus: boolean): void => {
    const client = options.client ?? defaultClient();
    const { card, content, status } = renderCard(element.ownerDocument, ad, ({ url, action }) => {
      if (url) dispatchAdEvent(element, "clicked", { ad, url });
      if (action) press(action);
    });
    const press = async (action: string): Promise<void> => {
      if (card.ariaBusy === "true") return;
      card.ariaBusy = "true";
      status.textContent = options.words?.busy ?? words.busy;
      try {
        const answer = options.onAction?.(ad, action) ?? client?.interact(ad, action);
        if (!answer) throw new Error("Give mountAd a client or onAction to play interactive ads.");
        dispatchAdEvent(element, "action", { ad, action });
        const next = await answer;
        if (!signal.aborted) setAd(next);
      } catch (error) {
        if (signal.aborted) return;
        card.ariaBusy = "false";
        status.textContent = options.words?.failed ?? words.failed;
        dispatchAdEvent(element, "error", { ad, error });
      }
    };
    root.append(card);
    if (takeFocus) content.focus();
    enter(ad.delivery_id, { ...place, client, signal });
    dispatchAdEvent(element, "rendered", { ad });
    if (!client || options.trackViews === false || signal.aborted) return;
    trackView(ad).then(
      (isConfirmed) => isConfirmed && dispatchAdEvent(element, "viewed", { ad }),
      (error: unknown) => dispatchAdEvent(element, "error", { ad, error }),
    );
  };

  const card: MountedAd = {
    setAd,
    destroy: () => {
      if (mounted.get(element) !== card) return;
      shown.abort();
      place.leave();
      mounted.delete(element);
    },
  };
  mounted.set(element, card);
  if (options.ad) setAd(options.ad);
  return card;
}
