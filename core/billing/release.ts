import { maxBatch, type ServingStore } from "../storage/serving-store.ts";
import type { EpochMs } from "../timing/clock.ts";
import { deliveryLifetimeMs } from "../timing/windows.ts";
import type { Hold, Ledger, StoredDelivery } from "./ledger.ts";

const maxRounds = 20;

/** Gives back the holds of expired deliveries, in bounded steps. The next call releases the rest. */
export async function releaseExpiredHolds(store: ServingStore): Promise<void> {
  for (let round = 0; round < maxRounds; round++) {
    if ((await store.releaseExpired(maxBatch)) < maxBatch) return;
  }
}

/**
 * "Gives back the holds of web deliveries that expired unseen, oldest first, at most `limit` deliveries, and returns their number."
 * Each goes back to the day of its issue.
 */
export function releaseHolds(ledger: Ledger, now: EpochMs, limit: number = Number.MAX_SAFE_INTEGER): number {
  const holds = ledger.takeExpiredHolds(now - deliveryLifetimeMs, limit);
  for (const hold of holds) giveBack(ledger, hold);
  return holds.length;
}

/** Gives back the amount of a hold that has ended without a charge. */
export function giveBack(
  ledger: Pick<Ledger, "move">,
  { campaignId, day, priceMicros, unproven }: Hold,
): void {
  const unprovenHeldMicros = unproven ? -priceMicros : 0;
  ledger.move(campaignId, day, { usedMicros: 0, heldMicros: -priceMicros, unprovenHeldMicros });
}

/** "Expired (age > 3,600,000 ms)". A released delivery stays expired when the clock is set back: its money is gone. */
export function isExpired(stored: StoredDelivery, now: EpochMs): boolean {
  return now - stored.delivery.issuedAt > deliveryLifetimeMs || isReleased(stored);
}

/** A web delivery with a price holds it until it is charged or released. */
export function isReleased({ delivery, held }: StoredDelivery): boolean {
  const { surface, priceMicros, chargedAt } = delivery;
  return !held && surface === "web" && priceMicros > 0 && chargedAt === undefined;
}
