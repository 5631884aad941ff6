/** The rule before covers and effects counted, to measure beside: what IntersectionObserver and `checkVisibility` tell. */
const viewShare = 0.5;

export type Measurement = IntersectionObserverEntry;

export function isViewable({ target, intersectionRatio, boundingClientRect }: Measurement): boolean {
  return (
    intersectionRatio >= viewShare &&
    boundingClientRect.width * boundingClientRect.height > 0 &&
    target.ownerDocument.visibilityState === "visible" &&
    target.checkVisibility?.({ opacityProperty: true, visibilityProperty: true }) !== false
  );
}
