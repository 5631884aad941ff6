import type { Delivery } from "../../core/storage/delivery.ts";
import type { Database } from "./database.ts";
import { idBytes } from "./delivery-row.ts";

/** Its key is the delivery: a second one cannot be stored. */
const insert = `INSERT INTO charges (delivery_id, campaign_id, advertiser, publisher_id, platform_id, placement,
    api_key_id, creative_version_id, topic_id, language, format, mark, day, price, publisher_part, charged_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/** Stores the charge of a delivery that has just been charged. */
export function insertCharge(db: Database, delivery: Delivery): void {
  db.run(
    insert,
    idBytes(delivery.id),
    delivery.campaignId,
    delivery.advertiser,
    delivery.publisherId,
    delivery.platformId,
    delivery.placement,
    delivery.apiKeyId,
    delivery.creativeVersionId,
    delivery.topicId ?? "",
    delivery.language,
    delivery.format,
    delivery.mark,
    delivery.day,
    delivery.priceMicros,
    delivery.publisherMicros,
    delivery.chargedAt ?? null,
  );
}
