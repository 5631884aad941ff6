import type { Delivery } from "../../core/storage/delivery.ts";
import type { CampaignLedger, LedgerAudit } from "../../core/storage/ledger-audit.ts";
import { type Account, type Balance, balanceOf, daysOf, totalOf } from "./accounts.ts";
import { everyDelivery } from "./deliveries.ts";
import type { State } from "./state.ts";

/** What the deliveries say that should be in an account. */
interface Proof {
  readonly total: Balance;
  readonly days: Map<string, Balance>;
  charges: number;
}

export function auditLedger(state: State): LedgerAudit {
  const proofs = new Map<string, Proof>();
  let advertiserMicros = 0;
  let publisherMicros = 0;
  for (const { delivery, hold } of everyDelivery(state.deliveries)) {
    if (delivery.chargedAt !== undefined) {
      advertiserMicros += delivery.priceMicros;
      publisherMicros += delivery.publisherMicros;
      prove(proofs, delivery, "spentMicros");
    } else if (hold === "open") {
      prove(proofs, delivery, "heldMicros");
    }
  }
  return {
    campaigns: [...state.accounts.byId].map(([id, account]) => compare(id, account, proofs.get(id))),
    advertiserMicros,
    publisherMicros,
    operatorMicros: advertiserMicros - publisherMicros,
  };
}

function prove(proofs: Map<string, Proof>, delivery: Delivery, side: keyof Balance): void {
  const proof = proofs.get(delivery.campaignId) ?? { total: zero(), days: new Map(), charges: 0 };
  proofs.set(delivery.campaignId, proof);
  const daily = proof.days.get(delivery.day) ?? zero();
  proof.days.set(delivery.day, daily);
  proof.total[side] += delivery.priceMicros;
  daily[side] += delivery.priceMicros;
  if (side === "spentMicros") proof.charges += 1;
}

function compare(campaignId: string, account: Account, proof: Proof | undefined): CampaignLedger {
  const days = new Set([...daysOf(account), ...(proof?.days.keys() ?? [])]);
  const total = totalOf(account);
  return {
    campaignId,
    spentMicros: total.spentMicros,
    chargedMicros: proof?.total.spentMicros ?? 0,
    heldMicros: total.heldMicros,
    openMicros: proof?.total.heldMicros ?? 0,
    charges: proof?.charges ?? 0,
    daysOutOfBalance: [...days].filter((day) => !equal(balanceOf(account, day), proof?.days.get(day))).sort(),
  };
}

function equal(a: Readonly<Balance>, b: Readonly<Balance> = zero()): boolean {
  return a.spentMicros === b.spentMicros && a.heldMicros === b.heldMicros;
}

function zero(): Balance {
  return { spentMicros: 0, heldMicros: 0 };
}
