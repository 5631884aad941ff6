import { deliveryAfter, isRepeated } from "../../core/billing/delivery-events.ts";
import type { Delivery, DeliveryEvent, RecordOutcome } from "../../core/storage/delivery.ts";
import { minViewAgeMs } from "../../core/timing/windows.ts";
import type { Accounts } from "./accounts.ts";
import type { Database } from "./database.ts";
import { type Entry, findEntry, fromPresses, idBytes, isExpired } from "./delivery-row.ts";

const updateDelivery = `UPDATE deliveries SET held = ?, seen_recorded = ?, seen_at = ?, pressed_at = ?, clicked_at = ?,
  charged_at = ?, presses = ? WHERE id = ?`;

/** Its key is the delivery: a second one cannot be stored. */
const insertCharge = `INSERT INTO charges (delivery_id, campaign_id, advertiser, publisher_id, platform_id, placement,
    api_key_id, creative_version_id, topic_id, language, format, day, price, publisher_part, charged_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/** Judges one event in the order that the port states, and records it with its charge. */
export function recordOne(
  db: Database,
  accounts: Accounts,
  event: DeliveryEvent,
  now: number,
): RecordOutcome {
  const entry = findEntry(db, event.deliveryId);
  if (entry === undefined) return { outcome: "unknown" };
  const { delivery } = entry;
  if (isExpired(entry, now)) return { outcome: "expired", delivery };
  if (event.kind === "seen" && now - delivery.issuedAt < minViewAgeMs)
    return { outcome: "too_early", delivery };
  if (isRepeated(delivery, event, entry.seenRecorded)) return { outcome: "duplicate", delivery };
  const charged = pays(accounts, entry, event.kind);
  const after: Delivery = { ...deliveryAfter(delivery, event, now), ...(charged ? { chargedAt: now } : {}) };
  store(db, after, entry.seenRecorded || event.kind === "seen");
  if (charged) charge(db, accounts, entry, now);
  return { outcome: "recorded", charged, delivery: after };
}

function pays(accounts: Accounts, { delivery, held }: Entry, kind: DeliveryEvent["kind"]): boolean {
  if (held) return true;
  const { campaignId, day, priceMicros, surface } = delivery;
  if (surface !== "bot" || kind !== "click" || priceMicros === 0) return false;
  const account = accounts.get(campaignId);
  return account !== undefined && accounts.shortOf(account, day, priceMicros) === undefined;
}

/** Whatever is recorded of a delivery, from then on it holds nothing. */
function store(db: Database, delivery: Delivery, seenRecorded: boolean): void {
  const { id, seenAt, pressedAt, clickedAt, chargedAt, presses } = delivery;
  db.run(
    updateDelivery,
    0,
    seenRecorded ? 1 : 0,
    seenAt ?? null,
    pressedAt ?? null,
    clickedAt ?? null,
    chargedAt ?? null,
    fromPresses(presses),
    idBytes(id),
  );
}

function charge(db: Database, accounts: Accounts, { delivery, held }: Entry, now: number): void {
  const { campaignId, day, priceMicros } = delivery;
  accounts.move(campaignId, day, { spentMicros: priceMicros, heldMicros: held ? -priceMicros : 0 });
  db.run(
    insertCharge,
    idBytes(delivery.id),
    campaignId,
    delivery.advertiser,
    delivery.publisherId,
    delivery.platformId,
    delivery.placement,
    delivery.apiKeyId,
    delivery.creativeVersionId,
    delivery.topicId ?? "",
    delivery.language,
    delivery.format,
    day,
    priceMicros,
    delivery.publisherMicros,
    now,
  );
}
