import { viewShare } from "../limits.ts";
import { isViewable, type Measurement } from "../viewability.ts";

/** How much of a card is seen. */
export interface ViewNow {
  /** The share of the card on screen, 0 to 1. */
  readonly ratio: number;
  /** Whether the rule of views holds now: half on screen, legible, not covered, in a visible tab. */
  readonly isViewable: boolean;
  /** The unbroken time for which the rule holds, in milliseconds. */
  readonly unbrokenMs: number;
  /** The time for which the rule held in all, in milliseconds. */
  readonly totalMs: number;
}

export const unseen: ViewNow = { ratio: 0, isViewable: false, unbrokenMs: 0, totalMs: 0 };

/** The interval of measurements, as that of the card's own observation. */
const everyMs = 200;

/** Measures a card by the rule that confirms views, with an observer of its own. The returned function ends it. */
export function measureView(card: Element, onView: (view: ViewNow) => void): () => void {
  let since = Number.POSITIVE_INFINITY;
  let last = 0;
  let totalMs = 0;
  const onEntries = (entries: readonly Measurement[]): void => {
    for (const entry of entries) {
      const { intersectionRatio: ratio, time } = entry;
      const isSeen = ratio >= viewShare && document.visibilityState === "visible" && isViewable(entry);
      if (isSeen && since <= time) totalMs += time - last;
      since = isSeen ? Math.min(since, time) : Number.POSITIVE_INFINITY;
      last = time;
      onView({ ratio, isViewable: isSeen, unbrokenMs: isSeen ? time - since : 0, totalMs });
    }
  };
  const observer = new IntersectionObserver(onEntries, { threshold: [0, 0.25, viewShare, 0.75, 1] });
  observer.observe(card);
  const timer = setInterval(() => {
    observer.unobserve(card);
    observer.observe(card);
  }, everyMs);
  return () => {
    clearInterval(timer);
    observer.disconnect();
  };
}
