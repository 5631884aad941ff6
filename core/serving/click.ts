import type { Problem } from "../contract/problem.ts";
import { openClickId } from "../signing/click-id.ts";
import type { Delivery, RecordOutcome } from "../storage.ts";
import { countEvent } from "./count-delivery.ts";
import { landingUrl } from "./scenes.ts";
import type { Services } from "./services.ts";

/** Why a fetch of a click link is not a person's click. */
export type Uncounted = "head" | "prefetch" | "bot";

export type ClickOutcome =
  | { readonly outcome: "redirect"; readonly location: string }
  /** Fetched ahead: there is nothing to show yet. */
  | { readonly outcome: "not_ahead" };

const notFound: Problem = { problem: "not_found", detail: "This link is not one of ours, or too old." };

/**
 * A click link was followed (contract.md §4.5): leads to the landing page that the store keeps, and counts the first
 * click of a person within the hour (§3.5). The target never comes from the link.
 */
export async function click(
  id: string,
  uncounted: Uncounted | undefined,
  services: Services,
): Promise<ClickOutcome | Problem> {
  const opened = openClickId(services.configuration.keyring, id);
  if (opened === undefined) return notFound;
  if (opened.test) return redirect(`${services.configuration.baseUrl}/api/v1/pages/test-ad`);
  if (uncounted !== undefined) {
    services.counter.add({ metric: "uncounted_click", reason: uncounted });
    if (uncounted === "prefetch") return { outcome: "not_ahead" };
  }
  const { deliveryId, scene, button } = opened;
  const outcome: RecordOutcome | undefined =
    uncounted === undefined ? await services.record({ kind: "click", deliveryId }) : undefined;
  const delivery = outcome === undefined ? await services.findDelivery(deliveryId) : deliveryOf(outcome);
  const version = delivery && (await services.creatives.find(delivery.creativeVersionId));
  if (outcome !== undefined) countEvent("click", outcome, services);
  const target = version && landingUrl(version.creative, scene, button);
  return target === undefined ? notFound : redirect(target);
}

function deliveryOf(outcome: RecordOutcome): Delivery | undefined {
  return outcome.outcome === "unknown" ? undefined : outcome.delivery;
}

function redirect(location: string): ClickOutcome {
  return { outcome: "redirect", location };
}
