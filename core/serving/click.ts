import type { Problem } from "../contract/problem.ts";
import { deliveryOfUnknownKey, openClickId } from "../signing/click-id.ts";
import type { Delivery, RecordOutcome } from "../storage/delivery.ts";
import { countEvent } from "./count-delivery.ts";
import { landingUrl } from "./scenes.ts";
import type { Services } from "./services.ts";

/**
 * Why a fetch of a click link is not a person's click (contract.md §4.5): the `reason` of an `uncounted_click`. The first
 * one that applies counts.
 */
export type Uncounted = "head" | "prefetch" | "no_user_agent" | "http_library" | "bot" | "no_navigation";

/** The answer to a click. */
export interface Redirect {
  readonly location: string;
}

const notFound: Problem = { problem: "not_found", detail: "This link is unknown or too old." };

const notAhead: Problem = {
  problem: "unavailable",
  detail: "Links of advertising are not fetched ahead: follow this one when it is clicked.",
  headers: { "retry-after": "1", "x-robots-tag": "noindex" },
};

/**
 * Answers a followed click link (contract.md §4.5): redirects to the landing page that the store keeps, and counts the first
 * click of a person within the hour (§3.5). The target never comes from the link.
 */
export async function click(
  id: string,
  uncounted: Uncounted | undefined,
  services: Services,
): Promise<Redirect | Problem> {
  const { keyring } = services.configuration;
  const opened = openClickId(keyring, id);
  if (opened === undefined) {
    const unknown = deliveryOfUnknownKey(keyring, id);
    if (unknown !== undefined) services.noteUnknownKey(unknown);
    return notFound;
  }
  if (uncounted !== undefined && !opened.test) {
    services.counter.add({ metric: "uncounted_click", reason: uncounted });
  }
  if (uncounted === "prefetch") return notAhead;
  if (opened.test) return { location: `${services.configuration.baseUrl}/api/v1/pages/test-ad` };
  const { deliveryId, scene, button } = opened;
  const outcome: RecordOutcome | undefined =
    uncounted === undefined ? await services.record({ kind: "click", deliveryId }) : undefined;
  const delivery = outcome === undefined ? await services.findDelivery(deliveryId) : deliveryOf(outcome);
  const version = delivery && (await services.creatives.find(delivery));
  if (outcome !== undefined) countEvent("click", outcome, services);
  const target = version && landingUrl(version.creative, scene, button);
  return target === undefined ? notFound : { location: target };
}

function deliveryOf(outcome: RecordOutcome): Delivery | undefined {
  return outcome.outcome === "unknown" ? undefined : outcome.delivery;
}
