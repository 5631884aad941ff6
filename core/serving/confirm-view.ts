import type { SeenResponse } from "../contract/ad.ts";
import type { Problem } from "../contract/problem.ts";
import type { SeenRequest } from "../contract/seen-request.ts";
import type { Holder } from "../signing/holder.ts";
import { isReceiptOfUnknownKey, isViewReceipt } from "../signing/view-receipt.ts";
import { countEvent } from "./count-delivery.ts";
import { gone } from "./gone.ts";
import type { Services } from "./services.ts";

/** contract.md §4.3, 409. Consumes nothing: the same receipt is valid from one second after the issue. */
const tooEarly: Problem = {
  problem: "too_early",
  detail: "Confirm the view at least one second after the ad was issued.",
  headers: { "retry-after": "1" },
};

/** `POST /api/v1/web/seen` (contract.md §4.3): counts the view, and charges the delivery if no earlier event did. */
export async function confirmView(
  request: SeenRequest,
  holder: Holder,
  services: Services,
): Promise<SeenResponse | Problem> {
  const { delivery_id: deliveryId, view } = request;
  const { keyring } = services.configuration;
  if (!isViewReceipt(keyring, holder, deliveryId, view)) {
    if (isReceiptOfUnknownKey(keyring, view)) services.noteUnknownKey(deliveryId);
    return gone;
  }
  const judged = await services.record({ kind: "seen", deliveryId });
  countEvent("seen", judged, services);
  const { outcome } = judged;
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
