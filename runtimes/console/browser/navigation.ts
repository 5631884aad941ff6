/**
 * Scrolls the current item into the middle of the navigation, which is a scrolling row on narrow screens. After
 * `scrollIntoView` the first Tab of Chromium starts behind the item and never reaches the link that skips to the
 * content.
 */
export function showCurrentItem(): void {
  const item = document.querySelector("[aria-current]");
  const row = item?.closest("nav");
  if (!item || !row) return;
  const { left, width } = item.getBoundingClientRect();
  const frame = row.getBoundingClientRect();
  row.scrollLeft += left + width / 2 - (frame.left + frame.width / 2);
}
