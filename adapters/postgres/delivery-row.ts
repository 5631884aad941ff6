import { type CreativeFormat, creativeFormats } from "../../core/contract/formats.ts";
import type { Delivery, Press } from "../../core/storage/delivery.ts";
import {
  arrayOf,
  numberOf,
  oneOf,
  optionalNumberOf,
  optionalTextOf,
  recordOf,
  type StoredObject,
  textOf,
} from "../kit/stored-values.ts";
import { fromUuid } from "./delivery-uuid.ts";

/** A delivery from `to_jsonb` of its row. Its network is empty if the row has none. */
export function toDelivery(value: unknown): Delivery {
  const row = recordOf(value);
  return {
    id: fromUuid(textOf(row["id"])),
    surface: oneOf(row["surface"], ["web", "bot"]),
    publisherId: textOf(row["publisher_id"]),
    platformId: textOf(row["platform_id"]),
    placement: textOf(row["placement"]),
    apiKeyId: textOf(row["api_key_id"]),
    userKey: textOf(row["user_key"]),
    language: textOf(row["language"]),
    mark: textOf(row["mark"]),
    network: optionalTextOf(row["network"]) ?? "",
    campaignId: textOf(row["campaign_id"]),
    advertiser: textOf(row["advertiser"]),
    creativeVersionId: textOf(row["creative_version_id"]),
    format: oneOf<CreativeFormat>(row["format"], creativeFormats),
    topicId: optionalTextOf(row["topic_id"]),
    priceMicros: numberOf(row["price"]),
    publisherMicros: numberOf(row["publisher_part"]),
    day: textOf(row["day"]),
    issuedAt: numberOf(row["issued_at"]),
    seenAt: optionalNumberOf(row["seen_at"]),
    pressedAt: optionalNumberOf(row["pressed_at"]),
    clickedAt: optionalNumberOf(row["clicked_at"]),
    chargedAt: optionalNumberOf(row["charged_at"]),
    presses: arrayOf(row["presses"]).map(toPress),
  };
}

/** The delivery of a first view: `columns` has the values that its row kept, each in a column (record_v2). */
export function seenDelivery(id: string, columns: StoredObject, row: number): Delivery {
  const at = numberOf(columns["at"]);
  const cell = (column: string): unknown => arrayOf(columns[column])[row];
  return {
    id,
    surface: "web",
    publisherId: textOf(cell("publisher_id")),
    platformId: textOf(cell("platform_id")),
    placement: textOf(cell("placement")),
    apiKeyId: textOf(cell("api_key_id")),
    userKey: textOf(cell("user_key")),
    language: textOf(cell("language")),
    mark: textOf(cell("mark")),
    network: "",
    campaignId: textOf(cell("campaign_id")),
    advertiser: textOf(cell("advertiser")),
    creativeVersionId: textOf(cell("creative_version_id")),
    format: oneOf<CreativeFormat>(cell("format"), creativeFormats),
    topicId: optionalTextOf(cell("topic_id")),
    priceMicros: numberOf(cell("price")),
    publisherMicros: numberOf(cell("publisher_part")),
    day: textOf(cell("day")),
    issuedAt: numberOf(cell("issued_at")),
    seenAt: at,
    pressedAt: undefined,
    clickedAt: undefined,
    chargedAt: at,
    presses: [],
  };
}

function toPress(value: unknown): Press {
  const press = recordOf(value);
  return { scene: numberOf(press["scene"]), button: numberOf(press["button"]), at: numberOf(press["at"]) };
}
