import { onAd } from "./ad-events.ts";
import { make } from "./elements.ts";

/**
 * Opens landing pages in a hidden frame, because the advertisers of the demo do not exist and a tab would show an error. The
 * server sees a person's navigation; a `fetch` would not be counted (contract.md §4.5). A click with a modifier key works as
 * usual.
 */
export function stayHere(): void {
  let followed: string | undefined;
  onAd("clicked", ({ ad, url }) => {
    followed = ad.test ? undefined : url;
  });
  // After the card's own listener, which has just told of the click.
  document.addEventListener("click", (event) => {
    const link = event.composedPath().find((target) => target instanceof HTMLAnchorElement);
    if (followed === undefined || link?.href !== followed) return;
    followed = undefined;
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    link.target = openFrame();
  });
}

/** A new one for each click. The name of it. */
function openFrame(): string {
  document.querySelector(`iframe[name="${frameName}"]`)?.remove();
  const frame = make("iframe");
  frame.name = frameName;
  frame.title = "Advertiser";
  frame.hidden = true;
  // The page at the advertiser's address has no rights.
  frame.setAttribute("sandbox", "");
  document.body.append(frame);
  return frameName;
}

const frameName = "advertiser";
