import { creativeFormats } from "../../core/contract/formats.ts";
import { toBase64Url } from "../../core/signing/base64url.ts";
import { parseDeliveryId } from "../../core/signing/delivery-id.ts";
import type { Delivery, Press, Surface } from "../../core/storage/delivery.ts";
import { deliveryLifetimeMs } from "../../core/timing/windows.ts";
import { StoreDataError } from "../kit/errors.ts";
import type { Database } from "./database.ts";
import { bytesOf, integerOf, optionalIntegerOf, optionalTextOf, type Row, textOf, wordOf } from "./row.ts";

/** A delivery and what nobody outside sees of it. */
export interface Entry {
  readonly delivery: Delivery;
  /** Whether `seen` itself was recorded; `seenAt` is also set by a press or a click. */
  readonly seenRecorded: boolean;
  /** Whether its price is part of what its campaign holds. */
  readonly held: boolean;
}

/** The 16 bytes of a delivery id that is to be stored. Throws {@link StoreDataError} for what is no delivery id. */
export function idBytes(id: string): Uint8Array {
  const bytes = parseDeliveryId(id);
  if (bytes !== undefined) return bytes;
  throw new StoreDataError("A delivery id is 22 letters of base64url: make it with createDeliveryId.");
}

/** `undefined` where there is none, and for a text that is no delivery id. */
export function findEntry(db: Database, id: string): Entry | undefined {
  const bytes = parseDeliveryId(id);
  return bytes && readEntry(db, bytes);
}

export function readEntry(db: Database, id: Uint8Array): Entry | undefined {
  const row = db.get("SELECT * FROM deliveries WHERE id = ?", id);
  return row && toEntry(row);
}

function toEntry(row: Row): Entry {
  return {
    delivery: toDelivery(row),
    seenRecorded: integerOf(row, "seen_recorded") === 1,
    held: integerOf(row, "held") === 1,
  };
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
export function fromPresses(presses: readonly Press[]): string {
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

/**
 * Expired at an age of more than one hour (contract.md §8), or because its hold was given back already: the clock may
 * have been set back since.
 */
export function isExpired({ delivery, held }: Entry, now: number): boolean {
  const { surface, priceMicros, chargedAt, issuedAt } = delivery;
  const wasReleased = surface === "web" && priceMicros > 0 && !held && chargedAt === undefined;
  return wasReleased || now - issuedAt > deliveryLifetimeMs;
}
