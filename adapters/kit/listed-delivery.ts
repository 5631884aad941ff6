import type { Delivery } from "../../core/storage/delivery.ts";
import type { ListedDelivery } from "../../core/storage/report-store.ts";

/** A delivery as lists have it: without user and network. */
export function listedDelivery({ userKey: _, network: __, ...listed }: Delivery): ListedDelivery {
  return listed;
}

/** The order of a list: by time, those of one millisecond by their ids. */
export function compareIssued(
  a: Pick<Delivery, "issuedAt" | "id">,
  b: Pick<Delivery, "issuedAt" | "id">,
): number {
  return a.issuedAt - b.issuedAt || (a.id < b.id ? -1 : Number(a.id > b.id));
}
