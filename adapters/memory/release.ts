import type { EpochMs } from "../../core/timing/clock.ts";
import { accountOf, move } from "./accounts.ts";
import { nextExpiredHold } from "./deliveries.ts";
import type { State } from "./state.ts";

/** Gives back the holds of at most `limit` expired deliveries, oldest first, and says how many it was. */
export function releaseHolds(state: State, limit: number, now: EpochMs): number {
  let released = 0;
  while (released < limit) {
    const entry = nextExpiredHold(state.deliveries.holding, now);
    if (entry === undefined) break;
    const { campaignId, day, priceMicros } = entry.delivery;
    entry.hold = "released";
    move(accountOf(state.accounts, campaignId), day, { spentMicros: 0, heldMicros: -priceMicros });
    released += 1;
  }
  return released;
}
