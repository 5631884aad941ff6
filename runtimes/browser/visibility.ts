/** contract.md §3, fact 4: at least half of the card is on screen for at least one second. */
const viewShare = 0.5;
export const viewMs = 1_000;
/** The browser reports movement. Transparency, and a size without movement, are checked at this interval. */
const checkMs = 200;

/**
 * Calls `onSeen` once, after `element` was at least half visible for one unbroken second in a visible tab. Two
 * measurements of the browser, at least a second apart and with none below half between them, decide. Times are the
 * browser's monotonic clock. Scrolling away, hiding the tab or the element, and removal restart the second.
 *
 * An element higher or wider than two screens is never half visible, so this rule never counts it. An element that is
 * not half visible keeps nothing alive but the browser's own observation, which ends with the element. The returned
 * function stops the observation; a second that is complete by then counts, even if the browser has not reported it
 * yet.
 */
export function observeVisibility(element: Element, onSeen: () => void): () => void {
  const page = element.ownerDocument;
  let since: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const onEntries = (entries: readonly IntersectionObserverEntry[]): void => {
    stopTimer();
    for (const entry of entries) {
      since = isHalfVisible(entry) ? (since ?? entry.time) : undefined;
      if (since !== undefined && entry.time - since >= viewMs) {
        stop();
        onSeen();
        return;
      }
    }
    if (!(Number(entries.at(-1)?.intersectionRatio) >= viewShare)) return;
    page.addEventListener("visibilitychange", onVisibility);
    timer = setTimeout(measure, Math.min(checkMs, (since ?? Infinity) + viewMs - performance.now()));
  };
  const observer = new IntersectionObserver(onEntries, { threshold: viewShare });
  /** The browser measures a newly observed element in its next frame, and a removed one when it returns. */
  const measure = (): void => {
    observer.unobserve(element);
    observer.observe(element);
    if (element.isConnected) return;
    since = undefined;
    stopTimer();
  };
  const onVisibility = (): void => {
    since = undefined;
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

function isHalfVisible({
  target,
  intersectionRatio,
  boundingClientRect,
}: IntersectionObserverEntry): boolean {
  return (
    intersectionRatio >= viewShare &&
    // The browser reports an element without area as fully visible.
    boundingClientRect.width * boundingClientRect.height > 0 &&
    target.ownerDocument.visibilityState === "visible" &&
    // Chrome 105, Firefox 106, Safari 17.4.
    target.checkVisibility?.({ opacityProperty: true, visibilityProperty: true }) !== false
  );
}
