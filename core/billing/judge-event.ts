import type { Delivery, DeliveryEvent, RecordOutcome } from "../storage/delivery.ts";
import type { EpochMs } from "../timing/clock.ts";
import { minViewAgeMs } from "../timing/windows.ts";
import { exhaustedBudget } from "./budgets.ts";
import { deliveryAfter, isRepeated } from "./delivery-events.ts";
import type { Ledger, Movement, StoredDelivery } from "./ledger.ts";
import { isExpired } from "./release.ts";

/**
 * `ServingStore.record` for one event: "judged in this order: unknown, expired (age > 3,600,000 ms), too early (`seen` at
 * age < 1,000 ms), duplicate, recorded. The first three change nothing."
 */
export function judgeEvent(ledger: Ledger, event: DeliveryEvent, now: EpochMs): RecordOutcome {
  const stored = ledger.findDelivery(event.deliveryId);
  if (stored === undefined) return { outcome: "unknown" };
  const { delivery } = stored;
  if (isExpired(stored, now)) return { outcome: "expired", delivery };
  const isTooEarly = event.kind === "seen" && now - delivery.issuedAt < minViewAgeMs;
  if (isTooEarly) return { outcome: "too_early", delivery };
  if (isRepeated(delivery, event, stored.seenRecorded)) return { outcome: "duplicate", delivery };
  return recordEvent(ledger, stored, event, now);
}

function recordEvent(
  ledger: Ledger,
  stored: StoredDelivery,
  event: DeliveryEvent,
  now: EpochMs,
): RecordOutcome {
  const { campaignId, day } = stored.delivery;
  const payment = paymentFor(ledger, stored, event.kind);
  const charged = payment !== undefined;
  // "On the day and at the price of the issue."
  if (charged) ledger.move(campaignId, day, payment);
  const after = deliveryAfter(stored.delivery, event, now);
  const delivery: Delivery = charged ? { ...after, chargedAt: now } : after;
  const seenRecorded = stored.seenRecorded || event.kind === "seen";
  ledger.updateDelivery({ delivery, held: false, unproven: stored.unproven, seenRecorded }, charged);
  return { outcome: "recorded", charged, delivery };
}

/** The amounts that an event moves, `undefined` if it charges nothing: "at most one event per delivery charges". */
function paymentFor(
  ledger: Ledger,
  { delivery, held, unproven }: StoredDelivery,
  kind: DeliveryEvent["kind"],
): Movement | undefined {
  const { campaignId, day, priceMicros, surface } = delivery;
  // "For a web delivery with a price it is the first recorded one, whatever its kind; the hold becomes spent."
  if (held) {
    const unprovenHeldMicros = unproven ? -priceMicros : 0;
    return { usedMicros: priceMicros, heldMicros: -priceMicros, unprovenHeldMicros };
  }
  // "For a bot delivery with a price it is the recorded click,
  if (surface !== "bot" || kind !== "click" || priceMicros === 0) return undefined;
  // if on the day of issue spent + held + price is within the total and the daily budget, else nothing is charged, ever."
  const account = ledger.findAccount(campaignId);
  if (account === undefined || exhaustedBudget(ledger, account, day, priceMicros) !== undefined)
    return undefined;
  return { usedMicros: priceMicros, heldMicros: 0 };
}
