import type { AuditEntry } from "../../core/storage/audit-store.ts";
import type { AdjustmentOrder, AdjustmentOutcome } from "../../core/storage/settlement-store.ts";
import { arrayOf, numberOf, recordOf } from "../kit/stored-values.ts";
import { findUuid } from "./delivery-uuid.ts";
import type { Functions } from "./functions.ts";
import { toAdjustment } from "./settlement-rows.ts";

/** `SettlementStore.adjustCharges` by one call of adjust_charges. */
export async function adjustCharges(
  functions: Functions,
  orders: readonly AdjustmentOrder[],
  audit: AuditEntry | undefined,
): Promise<readonly AdjustmentOutcome[]> {
  if (orders.length === 0) return [];
  const ids = [...new Set(orders.map(({ id }) => id))];
  const deliveryIds = [...new Set(orders.map(({ deliveryId }) => deliveryId))];
  const [numberOfId, numberOfDelivery] = [numbersOf(ids), numbersOf(deliveryIds)];
  const batch = {
    ids,
    deliveries: deliveryIds.map((id) => findUuid(id) ?? null),
    orders: orders.map(({ id, deliveryId, micros, restoresBudget, reason, actor }) => ({
      i: numberOfId.get(id),
      d: numberOfDelivery.get(deliveryId),
      micros,
      restores: restoresBudget,
      reason,
      actor,
    })),
  };
  return arrayOf(await functions.adjustCharges(batch, audit)).map(toOutcome);
}

/** Numbers from 1 in the order of the names. */
function numbersOf(names: readonly string[]): ReadonlyMap<string, number> {
  return new Map(names.map((name, index) => [name, index + 1]));
}

function toOutcome(value: unknown): AdjustmentOutcome {
  const answer = recordOf(value);
  const outcome = answer["outcome"];
  switch (outcome) {
    case "adjusted":
    case "duplicate":
      return { outcome, adjustment: toAdjustment(answer["adjustment"]) };
    case "unknown":
      return { outcome };
    case "too_much":
      return { outcome, leftMicros: numberOf(answer["left"]) };
    default:
      throw new TypeError(`adjust_charges answered with the unknown outcome ${String(outcome)}`);
  }
}
