import { countVisible, type Point } from "./occlusion.ts";

/** contract.md §3, fact 4: at least half of the card is on screen. */
export const viewShare = 0.5;
/** CSS pixels, as rendered. */
const minWidth = 60;
/** Hit tests are in the middle of each field of a grid of three by three, so a cover of more than half decides. */
const middles = [1 / 6, 3 / 6, 5 / 6];

/** A measurement of the browser. Chromium adds `isVisible` if the observer tracks it (IntersectionObserver v2). */
export interface Measurement extends IntersectionObserverEntry {
  readonly isVisible?: boolean;
}

/**
 * Whether a person can see at least half of the element: on screen, in a legible size, not faded, not filtered and not
 * covered. In a frame of another origin only Chromium knows what is around it; there its stricter `isVisible` decides.
 */
export function isViewable(measurement: Measurement): boolean {
  const { target, intersectionRatio, intersectionRect, boundingClientRect, isVisible } = measurement;
  // At less than half of its height the card's text has less than 8 px.
  if (boundingClientRect.width < minWidth || boundingClientRect.height < target.clientHeight / 2)
    return false;
  const points = middles.flatMap((column) =>
    middles.map(
      (row): Point => [
        intersectionRect.x + intersectionRect.width * column,
        intersectionRect.y + intersectionRect.height * row,
      ],
    ),
  );
  // The page styles the visible box inside the host, by `::part(card)`.
  const box = target.shadowRoot?.querySelector("[part~=card]") ?? target;
  return countVisible(box, points, isVisible) * intersectionRatio >= 9 * viewShare;
}
