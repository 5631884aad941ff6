import * as v from "valibot";
import type { LedgerAudit } from "../../core/storage/ledger-audit.ts";

const micros = v.pipe(v.number(), v.safeInteger());
/** The books of a target, as JSON. */
export const auditShape: v.GenericSchema<unknown, LedgerAudit> = v.object({
  campaigns: v.array(
    v.object({
      campaignId: v.string(),
      usedMicros: micros,
      spentMicros: micros,
      chargedMicros: micros,
      adjustedMicros: micros,
      restoredMicros: micros,
      heldMicros: micros,
      openMicros: micros,
      unprovenHeldMicros: micros,
      unprovenOpenMicros: micros,
      charges: v.number(),
      daysOutOfBalance: v.array(v.string()),
    }),
  ),
  advertiserMicros: micros,
  publisherMicros: micros,
  operatorMicros: micros,
});
