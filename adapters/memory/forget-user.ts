import { accountOf, move } from "./accounts.ts";
import type { State } from "./state.ts";

/** Deletes every delivery of one user and returns their number. Its charges stay, without the user. */
export function forgetUser({ deliveries, accounts }: State, userKey: string): number {
  let forgotten = 0;
  for (const [id, entry] of deliveries.byId) {
    const { delivery } = entry;
    if (delivery.userKey !== userKey) continue;
    if (entry.hold === "open") {
      entry.hold = "released";
      const given = { spentMicros: 0, heldMicros: -delivery.priceMicros };
      move(accountOf(accounts, delivery.campaignId), delivery.day, given);
    }
    if (delivery.chargedAt !== undefined) {
      deliveries.forgotten.push({ ...entry, delivery: { ...delivery, id: "", userKey: "" } });
    }
    deliveries.byId.delete(id);
    forgotten += 1;
  }
  for (const { byUser } of accounts.byId.values()) byUser?.delete(userKey);
  return forgotten;
}
