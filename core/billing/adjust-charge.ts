import { publisherPart } from "../money.ts";
import type { Adjustment, AdjustmentOrder, AdjustmentOutcome, Charge } from "../storage/settlement-store.ts";
import type { EpochMs } from "../timing/clock.ts";

/**
 * The state that `SettlementStore.adjustCharges` reads and changes. The caller makes one call atomic, and every read sees the writes
 * before it, as with `Ledger`.
 */
export interface AdjustmentLedger {
  /** The adjustment with this id. */
  readonly findAdjustment: (id: string) => Adjustment | undefined;
  /** The charge with the sums of its adjustments. */
  readonly findCharge: (deliveryId: string) => Charge | undefined;
  /**
   * Stores an adjustment, adds it to the sums of its charge, and lowers what the campaign's total budget has used if it restores
   * the budget. Otherwise adds it to the campaign's waived amount.
   */
  readonly insertAdjustment: (adjustment: Adjustment) => void;
}

/** `SettlementStore.adjustCharges`: judges orders "in array order, each order seeing what the ones before it took". */
export function adjustCharges(
  ledger: AdjustmentLedger,
  orders: readonly AdjustmentOrder[],
  now: EpochMs,
): readonly AdjustmentOutcome[] {
  return orders.map((order) => adjustCharge(ledger, order, now));
}

/** "Judged in this order: `duplicate`, `unknown`, `too_much`, `adjusted`. The first three change nothing." */
function adjustCharge(ledger: AdjustmentLedger, order: AdjustmentOrder, now: EpochMs): AdjustmentOutcome {
  const known = ledger.findAdjustment(order.id);
  if (known !== undefined) return { outcome: "duplicate", adjustment: known };
  const charge = ledger.findCharge(order.deliveryId);
  if (charge === undefined) return { outcome: "unknown" };
  const leftMicros = charge.priceMicros - charge.adjustedMicros;
  const micros = order.micros ?? leftMicros;
  if (micros === 0 || micros > leftMicros) return { outcome: "too_much", leftMicros };
  const adjustment = adjustmentOf(charge, order, micros, now);
  ledger.insertAdjustment(adjustment);
  return { outcome: "adjusted", adjustment };
}

function adjustmentOf(charge: Charge, order: AdjustmentOrder, micros: number, at: EpochMs): Adjustment {
  const { deliveryId, publisherId, platformId, apiKeyId, advertiser, campaignId } = charge;
  const { id, restoresBudget, reason, actor } = order;
  const adjustedMicros = charge.adjustedMicros + micros;
  const publisherMicros =
    publisherPart(adjustedMicros, charge.publisherMicros, charge.priceMicros) -
    charge.adjustedPublisherMicros;
  return {
    id,
    at,
    micros,
    publisherMicros,
    restoresBudget,
    reason,
    actor,
    deliveryId,
    publisherId,
    platformId,
    apiKeyId,
    advertiser,
    campaignId,
  };
}
