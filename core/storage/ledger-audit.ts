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

/** In balance: spent = charged, held = open and unproven held = unproven open, in total; spent and held on every day, too. */
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
  /** The part of `heldMicros` that orders with `unprovenShareBps` hold, as the campaign says … */
  readonly unprovenHeldMicros: Micros;
  /** … and as the sum of these open holds. */
  readonly unprovenOpenMicros: Micros;
  /** The number of charges. */
  readonly charges: number;
  /** Days on which spent differs from charged, or held from open. */
  readonly daysOutOfBalance: readonly CampaignDay[];
}
