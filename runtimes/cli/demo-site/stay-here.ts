import { onAd } from "./ad-events.ts";

/**
 * The advertisers of the demo do not exist, so a click on their ads is sent as a browser would send it, and the tab that
 * would show an error stays closed. With a modifier key the browser does what it always does.
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
    event.preventDefault();
    void fetch(link.href, { redirect: "manual", credentials: "omit" }).catch(() => {});
  });
}
