/** contract.md §3, fact 4: at least half of the card is on screen for at least one second. */
const viewShare = 0.5;
export const viewMs = 1_000;
/** The browser tells of what moves; what turns see-through, or gets a size without moving, is looked at this often. */
const lookMs = 200;

/**
 * Calls `onSeen` once, after `element` was at least half visible for one unbroken second in a visible tab. Two
 * measurements of the browser that are a second apart decide, with none below half between them; time is the
 * browser's monotonic clock. Scrolling away, hiding the tab or the element and removing it begin anew.
 *
 * An element higher than two screens (or wider) is never half visible, so it is never seen by this rule. Of an element that
 * is not half visible nothing is kept but the browser's own observation, which ends with the element. The returned
 * function ends the watch; a second that is full by then counts, although the browser has not told of it yet.
 */
export function observeVisibility(element: Element, onSeen: () => void): () => void {
  const page = element.ownerDocument;
  let since: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const look = (entries: readonly IntersectionObserverEntry[]): void => {
    rest();
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
    timer = setTimeout(measure, Math.min(lookMs, (since ?? Infinity) + viewMs - performance.now()));
  };
  const observer = new IntersectionObserver(look, { threshold: viewShare });
  /** The browser measures an element that is newly observed, in its next frame; a removed one when it comes back. */
  const measure = (): void => {
    observer.unobserve(element);
    observer.observe(element);
    if (element.isConnected) return;
    since = undefined;
    rest();
  };
  const onVisibility = (): void => {
    since = undefined;
    measure();
  };
  const rest = (): void => {
    clearTimeout(timer);
    page.removeEventListener("visibilitychange", onVisibility);
  };
  const stop = (): void => {
    rest();
    observer.disconnect();
  };
  observer.observe(element);
  return () => {
    look(observer.takeRecords());
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
    // The browser calls an element without an area wholly visible.
    boundingClientRect.width * boundingClientRect.height > 0 &&
    target.ownerDocument.visibilityState === "visible" &&
    // Chrome 105, Firefox 106, Safari 17.4.
    target.checkVisibility?.({ opacityProperty: true, visibilityProperty: true }) !== false
  );
}
