import type { Problem } from "../contract/problem.ts";
import { type Click, deliveryOfUnknownKey, openClickId } from "../signing/click-id.ts";
import type { Delivery } from "../storage/delivery.ts";
import { type Judgement, markOf } from "../traffic/judgement.ts";
import { countEvent } from "./count-delivery.ts";
import { landingUrl } from "./scenes.ts";
import type { Services } from "./services.ts";

export interface Redirect {
  readonly location: string;
}

const notFound: Problem = { problem: "not_found", detail: "This link is unknown or too old." };

const notAhead: Problem = {
  problem: "unavailable",
  detail: "Links of advertising are not fetched ahead: follow this one when it is clicked.",
  headers: { "retry-after": "1", "x-robots-tag": "noindex" },
};

/** Opens a click link. Only its signature is checked: whether its delivery is kept is not known yet. */
export function openLink(id: string, services: Services): Click | Problem {
  const { keyring } = services.configuration;
  const opened = openClickId(keyring, id);
  if (opened !== undefined) return opened;
  const unknown = deliveryOfUnknownKey(keyring, id);
  if (unknown !== undefined) services.noteUnknownKey(unknown);
  return notFound;
}

/**
 * A click link was followed (contract.md §4.5): leads to the landing page that the store keeps, and counts the first
 * click within the hour (§3.5) that is not excluded. The target never comes from the link.
 */
export async function followLink(
  { test, deliveryId, scene, button }: Click,
  delivery: Delivery | undefined,
  judgement: Judgement,
  network: string | undefined,
  services: Services,
): Promise<Redirect | Problem> {
  if (judgement.kind === "excluded") {
    const { reason } = judgement;
    if (!test) services.counter.add({ metric: "uncounted_click", reason });
    if (reason === "prefetch") return notAhead;
  }
  if (test) return { location: `${services.configuration.baseUrl}/api/v1/pages/test-ad` };
  if (delivery === undefined) return notFound;
  const outcome =
    judgement.kind === "excluded"
      ? undefined
      : await services.record({ kind: "click", deliveryId, mark: markOf(judgement) });
  const version = await services.creatives.find(delivery);
  if (outcome !== undefined) countEvent("click", outcome, network, services);
  const target = version && landingUrl(version.creative, scene, button);
  return target === undefined ? notFound : { location: target };
}
