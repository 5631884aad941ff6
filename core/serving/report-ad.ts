import type { ReportResponse } from "../contract/ad.ts";
import type { Problem } from "../contract/problem.ts";
import type { ReportRequest } from "../contract/report-request.ts";
import { parseDeliveryId } from "../signing/delivery-id.ts";
import type { Delivery } from "../storage/delivery.ts";
import { countReported } from "./count-delivery.ts";
import { findOpenDelivery } from "./find-open-delivery.ts";
import { gone } from "./gone.ts";
import type { Requester } from "./requester.ts";
import type { Services } from "./services.ts";

/**
 * `POST /api/v1/web/report` (contract.md §4.8): counts the report of an ad once for each delivery. Changes no money. A repeated
 * report and an excluded one (§4.7) get the same answer and are not counted.
 */
export async function reportAd(
  { delivery_id: deliveryId, reason }: ReportRequest,
  requester: Requester,
  services: Services,
): Promise<ReportResponse | Problem> {
  const delivery =
    parseDeliveryId(deliveryId) === undefined ? undefined : await findOpenDelivery(deliveryId, services);
  if (delivery === undefined || !isIssuedTo(requester, delivery)) return gone;
  if (requester.judgement.kind === "excluded" || !(await services.isFirstReport(deliveryId))) {
    return { ok: true };
  }
  const version = await services.creatives.find(delivery);
  countReported(delivery, version?.creative.id ?? "", reason, services);
  return { ok: true };
}

/** Compares what a receipt is bound to (`core/signing/holder.ts`) with what the store keeps of it. */
function isIssuedTo({ caller, userKey }: Requester, delivery: Delivery): boolean {
  return (
    delivery.surface === "web" &&
    delivery.platformId === caller.platform.id &&
    caller.kind === (delivery.apiKeyId === "" ? "browser" : "live_key") &&
    delivery.userKey === (userKey || delivery.id)
  );
}
