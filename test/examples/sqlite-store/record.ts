import type { Delivery, DeliveryEvent, RecordOutcome } from "../../../core/storage.ts";
import { minViewAgeMs } from "../../../core/timing/windows.ts";
import type { Database } from "./database.ts";
import { type Entry, findDelivery, isExpired, saveDelivery } from "./deliveries.ts";
import { charge, move, shortOf } from "./ledger.ts";

/** Judges one event in the order that the port states, and records it with its charge. */
export function recordOne(db: Database, event: DeliveryEvent, now: number): RecordOutcome {
  const entry = findDelivery(db, event.deliveryId);
  if (entry === undefined) return { outcome: "unknown" };
  const { delivery } = entry;
  if (isExpired(entry, now)) return { outcome: "expired", delivery };
  const early = event.kind === "seen" && now - delivery.issuedAt < minViewAgeMs;
  if (early) return { outcome: "too_early", delivery };
  if (isDuplicate(entry, event)) return { outcome: "duplicate", delivery };
  const charged = pay(db, entry, event.kind, now);
  const after: Delivery = { ...happened(delivery, event, now), ...(charged ? { chargedAt: now } : {}) };
  saveDelivery(db, {
    delivery: after,
    seenRecorded: entry.seenRecorded || event.kind === "seen",
    hold: entry.hold === "open" ? "spent" : entry.hold,
  });
  return { outcome: "recorded", charged, delivery: after };
}

function isDuplicate({ delivery, seenRecorded }: Entry, event: DeliveryEvent): boolean {
  if (event.kind === "seen") return seenRecorded;
  if (event.kind === "click") return delivery.clickedAt !== undefined;
  return delivery.presses.some(({ scene, button }) => scene === event.scene && button === event.button);
}

function happened(delivery: Delivery, event: DeliveryEvent, now: number): Delivery {
  const seen = { ...delivery, seenAt: delivery.seenAt ?? now };
  if (event.kind === "seen") return seen;
  if (event.kind === "click") return { ...seen, clickedAt: now };
  const press = { scene: event.scene, button: event.button, at: now };
  return { ...seen, pressedAt: delivery.pressedAt ?? now, presses: [...delivery.presses, press] };
}

/** The first event of a page takes the hold; a message's click pays from what is free. False: nothing to pay. */
function pay(db: Database, { delivery, hold }: Entry, kind: DeliveryEvent["kind"], now: number): boolean {
  const { campaignId, day, priceMicros, surface } = delivery;
  if (hold !== "open") {
    if (surface !== "bot" || kind !== "click" || priceMicros === 0) return false;
    if (shortOf(db, campaignId, day, priceMicros) !== undefined) return false;
  }
  move(db, delivery, priceMicros, hold === "open" ? -priceMicros : 0);
  charge(db, delivery, now);
  return true;
}
