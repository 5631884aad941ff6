import type { AdjustmentLedger } from "../../core/billing/adjust-charge.ts";
import type { Adjustment, Charge } from "../../core/storage/settlement-store.ts";

/** The rows of one call of `adjustCharges`, and the rows that it writes. */
export interface LoadedAdjustments extends AdjustmentLedger {
  /** The new adjustments, in the order of their orders. */
  readonly inserted: readonly Adjustment[];
}

/**
 * For adapters that cannot read synchronously: the ledger of one call, over the adjustments and charges of its orders. The adapter
 * reads and locks them first, and writes `inserted` in the same transaction.
 */
export function loadAdjustments(
  adjustments: readonly Adjustment[],
  charges: readonly Charge[],
): LoadedAdjustments {
  const known = new Map(adjustments.map((adjustment) => [adjustment.id, adjustment]));
  const charged = new Map(charges.map((charge) => [charge.deliveryId, charge]));
  const inserted: Adjustment[] = [];
  return {
    inserted,
    findAdjustment: (id) => known.get(id),
    findCharge: (deliveryId) => charged.get(deliveryId),
    insertAdjustment: (adjustment) => {
      const charge = charged.get(adjustment.deliveryId);
      if (charge === undefined) return;
      inserted.push(adjustment);
      known.set(adjustment.id, adjustment);
      charged.set(adjustment.deliveryId, {
        ...charge,
        adjustedMicros: charge.adjustedMicros + adjustment.micros,
        adjustedPublisherMicros: charge.adjustedPublisherMicros + adjustment.publisherMicros,
      });
    },
  };
}
