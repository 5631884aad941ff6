import type { StoredDelivery } from "../../core/billing/ledger.ts";
import { creativeFormats } from "../../core/contract/formats.ts";
import { toBase64Url } from "../../core/signing/base64url.ts";
import { parseDeliveryId } from "../../core/signing/delivery-id.ts";
import type { Delivery, Press, Surface } from "../../core/storage/delivery.ts";
import { StoreDataError } from "../kit/errors.ts";
import type { Database } from "./database.ts";
import { bytesOf, integerOf, optionalIntegerOf, optionalTextOf, type Row, textOf, wordOf } from "./row.ts";

const insert = `INSERT INTO deliveries (id, surface, publisher_id, platform_id, placement, api_key_id, user_key,
    language, campaign_id, advertiser, creative_version_id, format, topic_id, price, publisher_part, day, issued_at, held)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

const update = `UPDATE deliveries SET held = ?, seen_recorded = ?, seen_at = ?, pressed_at = ?, clicked_at = ?,
  charged_at = ?, presses = ? WHERE id = ?`;

/** The 16 bytes of a delivery id that is to be stored. Throws {@link StoreDataError} for what is no delivery id. */
export function idBytes(id: string): Uint8Array {
  const bytes = parseDeliveryId(id);
  if (bytes !== undefined) return bytes;
  throw new StoreDataError("A delivery id is 22 letters of base64url: make it with createDeliveryId.");
}

/** `undefined` for an unknown id, and for a text that is no delivery id. */
export function findDelivery(db: Database, id: string): StoredDelivery | undefined {
  const bytes = parseDeliveryId(id);
  const row = bytes && db.get("SELECT * FROM deliveries WHERE id = ?", bytes);
  return (
    row && {
      delivery: toDelivery(row),
      held: integerOf(row, "held") === 1,
      seenRecorded: integerOf(row, "seen_recorded") === 1,
    }
  );
}

export function insertDelivery(db: Database, { delivery, held }: StoredDelivery): void {
  db.run(
    insert,
    idBytes(delivery.id),
    delivery.surface,
    delivery.publisherId,
    delivery.platformId,
    delivery.placement,
    delivery.apiKeyId,
    delivery.userKey,
    delivery.language,
    delivery.campaignId,
    delivery.advertiser,
    delivery.creativeVersionId,
    delivery.format,
    delivery.topicId ?? null,
    delivery.priceMicros,
    delivery.publisherMicros,
    delivery.day,
    delivery.issuedAt,
    held ? 1 : 0,
  );
}

export function updateDelivery(db: Database, { delivery, held, seenRecorded }: StoredDelivery): void {
  db.run(
    update,
    held ? 1 : 0,
    seenRecorded ? 1 : 0,
    delivery.seenAt ?? null,
    delivery.pressedAt ?? null,
    delivery.clickedAt ?? null,
    delivery.chargedAt ?? null,
    fromPresses(delivery.presses),
    idBytes(delivery.id),
  );
}

const surfaces: readonly Surface[] = ["web", "bot"];

export function toDelivery(row: Row): Delivery {
  return {
    id: toBase64Url(bytesOf(row, "id")),
    surface: wordOf(row, "surface", surfaces),
    publisherId: textOf(row, "publisher_id"),
    platformId: textOf(row, "platform_id"),
    placement: textOf(row, "placement"),
    apiKeyId: textOf(row, "api_key_id"),
    userKey: textOf(row, "user_key"),
    language: textOf(row, "language"),
    campaignId: textOf(row, "campaign_id"),
    advertiser: textOf(row, "advertiser"),
    creativeVersionId: textOf(row, "creative_version_id"),
    format: wordOf(row, "format", creativeFormats),
    topicId: optionalTextOf(row, "topic_id"),
    priceMicros: integerOf(row, "price"),
    publisherMicros: integerOf(row, "publisher_part"),
    day: textOf(row, "day"),
    issuedAt: integerOf(row, "issued_at"),
    seenAt: optionalIntegerOf(row, "seen_at"),
    pressedAt: optionalIntegerOf(row, "pressed_at"),
    clickedAt: optionalIntegerOf(row, "clicked_at"),
    chargedAt: optionalIntegerOf(row, "charged_at"),
    presses: toPresses(textOf(row, "presses")),
  };
}

/** `[[scene, button, at]]`. */
function fromPresses(presses: readonly Press[]): string {
  return JSON.stringify(presses.map(({ scene, button, at }) => [scene, button, at]));
}

function toPresses(json: string): readonly Press[] {
  if (json === "[]") return [];
  const presses: unknown = JSON.parse(json);
  if (!Array.isArray(presses)) throw new TypeError("a delivery's presses are no list: restore a backup.");
  return presses.map((press: unknown): Press => {
    const [scene, button, at] = Array.isArray(press) ? press : [];
    return { scene: Number(scene), button: Number(button), at: Number(at) };
  });
}
