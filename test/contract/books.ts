import { expect } from "vitest";
import type { LedgerAudit } from "../../core/storage/ledger-audit.ts";
import type { Target } from "./target.ts";

/** Charges and money of one campaign, or of all. */
export interface Books {
  readonly charges: number;
  readonly spentMicros: number;
}

export async function booksOf(target: Target): Promise<Books> {
  const audit = await target.audit();
  expectBalanced(audit);
  return {
    charges: audit.campaigns.reduce((sum, { charges }) => sum + charges, 0),
    spentMicros: audit.campaigns.reduce((sum, { usedMicros: spentMicros }) => sum + spentMicros, 0),
  };
}

/** How many charges, and how much money, something moves. */
export async function chargedBy(target: Target, action: () => Promise<unknown>): Promise<Books> {
  const before = await booksOf(target);
  await action();
  const after = await booksOf(target);
  return { charges: after.charges - before.charges, spentMicros: after.spentMicros - before.spentMicros };
}

/** Spent = charged and held = open, in every campaign on every day; debit = credit + operator's part. */
export function expectBalanced(audit: LedgerAudit): void {
  for (const campaign of audit.campaigns) {
    expect(campaign.usedMicros).toBe(campaign.chargedMicros);
    expect(campaign.heldMicros).toBe(campaign.openMicros);
    expect(campaign.daysOutOfBalance).toEqual([]);
  }
  expect(audit.advertiserMicros).toBe(audit.publisherMicros + audit.operatorMicros);
}
