import type { SeenResponse } from "../contract/ad.ts";
import type { Problem } from "../contract/problem.ts";
import type { SeenRequest } from "../contract/seen-request.ts";
import { isReceiptOfUnknownKey, isViewReceipt } from "../signing/view-receipt.ts";
import { minViewAgeMs } from "../timing/windows.ts";
import { markOf } from "../traffic/judgement.ts";
import { countEvent, countUncounted } from "./count-delivery.ts";
import { findOpenDelivery } from "./find-open-delivery.ts";
import { gone } from "./gone.ts";
import type { Requester } from "./requester.ts";
import type { Services } from "./services.ts";

/** contract.md §4.3, 409. Consumes nothing: the same receipt is valid from one second after the issue. */
const tooEarly: Problem = {
  problem: "too_early",
  detail: "Confirm the view at least one second after the ad was issued.",
  headers: { "retry-after": "1" },
};

/**
 * `POST /api/v1/web/seen` (contract.md §4.3): the view is counted, and charged if nothing was yet. An excluded view gets the same
 * answer and records nothing (§4.7).
 */
export async function confirmView(
  request: SeenRequest,
  { holder, judgement, network }: Requester,
  services: Services,
): Promise<SeenResponse | Problem> {
  const { delivery_id: deliveryId, view } = request;
  const { keyring } = services.configuration;
  if (!isViewReceipt(keyring, holder, deliveryId, view)) {
    if (isReceiptOfUnknownKey(keyring, view)) services.noteUnknownKey(deliveryId);
    return gone;
  }
  if (judgement.kind === "excluded") {
    const delivery = await findOpenDelivery(deliveryId, services);
    if (delivery === undefined) return gone;
    if (services.clock() - delivery.issuedAt < minViewAgeMs) return tooEarly;
    countUncounted("uncounted_view", judgement.reason, delivery, services);
    return { ok: true };
  }
  const recorded = await services.record({ kind: "seen", deliveryId, mark: markOf(judgement) });
  countEvent("seen", recorded, network, services);
  const { outcome } = recorded;
  switch (outcome) {
    case "recorded":
    case "duplicate":
      return { ok: true };
    case "too_early":
      return tooEarly;
    case "expired":
    case "unknown":
      return gone;
    default:
      return outcome satisfies never;
  }
}
