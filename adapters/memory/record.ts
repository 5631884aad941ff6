import { deliveryAfter, isRepeated } from "../../core/billing/delivery-events.ts";
import type { DeliveryEvent, RecordOutcome } from "../../core/storage/delivery.ts";
import type { EpochMs } from "../../core/timing/clock.ts";
import { minViewAgeMs } from "../../core/timing/windows.ts";
import { accountOf, move, shortOf } from "./accounts.ts";
import { type Entry, isExpired } from "./deliveries.ts";
import type { State } from "./state.ts";

/** Judges one event in the order that the port states, and records it with its charge. */
export function recordOne(state: State, event: DeliveryEvent, now: EpochMs): RecordOutcome {
  const entry = state.deliveries.byId.get(event.deliveryId);
  if (entry === undefined) return { outcome: "unknown" };
  const { delivery } = entry;
  if (isExpired(entry, now)) return { outcome: "expired", delivery };
  if (event.kind === "seen" && now - delivery.issuedAt < minViewAgeMs)
    return { outcome: "too_early", delivery };
  if (isRepeated(delivery, event, entry.seenRecorded)) return { outcome: "duplicate", delivery };
  const charged = charge(state, entry, event.kind);
  entry.delivery = { ...deliveryAfter(delivery, event, now), ...(charged ? { chargedAt: now } : {}) };
  if (event.kind === "seen") entry.seenRecorded = true;
  return { outcome: "recorded", charged, delivery: entry.delivery };
}

/** Moves the price to spent, on the day of the issue. False when this event pays nothing. */
function charge(state: State, entry: Entry, kind: DeliveryEvent["kind"]): boolean {
  const { campaignId, day, priceMicros, surface } = entry.delivery;
  const account = accountOf(state.accounts, campaignId);
  if (entry.hold === "open") {
    entry.hold = "spent";
    move(account, day, { spentMicros: priceMicros, heldMicros: -priceMicros });
    return true;
  }
  if (surface !== "bot" || kind !== "click" || priceMicros === 0) return false;
  if (shortOf(account, day, priceMicros) !== undefined) return false;
  move(account, day, { spentMicros: priceMicros, heldMicros: 0 });
  return true;
}
