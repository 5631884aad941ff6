import { publisherPart } from "../../core/money.ts";
import type { Adjustment, Charge, ChargeOwners, Statement } from "../../core/storage/settlement-store.ts";
import { misfit, numberOf, recordOf, type StoredObject, textOf } from "../kit/stored-values.ts";
import { fromUuid } from "./delivery-uuid.ts";

/** A charge from `to_json` of its row, with the sum of its adjustments as `adjusted`. */
export function toCharge(value: unknown): Charge {
  const row = recordOf(value);
  const [priceMicros, publisherMicros] = [numberOf(row["price"]), numberOf(row["publisher_part"])];
  const adjustedMicros = numberOf(row["adjusted"]);
  return {
    ...ownersOf(row),
    chargedAt: numberOf(row["charged_at"]),
    mark: textOf(row["mark"]),
    priceMicros,
    publisherMicros,
    adjustedMicros,
    // The parts of the adjustments add up to it (migrations/first/adjust-charges.ts).
    adjustedPublisherMicros: publisherPart(adjustedMicros, publisherMicros, priceMicros),
  };
}

/** An adjustment from `to_json` of its row. */
export function toAdjustment(value: unknown): Adjustment {
  const row = recordOf(value);
  const restoresBudget = row["restores_budget"];
  return {
    ...ownersOf(row),
    id: textOf(row["id"]),
    at: numberOf(row["at"]),
    micros: numberOf(row["micros"]),
    publisherMicros: numberOf(row["publisher_part"]),
    restoresBudget:
      typeof restoresBudget === "boolean" ? restoresBudget : misfit("a boolean", restoresBudget),
    reason: textOf(row["reason"]),
    actor: textOf(row["actor"]),
  };
}

/** A statement from `to_json` of its row. */
export function toStatement(value: unknown): Statement {
  const row = recordOf(value);
  return {
    account: textOf(row["account"]),
    number: numberOf(row["number"]),
    document: textOf(row["document"]),
  };
}

function ownersOf(row: StoredObject): ChargeOwners {
  return {
    deliveryId: fromUuid(textOf(row["delivery_id"])),
    publisherId: textOf(row["publisher_id"]),
    platformId: textOf(row["platform_id"]),
    apiKeyId: textOf(row["api_key_id"]),
    advertiser: textOf(row["advertiser"]),
    campaignId: textOf(row["campaign_id"]),
  };
}
