import type { InteractResponse } from "../contract/ad.ts";
import type { InteractRequest } from "../contract/interact-request.ts";
import type { Problem } from "../contract/problem.ts";
import { isActionOfUnknownKey, openAction } from "../signing/action.ts";
import { parseDeliveryId } from "../signing/delivery-id.ts";
import type { Delivery, RecordOutcome } from "../storage/delivery.ts";
import { markOf } from "../traffic/judgement.ts";
import { aboutAd } from "./about-ad.ts";
import { countEvent, countUncounted } from "./count-delivery.ts";
import { findOpenDelivery } from "./find-open-delivery.ts";
import { gone } from "./gone.ts";
import { presentAd } from "./present-ad.ts";
import type { Requester } from "./requester.ts";
import { findButton, nextScene } from "./scenes.ts";
import { webFormat } from "./serve-ad.ts";
import type { Services } from "./services.ts";
import { advanceTestAd } from "./test-ads.ts";

/**
 * `POST /api/v1/web/interact` (contract.md §4.2): records the press, which counts the impression as seen (§3.5), and
 * returns the next scene. A repeated action returns the same ad and records nothing. So does an excluded press (§4.7).
 */
export async function interact(
  request: InteractRequest,
  { holder, judgement, network }: Requester,
  services: Services,
): Promise<InteractResponse | Problem> {
  const { delivery_id: deliveryId } = request;
  const { keyring } = services.configuration;
  const action = openAction(keyring, holder, deliveryId, request.action);
  const deliveryBytes = parseDeliveryId(deliveryId);
  if (action === undefined || deliveryBytes === undefined) {
    if (isActionOfUnknownKey(keyring, request.action)) services.noteUnknownKey(deliveryId);
    return gone;
  }
  if (action.test) {
    const ad = advanceTestAd(deliveryId, action, holder, services);
    return ad === undefined ? gone : { ok: true, ad };
  }
  const { scene, button } = action;
  const isExcluded = judgement.kind === "excluded";
  const outcome = isExcluded
    ? undefined
    : await services.record({ kind: "press", deliveryId, scene, button, mark: markOf(judgement) });
  const delivery = outcome === undefined ? await findOpenDelivery(deliveryId, services) : pressedOf(outcome);
  if (delivery === undefined) return gone;
  const version = await services.creatives.find(delivery);
  if (isExcluded) countUncounted("uncounted_press", judgement.reason, delivery, services);
  if (outcome !== undefined) countEvent("press", outcome, network, services);
  if (version === undefined) return gone;
  const pressed = findButton(version.creative, scene, button);
  const next = pressed && nextScene(version.creative, pressed);
  if (next === undefined) return gone;
  const campaign = services.snapshot.campaigns.get(delivery.campaignId);
  const ad = presentAd(
    {
      deliveryId,
      deliveryBytes,
      issuedAt: delivery.issuedAt,
      creative: version.creative,
      format: webFormat(delivery.format),
      scene: next,
      test: false,
      billable: false,
      holder,
      about: campaign && aboutAd(campaign, delivery.topicId),
    },
    services.configuration,
  );
  return { ok: true, ad };
}

function pressedOf(outcome: RecordOutcome): Delivery | undefined {
  return outcome.outcome === "recorded" || outcome.outcome === "duplicate" ? outcome.delivery : undefined;
}
