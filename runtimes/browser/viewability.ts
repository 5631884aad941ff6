import { minWidth, viewShare } from "./limits.ts";
import { countVisible, type Point } from "./occlusion.ts";

/** A measurement of the browser. Chromium adds `isVisible` if the observer tracks it (IntersectionObserver v2). */
export interface Measurement extends IntersectionObserverEntry {
  readonly isVisible?: boolean;
}

/**
 * Whether a person can see at least half of the element: on screen, in a legible size, not faded, not filtered and not
 * covered. In a frame of another origin only Chromium knows what is around it; there its stricter `isVisible` decides.
 */
export function isViewable({
  target,
  intersectionRatio,
  intersectionRect: { x, y, width, height },
  boundingClientRect,
  isVisible,
}: Measurement): boolean {
  // At less than half of its height the card's text has less than 8 px.
  if (
    boundingClientRect.width < minWidth ||
    boundingClientRect.width < target.clientWidth / 2 ||
    boundingClientRect.height < target.clientHeight / 2
  )
    return false;
  // A point in each field of a grid of three by three, elsewhere at each measurement, so that holes in a cover are of no
  // use. Points of opposite fields mirror each other, so a cover from one side decides when it is more than half.
  const across = 0.8 * Math.random() - 0.4;
  const down = 0.8 * Math.random() - 0.4;
  const points = [-1, 0, 1].flatMap((row) =>
    [-1, 0, 1].map((column): Point => {
      const side = column || row;
      return [x + width * (0.5 + (column + side * across) / 3), y + height * (0.5 + (row + side * down) / 3)];
    }),
  );
  // The page styles the visible box inside the host, by `::part(card)`.
  const box = target.shadowRoot?.querySelector("[part~=card]") ?? target;
  return countVisible(box, points, isVisible) * intersectionRatio >= 9 * viewShare;
}
