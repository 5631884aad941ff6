import type { Delivery } from "../storage/delivery.ts";
import { deliveryLifetimeMs } from "../timing/windows.ts";
import type { Services } from "./services.ts";

/** A delivery whose hour is not over, without recording anything. By this instance's knowledge of the store's time. */
export async function findOpenDelivery(
  id: string,
  { findDelivery, clock }: Pick<Services, "findDelivery" | "clock">,
): Promise<Delivery | undefined> {
  const delivery = await findDelivery(id);
  return delivery !== undefined && clock() - delivery.issuedAt <= deliveryLifetimeMs ? delivery : undefined;
}
