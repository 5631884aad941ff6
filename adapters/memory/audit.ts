import { addBalances, type Balance, zeroBalance } from "../../core/billing/ledger.ts";
import type { Micros } from "../../core/money.ts";
import type { CampaignLedger, LedgerAudit } from "../../core/storage/ledger-audit.ts";
import type { CampaignDay } from "../../core/timing/campaign-day.ts";
import type { MemoryLedger } from "./ledger.ts";

/** The balance of an account as its deliveries prove it. */
interface Proof {
  total: Balance;
  readonly days: Map<CampaignDay, Balance>;
  unprovenMicros: Micros;
  charges: number;
  adjustedMicros: Micros;
  restoredMicros: Micros;
}

/** Sums every delivery and compares the sums with the accounts. */
export function auditLedger(ledger: MemoryLedger): LedgerAudit {
  const { accounts, adjustments } = ledger;
  const proofs = new Map([...accounts.keys()].map((id) => [id, emptyProof()]));
  let advertiserMicros = 0;
  let publisherMicros = 0;
  for (const { delivery, held, unproven } of ledger.everyDelivery()) {
    const { campaignId, day, priceMicros, chargedAt } = delivery;
    const proof = proofs.get(campaignId);
    const isCharged = chargedAt !== undefined;
    if (proof === undefined || !(isCharged || held)) continue;
    const by: Balance = { usedMicros: isCharged ? priceMicros : 0, heldMicros: isCharged ? 0 : priceMicros };
    proof.total = addBalances(proof.total, by);
    proof.days.set(day, addBalances(proof.days.get(day) ?? zeroBalance, by));
    if (held && unproven) proof.unprovenMicros += priceMicros;
    if (!isCharged) continue;
    proof.charges += 1;
    advertiserMicros += priceMicros;
    publisherMicros += delivery.publisherMicros;
  }
  for (const { campaignId, micros, restoresBudget, publisherMicros: ofPublisher } of adjustments.values()) {
    const proof = proofs.get(campaignId);
    if (proof === undefined) continue;
    proof.adjustedMicros += micros;
    if (restoresBudget) proof.restoredMicros += micros;
    advertiserMicros -= micros;
    publisherMicros -= ofPublisher;
  }
  const campaigns = [...accounts].map(([campaignId, account]): CampaignLedger => {
    const { total, unprovenHeldMicros, waivedMicros, latest, earlier } = account;
    const { charges, ...proven } = proofs.get(campaignId) ?? emptyProof();
    return {
      campaignId,
      usedMicros: total.usedMicros,
      spentMicros: total.usedMicros - waivedMicros,
      chargedMicros: proven.total.usedMicros,
      adjustedMicros: proven.adjustedMicros,
      restoredMicros: proven.restoredMicros,
      heldMicros: total.heldMicros,
      openMicros: proven.total.heldMicros,
      unprovenHeldMicros,
      unprovenOpenMicros: proven.unprovenMicros,
      charges,
      daysOutOfBalance: [
        ...new Set([...earlier.map(({ day }) => day), latest?.day ?? "", ...proven.days.keys()]),
      ]
        .filter((day) => !isEqual(ledger.dayOf(campaignId, day), proven.days.get(day)))
        .sort(),
    };
  });
  return { campaigns, advertiserMicros, publisherMicros, operatorMicros: advertiserMicros - publisherMicros };
}

function emptyProof(): Proof {
  return {
    total: zeroBalance,
    days: new Map(),
    unprovenMicros: 0,
    charges: 0,
    adjustedMicros: 0,
    restoredMicros: 0,
  };
}

function isEqual(a: Balance = zeroBalance, b: Balance = zeroBalance): boolean {
  return a.usedMicros === b.usedMicros && a.heldMicros === b.heldMicros;
}
