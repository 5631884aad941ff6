import type { Ad } from "../../core/contract/ad.ts";
import { maxConfirmations } from "./limits.ts";
import { cardOf, defaultClient } from "./registry.ts";
import { viewMs } from "./times.ts";
import { observeVisibility } from "./visibility.ts";

/** Pending and successful confirmations, so that a delivery is confirmed once, however often it is tracked. */
const confirmations = new Map<string, Promise<void>>();

/**
 * Confirms the view of an ad. Observes `element`, or else the card of the ad's `delivery_id`. Without both, the caller
 * vouches for the view, and it is confirmed after a second.
 *
 * Resolves with `true` after the confirmation, and with `false` if there is nothing to confirm: an ad without `view`,
 * or a card that showed another ad first. Rejects when the server refuses the view, and without a client.
 */
export async function trackView(ad: Ad, element?: Element): Promise<boolean> {
  if (!ad.view) return false;
  const card = cardOf(ad.delivery_id);
  const client = card?.client ?? defaultClient();
  if (!client) throw new Error("Call configure({ client }).");
  const target = element ?? card?.host;
  const watched = target === card?.host ? card : undefined;
  const isSeen = await new Promise<boolean>((resolve) => {
    const end = (isSeen: boolean): void => {
      stop?.();
      resolve(isSeen);
    };
    const watch = (): (() => void) | undefined => target && observeVisibility(target, () => end(true));
    const stop = watched ? watched.whilePresent(watch) : watch();
    watched?.signal.addEventListener("abort", () => end(false));
    if (!target) setTimeout(end, viewMs, true);
  });
  if (!isSeen) return false;
  let confirmation = confirmations.get(ad.delivery_id);
  if (!confirmation) {
    confirmation = client.confirmView(ad);
    confirmations.set(ad.delivery_id, confirmation);
    for (const [id] of confirmations) if (confirmations.size > maxConfirmations) confirmations.delete(id);
  }
  try {
    await confirmation;
    return true;
  } catch (error) {
    confirmations.delete(ad.delivery_id);
    throw error;
  }
}
