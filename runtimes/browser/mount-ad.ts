import type { Ad } from "../../core/contract/ad.ts";
import { type CardWords, english } from "./card-words.ts";
import { dispatchAdEvent } from "./dispatch-event.ts";
import { createHost } from "./host.ts";
import { type AdClient, defaultClient, enter } from "./registry.ts";
import { renderCard } from "./render-card.ts";
import { trackView } from "./track-view.ts";

/** The options of {@link mountAd}. */
export interface MountOptions {
  /** The ad to show immediately. Default: none until `setAd`. */
  readonly ad?: Ad | null | undefined;
  /** Sends actions and confirms views. Default: the client of `configure`. */
  readonly client?: AdClient | undefined;
  /** Handles a pressed button's action and returns the ad to show next. Default: `client.interact`. */
  readonly onAction?: ((ad: Ad, action: string) => Promise<Ad | null>) | undefined;
  /** `false`: the page confirms views itself, with `trackView`. Default: the card confirms them if it has a client. */
  readonly trackViews?: boolean | undefined;
  /** The card's own texts, in the page's language. Default: English. */
  readonly words?: Partial<CardWords> | undefined;
}

/** A mounted card. */
export interface MountedAd {
  /** Shows another ad, or none. A card that disappears on screen keeps its space until it is out of view. */
  readonly setAd: (ad: Ad | null) => void;
  /** Removes the card from the page and ignores pending answers. */
  readonly destroy: () => void;
}

const mounted = new WeakMap<Element, MountedAd>();

/**
 * Mounts the standard card in `element`, replacing an earlier one. Does not show an ad that it cannot show completely
 * (a block of an unknown kind, a link that is not http); then it dispatches an `error` event on `element` (names:
 * {@link AdEvents}).
 */
export function mountAd(element: Element, options: MountOptions = {}): MountedAd {
  mounted.get(element)?.destroy();
  const host = createHost(element);
  const { root } = host;
  let shown = new AbortController();

  const setAd = (ad: Ad | null): void => {
    if (mounted.get(element) !== card) return;
    shown.abort();
    shown = new AbortController();
    const hadFocus = root.activeElement !== null;
    host.reserve(!ad);
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
    const words = { ...english, ...options.words };
    const report = client?.report;
    const { card, content, status } = renderCard(
      element.ownerDocument,
      ad,
      words,
      ({ url, action }) => {
        if (url) dispatchAdEvent(element, "clicked", { ad, url });
        if (action) press(action);
      },
      report &&
        (async (reason) => {
          status.textContent = await report.call(client, ad, reason).then(
            () => words.thanks,
            () => words.failed,
          );
        }),
    );
    const press = async (action: string): Promise<void> => {
      if (card.ariaBusy === "true") return;
      card.ariaBusy = "true";
      status.textContent = words.busy;
      try {
        const answer = options.onAction?.(ad, action) ?? client?.interact(ad, action);
        if (!answer) throw new Error("Give mountAd a client or onAction.");
        dispatchAdEvent(element, "action", { ad, action });
        const next = await answer;
        if (!signal.aborted) setAd(next);
      } catch (error) {
        if (signal.aborted) return;
        card.ariaBusy = "false";
        status.textContent = words.failed;
        dispatchAdEvent(element, "error", { ad, error });
      }
    };
    root.append(card);
    if (takeFocus) content.focus();
    enter(ad.delivery_id, { ...host, client, signal });
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
      host.host.remove();
      mounted.delete(element);
    },
  };
  mounted.set(element, card);
  if (options.ad) setAd(options.ad);
  return card;
}
