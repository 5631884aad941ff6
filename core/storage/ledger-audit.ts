import type { Micros } from "../money.ts";
import type { CampaignDay } from "../timing/campaign-day.ts";

export interface LedgerAudit {
  readonly campaigns: readonly CampaignLedger[];
  /** Sums over all charges: advertiserMicros = publisherMicros + operatorMicros. */
  readonly advertiserMicros: Micros;
  readonly publisherMicros: Micros;
  readonly operatorMicros: Micros;
}

/** In balance: spent = charged, held = open and unproven held = unproven open, in total; spent and held on every day, too. */
export interface CampaignLedger {
  readonly campaignId: string;
  readonly spentMicros: Micros;
  readonly chargedMicros: Micros;
  readonly heldMicros: Micros;
  readonly openMicros: Micros;
  /** The part of `heldMicros` that orders with `unprovenShareBps` hold, as the campaign says … */
  readonly unprovenHeldMicros: Micros;
  /** … and as the sum of these open holds. */
  readonly unprovenOpenMicros: Micros;
  readonly charges: number;
  /** Days on which spent differs from charged, or held from open. */
  readonly daysOutOfBalance: readonly CampaignDay[];
}
