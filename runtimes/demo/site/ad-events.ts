import type { AdEvents } from "../../browser/mod.ts";

/** Listens to the events of the ads on the page. */
export function onAd<Name extends keyof AdEvents>(
  name: Name,
  listener: (detail: AdEvents[Name], place: Element | undefined) => void,
): void {
  document.addEventListener(`handbill:${name}`, (event) => {
    if (!(event instanceof CustomEvent)) return;
    listener(event.detail, event.target instanceof Element ? event.target : undefined);
  });
}
