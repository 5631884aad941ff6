import type { CampaignLedger, LedgerAudit } from "../../core/storage/ledger-audit.ts";
import type { CampaignDay } from "../../core/timing/campaign-day.ts";

/** Sums of a campaign's day. `day` is empty for the account itself and its adjustments, which have no charges or open deliveries. */
export interface LedgerLine {
  readonly campaignId: string;
  readonly day: CampaignDay;
  /** Used and held as the account says. */
  readonly usedMicros: number;
  readonly heldMicros: number;
  /** Of the account. */
  readonly unprovenHeldMicros: number;
  readonly waivedMicros: number;
  /** Summed from the charges. */
  readonly chargedMicros: number;
  readonly publisherMicros: number;
  readonly charges: number;
  /** Summed from the adjustments. */
  readonly adjustedMicros: number;
  readonly restoredMicros: number;
  readonly adjustedPublisherMicros: number;
  /** Summed from the deliveries that hold their price. */
  readonly openMicros: number;
  readonly unprovenOpenMicros: number;
}

type Sum = "chargedMicros" | "adjustedMicros" | "restoredMicros";
type Proof = {
  -readonly [Field in keyof CampaignLedger]: Field extends Sum ? bigint : CampaignLedger[Field];
} & {
  readonly daysOutOfBalance: string[];
};

/** Compares accounts with charges and open deliveries, which an adapter has summed from their own rows. */
export function ledgerAuditOf(lines: Iterable<LedgerLine>): LedgerAudit {
  const proofs = new Map<string, Proof>();
  let [advertiserMicros, publisherMicros] = [0n, 0n];
  for (const line of lines) {
    const proof = proofs.get(line.campaignId) ?? emptyProof(line.campaignId);
    proofs.set(line.campaignId, proof);
    advertiserMicros += BigInt(line.chargedMicros) - BigInt(line.adjustedMicros);
    publisherMicros += BigInt(line.publisherMicros) - BigInt(line.adjustedPublisherMicros);
    proof.chargedMicros += BigInt(line.chargedMicros);
    proof.openMicros += line.openMicros;
    proof.unprovenOpenMicros += line.unprovenOpenMicros;
    proof.charges += line.charges;
    proof.adjustedMicros += BigInt(line.adjustedMicros);
    proof.restoredMicros += BigInt(line.restoredMicros);
    if (line.day === "") {
      proof.usedMicros = line.usedMicros;
      proof.spentMicros = line.usedMicros - line.waivedMicros;
      proof.heldMicros = line.heldMicros;
      proof.unprovenHeldMicros = line.unprovenHeldMicros;
    } else if (line.usedMicros !== line.chargedMicros || line.heldMicros !== line.openMicros) {
      proof.daysOutOfBalance.push(line.day);
    }
  }
  const campaigns = [...proofs.values()].map((proof) => ({
    ...proof,
    chargedMicros: Number(proof.chargedMicros),
    adjustedMicros: Number(proof.adjustedMicros),
    restoredMicros: Number(proof.restoredMicros),
  }));
  return {
    campaigns,
    advertiserMicros: Number(advertiserMicros),
    publisherMicros: Number(publisherMicros),
    operatorMicros: Number(advertiserMicros - publisherMicros),
  };
}

function emptyProof(campaignId: string): Proof {
  const account = { usedMicros: 0, spentMicros: 0, heldMicros: 0, unprovenHeldMicros: 0 };
  const charged = { chargedMicros: 0n, charges: 0, adjustedMicros: 0n, restoredMicros: 0n };
  return { campaignId, ...account, ...charged, openMicros: 0, unprovenOpenMicros: 0, daysOutOfBalance: [] };
}
