import type { Micros } from "../money.ts";
import type { CampaignDay } from "../timing/campaign-day.ts";

export interface LedgerAudit {
  readonly campaigns: readonly CampaignLedger[];
  /** Sums over all charges: advertiserMicros = publisherMicros + operatorMicros. */
  readonly advertiserMicros: Micros;
  readonly publisherMicros: Micros;
  readonly operatorMicros: Micros;
}

/** In balance: spent = charged and held = open, in total; and so on every day. */
export interface CampaignLedger {
  readonly campaignId: string;
  readonly spentMicros: Micros;
  readonly chargedMicros: Micros;
  readonly heldMicros: Micros;
  readonly openMicros: Micros;
  readonly charges: number;
  /** Days on which spent differs from charged, or held from open. */
  readonly daysOutOfBalance: readonly CampaignDay[];
}
