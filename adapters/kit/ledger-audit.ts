import type { CampaignLedger, LedgerAudit } from "../../core/storage/ledger-audit.ts";
import type { CampaignDay } from "../../core/timing/campaign-day.ts";

/** Sums of a campaign's day. `day` is empty for the account itself, which has no charges and no open deliveries. */
export interface LedgerLine {
  readonly campaignId: string;
  readonly day: CampaignDay;
  /** Spent and held as the account says. */
  readonly spentMicros: number;
  readonly heldMicros: number;
  /** Of the account. */
  readonly unprovenHeldMicros: number;
  /** Summed from the charges. */
  readonly chargedMicros: number;
  readonly publisherMicros: number;
  readonly charges: number;
  /** Summed from the deliveries that hold their price. */
  readonly openMicros: number;
  readonly unprovenOpenMicros: number;
}

type Proof = { -readonly [Field in keyof CampaignLedger]: CampaignLedger[Field] } & {
  readonly daysOutOfBalance: string[];
};

/** Compares accounts with charges and open deliveries, which an adapter has summed from their own rows. */
export function ledgerAuditOf(lines: Iterable<LedgerLine>): LedgerAudit {
  const proofs = new Map<string, Proof>();
  let [advertiserMicros, publisherMicros] = [0, 0];
  for (const line of lines) {
    const proof = proofs.get(line.campaignId) ?? emptyProof(line.campaignId);
    proofs.set(line.campaignId, proof);
    advertiserMicros += line.chargedMicros;
    publisherMicros += line.publisherMicros;
    proof.chargedMicros += line.chargedMicros;
    proof.openMicros += line.openMicros;
    proof.unprovenOpenMicros += line.unprovenOpenMicros;
    proof.charges += line.charges;
    if (line.day === "") {
      proof.spentMicros = line.spentMicros;
      proof.heldMicros = line.heldMicros;
      proof.unprovenHeldMicros = line.unprovenHeldMicros;
    } else if (line.spentMicros !== line.chargedMicros || line.heldMicros !== line.openMicros) {
      proof.daysOutOfBalance.push(line.day);
    }
  }
  const operatorMicros = advertiserMicros - publisherMicros;
  return { campaigns: [...proofs.values()], advertiserMicros, publisherMicros, operatorMicros };
}

function emptyProof(campaignId: string): Proof {
  const account = { spentMicros: 0, heldMicros: 0, unprovenHeldMicros: 0 };
  const summed = { chargedMicros: 0, openMicros: 0, unprovenOpenMicros: 0, charges: 0 };
  return { campaignId, ...account, ...summed, daysOutOfBalance: [] };
}
