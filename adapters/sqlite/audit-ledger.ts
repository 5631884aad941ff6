import type { CampaignLedger, LedgerAudit } from "../../core/storage/ledger-audit.ts";
import type { Database } from "./database.ts";
import { integerOf, type Row, textOf } from "./row.ts";

const sums = `SELECT ifnull(sum(price), 0) AS advertiser, ifnull(sum(publisher_part), 0) AS publisher FROM charges`;

/** For each campaign and day what the account says, what was charged and what open deliveries hold. */
const perDay = `SELECT campaign_id, day, sum(spent) AS spent, sum(held) AS held, sum(charged) AS charged,
    sum(charges) AS charges, sum(open) AS open, sum(unproven_open) AS unproven_open
  FROM (
    SELECT campaign_id, day, spent, held, 0 AS charged, 0 AS charges, 0 AS open, 0 AS unproven_open FROM campaign_days
    UNION ALL SELECT campaign_id, day, 0, 0, price, 1, 0, 0 FROM charges
    UNION ALL SELECT campaign_id, day, 0, 0, 0, 0, price, unproven * price FROM deliveries WHERE held = 1)
  GROUP BY campaign_id, day ORDER BY campaign_id, day`;

interface Proof {
  chargedMicros: number;
  openMicros: number;
  unprovenOpenMicros: number;
  charges: number;
  readonly daysOutOfBalance: string[];
}

/** Compares accounts with charges and open deliveries, which are summed from their own rows. Reads every charge there is. */
export function auditLedger(db: Database): LedgerAudit {
  const total = db.get(sums);
  const advertiserMicros = integerOf(total, "advertiser");
  const publisherMicros = integerOf(total, "publisher");
  const proofs = new Map<string, Proof>();
  for (const row of db.all(perDay)) prove(proofs, row);
  const accounts = new Map(
    db.all("SELECT id, spent, held, unproven_held FROM campaigns").map((row) => [textOf(row, "id"), row]),
  );
  const ids = [...new Set([...accounts.keys(), ...proofs.keys()])].sort();
  return {
    campaigns: ids.map((id) => compare(id, accounts.get(id), proofs.get(id))),
    advertiserMicros,
    publisherMicros,
    operatorMicros: advertiserMicros - publisherMicros,
  };
}

function prove(proofs: Map<string, Proof>, row: Row): void {
  const id = textOf(row, "campaign_id");
  const proof = proofs.get(id) ?? emptyProof();
  proofs.set(id, proof);
  proof.chargedMicros += integerOf(row, "charged");
  proof.openMicros += integerOf(row, "open");
  proof.unprovenOpenMicros += integerOf(row, "unproven_open");
  proof.charges += integerOf(row, "charges");
  const isBalanced =
    integerOf(row, "spent") === integerOf(row, "charged") &&
    integerOf(row, "held") === integerOf(row, "open");
  if (!isBalanced) proof.daysOutOfBalance.push(textOf(row, "day"));
}

function compare(campaignId: string, account: Row | undefined, proof = emptyProof()): CampaignLedger {
  return {
    campaignId,
    spentMicros: account === undefined ? 0 : integerOf(account, "spent"),
    heldMicros: account === undefined ? 0 : integerOf(account, "held"),
    unprovenHeldMicros: account === undefined ? 0 : integerOf(account, "unproven_held"),
    ...proof,
  };
}

function emptyProof(): Proof {
  return { chargedMicros: 0, openMicros: 0, unprovenOpenMicros: 0, charges: 0, daysOutOfBalance: [] };
}
