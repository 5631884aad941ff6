import { AdError, type Client, createClient } from "./client.ts";
import { mountAd } from "./mount-ad.ts";
import { configure } from "./registry.ts";
import { fillSlots } from "./slots.ts";
import { trackView } from "./track-view.ts";
import { keepVisitorId, newVisitorId } from "./visitor-id.ts";

/**
 * `Handbill.client` is the client of the page's own script tag; the ad server is the origin of the script: `<script async
 * src="https://hb.example/handbill.js" data-platform="pf_…" data-visitor="…">`. Without `data-visitor` each page has a
 * new visitor; `data-keep-visitor` stores the id instead. `data-consent` sends the strings of the page's consent platform. `undefined` without `data-platform`.
 */
Object.assign(window, {
  // Exports would add a bundler's helpers: 230 bytes, gzipped.
  Handbill: {
    AdError,
    client: start(document.currentScript),
    configure,
    createClient,
    fillSlots,
    keepVisitorId,
    mountAd,
    newVisitorId,
    trackView,
  },
});

function start(script: HTMLOrSVGScriptElement | null): Client | undefined {
  if (!script?.dataset["platform"] || !("src" in script)) return undefined;
  const { platform, visitor } = script.dataset;
  const baseUrl = new URL(".", script.src).href;
  const made = createClient({
    baseUrl,
    platformId: platform,
    visitorId: visitor || ("keepVisitor" in script.dataset ? keepVisitorId() : newVisitorId()),
    consent: "consent" in script.dataset,
  });
  configure({ client: made });
  const fill = (): void => void fillSlots(made);
  const begin = (): void => {
    // A debug link of the console: the overlay is there before the first request (debug/overlay.ts).
    if (/^#handbill-debug=/.test(location.hash)) import(`${baseUrl}handbill-debug.js`).then(fill, fill);
    else fill();
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
  else begin();
  return made;
}
