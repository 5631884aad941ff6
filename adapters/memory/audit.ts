import { addBalances, type Balance, zeroBalance } from "../../core/billing/ledger.ts";
import type { Micros } from "../../core/money.ts";
import type { CampaignLedger, LedgerAudit } from "../../core/storage/ledger-audit.ts";
import type { CampaignDay } from "../../core/timing/campaign-day.ts";
import type { MemoryLedger } from "./ledger.ts";

/** The balance of an account as its deliveries prove it. */
interface Proof {
  openMicros: Micros;
  readonly days: Map<CampaignDay, Balance>;
  unprovenMicros: Micros;
  charges: number;
  chargedMicros: bigint;
  adjustedMicros: bigint;
  restoredMicros: bigint;
}

/** Sums every delivery and compares the sums with the accounts. */
export function auditLedger(ledger: MemoryLedger): LedgerAudit {
  const { accounts, adjustments } = ledger;
  const proofs = new Map([...accounts.keys()].map((id) => [id, emptyProof()]));
  let advertiserMicros = 0n;
  let publisherMicros = 0n;
  for (const { delivery, held, unproven } of ledger.everyDelivery()) {
    const { campaignId, day, priceMicros, chargedAt } = delivery;
    const proof = proofs.get(campaignId);
    const isCharged = chargedAt !== undefined;
    if (proof === undefined || !(isCharged || held)) continue;
    const by: Balance = { usedMicros: isCharged ? priceMicros : 0, heldMicros: isCharged ? 0 : priceMicros };
    proof.openMicros += by.heldMicros;
    proof.days.set(day, addBalances(proof.days.get(day) ?? zeroBalance, by));
    if (held && unproven) proof.unprovenMicros += priceMicros;
    if (!isCharged) continue;
    proof.charges += 1;
    proof.chargedMicros += BigInt(priceMicros);
    advertiserMicros += BigInt(priceMicros);
    publisherMicros += BigInt(delivery.publisherMicros);
  }
  for (const { campaignId, micros, restoresBudget, publisherMicros: ofPublisher } of adjustments.values()) {
    const proof = proofs.get(campaignId);
    if (proof === undefined) continue;
    proof.adjustedMicros += BigInt(micros);
    if (restoresBudget) proof.restoredMicros += BigInt(micros);
    advertiserMicros -= BigInt(micros);
    publisherMicros -= BigInt(ofPublisher);
  }
  const campaigns = [...accounts].map(([campaignId, account]): CampaignLedger => {
    const { total, unprovenHeldMicros, waivedMicros, latest, earlier } = account;
    const { charges, ...proven } = proofs.get(campaignId) ?? emptyProof();
    return {
      campaignId,
      usedMicros: total.usedMicros,
      spentMicros: total.usedMicros - waivedMicros,
      chargedMicros: Number(proven.chargedMicros),
      adjustedMicros: Number(proven.adjustedMicros),
      restoredMicros: Number(proven.restoredMicros),
      heldMicros: total.heldMicros,
      openMicros: proven.openMicros,
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
  return {
    campaigns,
    advertiserMicros: Number(advertiserMicros),
    publisherMicros: Number(publisherMicros),
    operatorMicros: Number(advertiserMicros - publisherMicros),
  };
}

function emptyProof(): Proof {
  return {
    openMicros: 0,
    days: new Map(),
    unprovenMicros: 0,
    charges: 0,
    chargedMicros: 0n,
    adjustedMicros: 0n,
    restoredMicros: 0n,
  };
}

function isEqual(a: Balance = zeroBalance, b: Balance = zeroBalance): boolean {
  return a.usedMicros === b.usedMicros && a.heldMicros === b.heldMicros;
}
