import { AdError, type Client, createClient } from "./client.ts";
import { mountAd } from "./mount-ad.ts";
import { configure } from "./registry.ts";
import { fillSlots } from "./slots.ts";
import { trackView } from "./track-view.ts";
import { keepVisitorId, newVisitorId } from "./visitor-id.ts";

/**
 * The client of the page's own script tag; the ad server is the origin of the script: `<script async
 * src="https://ads.example/handbill.js" data-platform="pf_…" data-visitor="…">`. Without `data-visitor` each page has a
 * new visitor; `data-keep-visitor` stores the id instead. `data-consent` sends the strings of the page's consent platform. `undefined` without `data-platform`.
 */
const client = start(document.currentScript);

// Exports would add a bundler's helpers: 230 bytes, gzipped.
const Handbill = {
  AdError,
  client,
  configure,
  createClient,
  fillSlots,
  keepVisitorId,
  mountAd,
  newVisitorId,
  trackView,
};
Object.assign(window, { Handbill });

function start(script: Element | null): Client | undefined {
  if (!(script instanceof HTMLScriptElement) || !script.dataset["platform"]) return undefined;
  const { platform, visitor, keepVisitor } = script.dataset;
  const made = createClient({
    baseUrl: new URL(".", script.src).href,
    platformId: platform,
    visitorId: visitor || (keepVisitor === undefined ? newVisitorId() : keepVisitorId()),
    consent: "consent" in script.dataset,
  });
  configure({ client: made });
  const fill = (): unknown => fillSlots(made);
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", fill);
  else fill();
  return made;
}
