const presses = ["pointerdown", "pointerup", "mousedown", "mouseup", "click", "dblclick"] as const;

/**
 * Routes presses and the wheel to a panel with `pointer-events: none`. The hit tests of views do not find such a panel, so a card
 * below it counts as without it. The returned function ends it.
 */
export function routePointer(panel: HTMLElement, scrolled: HTMLElement): () => void {
  const ends = new AbortController();
  const isInside = (
    { clientX: x, clientY: y }: { clientX: number; clientY: number },
    of: Element,
  ): boolean => {
    const { left, right, top, bottom } = of.getBoundingClientRect();
    return x >= left && x < right && y >= top && y < bottom;
  };
  const take = (event: Event): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const onPress = (event: MouseEvent): void => {
    // A key presses a button at no place of the screen.
    if ((event.type === "click" && event.detail === 0) || !isInside(event, panel)) return;
    take(event);
    if (event.type !== "click") return;
    const controls = [...panel.querySelectorAll<HTMLElement>("button, summary")];
    const pressed = controls.findLast((control) => control.checkVisibility() && isInside(event, control));
    pressed?.focus();
    pressed?.click();
  };
  let touchY = 0;
  const onTouch = (event: TouchEvent): void => {
    const [touch] = event.touches;
    if (touch === undefined || !isInside(touch, panel)) return;
    if (event.type === "touchmove") {
      event.preventDefault();
      scrolled.scrollTop += touchY - touch.clientY;
    }
    touchY = touch.clientY;
  };
  const onWheel = (event: WheelEvent): void => {
    if (!isInside(event, panel)) return;
    take(event);
    scrolled.scrollTop += event.deltaY;
  };
  const options = { capture: true, passive: false, signal: ends.signal } as const;
  for (const name of presses) addEventListener(name, onPress, options);
  addEventListener("touchstart", onTouch, options);
  addEventListener("touchmove", onTouch, options);
  addEventListener("wheel", onWheel, options);
  return () => ends.abort();
}
