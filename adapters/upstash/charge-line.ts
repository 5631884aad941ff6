import type { ChargeField } from "../../core/storage/report-store.ts";
import type { Adjustment, Charge, ChargeOwners } from "../../core/storage/settlement-store.ts";
import { parseNumber, parseText } from "./json.ts";

/**
 * A stored charge is one line with tabs between: its time, its price, the publisher's part, and these fields as JSON. An adjustment
 * has the fields of its charge after its own time and amounts, then its delivery, whether the budget is restored, its reason, its
 * actor and the nonce of the call.
 */
export const chargeFields: readonly Exclude<ChargeField, "hour">[] = [
  "platformId",
  "placement",
  "campaignId",
  "creativeId",
  "topicId",
  "language",
  "format",
  "publisherId",
  "advertiser",
  "apiKeyId",
  "mark",
];

/** The place of the first of them, counted from 1 as in Lua. */
export const firstField = 4;

/** From a line of `listScript`: the id, the sums of its adjustments, and the stored charge. */
export function toCharge(row: string): Charge {
  const [id, adjusted, adjustedPublisher, ...line] = row.split("\t");
  const [chargedAt, price, publisher] = line;
  return {
    ...ownersOf(parseText(id), line),
    chargedAt: parseNumber(chargedAt),
    mark: fieldOf(line, "mark"),
    priceMicros: parseNumber(price),
    publisherMicros: parseNumber(publisher),
    adjustedMicros: parseNumber(adjusted),
    adjustedPublisherMicros: parseNumber(adjustedPublisher),
  };
}

export function toAdjustment(id: string, stored: string): Adjustment {
  const line = stored.split("\t");
  const [at, micros, publisher] = line;
  const [deliveryId, restoresBudget, reason, actor] = line.slice(firstField - 1 + chargeFields.length);
  return {
    id,
    ...ownersOf(parseText(deliveryId), line),
    at: parseNumber(at),
    micros: parseNumber(micros),
    publisherMicros: parseNumber(publisher),
    restoresBudget: restoresBudget === "true",
    reason: parseText(reason),
    actor: parseText(actor),
  };
}

function ownersOf(deliveryId: string, line: readonly string[]): ChargeOwners {
  return {
    deliveryId,
    publisherId: fieldOf(line, "publisherId"),
    platformId: fieldOf(line, "platformId"),
    apiKeyId: fieldOf(line, "apiKeyId"),
    advertiser: fieldOf(line, "advertiser"),
    campaignId: fieldOf(line, "campaignId"),
  };
}

function fieldOf(line: readonly string[], field: Exclude<ChargeField, "hour">): string {
  return parseText(line[firstField - 1 + chargeFields.indexOf(field)]);
}
