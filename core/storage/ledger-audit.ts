import type { Micros } from "../money.ts";
import type { CampaignDay } from "../timing/campaign-day.ts";

/** The balance of all campaigns at one moment. */
export interface LedgerAudit {
  /** The campaigns, in any order. */
  readonly campaigns: readonly CampaignLedger[];
  /** Sums over all charges: advertiserMicros = publisherMicros + operatorMicros. */
  readonly advertiserMicros: Micros;
  /** The publishers' part of all charges. */
  readonly publisherMicros: Micros;
  /** The operator's part of all charges. */
  readonly operatorMicros: Micros;
}

/** In balance: spent = charged and held = open, in total; and so on every day. */
export interface CampaignLedger {
  /** The id of the campaign. */
  readonly campaignId: string;
  /** The spent amount that limits are judged by. */
  readonly spentMicros: Micros;
  /** The sum of the charges. */
  readonly chargedMicros: Micros;
  /** The held amount that limits are judged by. */
  readonly heldMicros: Micros;
  /** The sum of the prices of the open deliveries. */
  readonly openMicros: Micros;
  /** The number of charges. */
  readonly charges: number;
  /** Days on which spent differs from charged, or held from open. */
  readonly daysOutOfBalance: readonly CampaignDay[];
}
