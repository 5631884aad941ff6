import { viewShare } from "./limits.ts";
import { checkMs, viewMs } from "./times.ts";
import { isViewable, type Measurement } from "./viewability.ts";

/**
 * Calls `onSeen` once, after `element` was viewable ({@link isViewable}) for one unbroken second in a visible tab. Two
 * measurements of the browser, at least a second apart and with only viewable ones between them, decide. Times are the
 * browser's monotonic clock. Scrolling away, hiding the tab or the element, and removal restart the second.
 *
 * An element higher or wider than two screens is never half visible, so this rule never counts it. An element that is
 * not half on screen keeps nothing alive but the browser's own observation, which ends with the element. The returned
 * function stops the observation; a second that is complete by then counts, even if the browser has not reported it
 * yet.
 */
export function observeVisibility(element: Element, onSeen: () => void): () => void {
  const page = element.ownerDocument;
  let since = Infinity;
  let share = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const onEntries = (entries: readonly Measurement[]): void => {
    stopTimer();
    for (const entry of entries) {
      share = entry.intersectionRatio;
      const isSeen = share >= viewShare && page.visibilityState === "visible" && isViewable(entry);
      since = isSeen ? Math.min(since, entry.time) : Infinity;
      if (entry.time - since >= viewMs) {
        stop();
        onSeen();
        return;
      }
    }
    if (share < viewShare) return;
    page.addEventListener("visibilitychange", onVisibility);
    timer = setTimeout(measure, Math.min(checkMs, since + viewMs - performance.now()));
  };
  // Chromium demands a delay of 100 ms, in which it notices nothing, for IntersectionObserver v2.
  const observer = new IntersectionObserver(onEntries, {
    threshold: viewShare,
    ...(window !== parent && { trackVisibility: true, delay: 100 }),
  });
  /** The browser measures a newly observed element in its next frame, and a removed one when it returns. */
  const measure = (): void => {
    observer.unobserve(element);
    observer.observe(element);
    if (element.isConnected) return;
    since = Infinity;
    stopTimer();
  };
  const onVisibility = (): void => {
    since = Infinity;
    measure();
  };
  const stopTimer = (): void => {
    clearTimeout(timer);
    page.removeEventListener("visibilitychange", onVisibility);
  };
  const stop = (): void => {
    stopTimer();
    observer.disconnect();
  };
  observer.observe(element);
  return () => {
    onEntries(observer.takeRecords());
    stop();
  };
}
