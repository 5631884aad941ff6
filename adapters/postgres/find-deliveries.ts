import type { Delivery } from "../../core/storage/delivery.ts";
import { arrayOf } from "../kit/stored-values.ts";
import { toDelivery } from "./delivery-row.ts";
import { findUuid } from "./delivery-uuid.ts";
import type { Functions } from "./functions.ts";
import { inOrder } from "./reads.ts";

/** `ServingStore.findDeliveries` by one call of find_deliveries. Leaves out texts that are not delivery ids. */
export async function findDeliveries(
  functions: Functions,
  ids: readonly string[],
): Promise<readonly (Delivery | undefined)[]> {
  const uuids = ids.map(findUuid).filter((uuid) => uuid !== undefined);
  const found = uuids.length === 0 ? [] : arrayOf(await functions.findDeliveries(uuids)).map(toDelivery);
  return inOrder(ids, found, (delivery) => delivery.id);
}
