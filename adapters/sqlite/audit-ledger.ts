import type { LedgerAudit } from "../../core/storage/ledger-audit.ts";
import { ledgerAuditOf } from "../kit/ledger-audit.ts";
import type { Database } from "./database.ts";
import { integerOf, textOf } from "./row.ts";

/** Accounts, which have an empty day; their days; charges and open deliveries, from their own rows. Reads every charge. */
const ledgerLines = `SELECT campaign_id, day, sum(spent) AS spent, sum(held) AS held, sum(unproven_held) AS unproven_held,
    sum(charged) AS charged, sum(publisher) AS publisher, sum(charges) AS charges, sum(open) AS open,
    sum(unproven_open) AS unproven_open
  FROM (
    SELECT id AS campaign_id, '' AS day, spent, held, unproven_held, 0 AS charged, 0 AS publisher, 0 AS charges, 0 AS open,
      0 AS unproven_open FROM campaigns
    UNION ALL SELECT campaign_id, day, spent, held, 0, 0, 0, 0, 0, 0 FROM campaign_days
    UNION ALL SELECT campaign_id, day, 0, 0, 0, price, publisher_part, 1, 0, 0 FROM charges
    UNION ALL SELECT campaign_id, day, 0, 0, 0, 0, 0, 0, price, unproven * price FROM deliveries WHERE held = 1)
  GROUP BY campaign_id, day ORDER BY campaign_id, day`;

export function auditLedger(db: Database): LedgerAudit {
  return ledgerAuditOf(
    db.all(ledgerLines).map((row) => ({
      campaignId: textOf(row, "campaign_id"),
      day: textOf(row, "day"),
      spentMicros: integerOf(row, "spent"),
      heldMicros: integerOf(row, "held"),
      unprovenHeldMicros: integerOf(row, "unproven_held"),
      chargedMicros: integerOf(row, "charged"),
      publisherMicros: integerOf(row, "publisher"),
      charges: integerOf(row, "charges"),
      openMicros: integerOf(row, "open"),
      unprovenOpenMicros: integerOf(row, "unproven_open"),
    })),
  );
}
