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
 * An element higher than two screens (or wider) is never half visible, so it is never seen by this rule.
 */
export function watchView(element: Element, signal: AbortSignal, onSeen: () => void): void {
  const page = element.ownerDocument;
  let since: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const observer = new IntersectionObserver(
    (entries) => {
      clearTimeout(timer);
      for (const entry of entries) {
        since = isHalfVisible(entry) ? (since ?? entry.time) : undefined;
        if (since !== undefined && entry.time - since >= viewMs) {
          stop();
          onSeen();
          return;
        }
      }
      if (Number(entries.at(-1)?.intersectionRatio) >= viewShare)
        timer = setTimeout(measure, Math.min(lookMs, (since ?? Infinity) + viewMs - performance.now()));
    },
    { threshold: viewShare },
  );
  /** The browser measures an element that is newly observed, in its next frame. */
  const measure = (): void => {
    observer.unobserve(element);
    observer.observe(element);
  };
  const onVisibility = (): void => {
    since = undefined;
    clearTimeout(timer);
    measure();
  };
  const stop = (): void => {
    clearTimeout(timer);
    observer.disconnect();
    page.removeEventListener("visibilitychange", onVisibility);
  };
  if (signal.aborted) return;
  signal.addEventListener("abort", stop);
  page.addEventListener("visibilitychange", onVisibility);
  observer.observe(element);
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
