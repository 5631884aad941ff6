import type { Micros } from "../money.ts";
import type { CampaignDay } from "../timing/campaign-day.ts";

/**
 * The balance of all campaigns at one moment. A sum that passes 2^53 − 1 is the nearest number, or the call rejects as `readCharges`
 * does.
 */
export interface LedgerAudit {
  /** The campaigns, in any order. */
  readonly campaigns: readonly CampaignLedger[];
  /** Sums over all charges less their adjustments: advertiserMicros = publisherMicros + operatorMicros. */
  readonly advertiserMicros: Micros;
  /** The publishers' part of it. */
  readonly publisherMicros: Micros;
  /** The operator's part of it. */
  readonly operatorMicros: Micros;
}

/**
 * In balance: used = charged − restored, spent = charged − adjusted, held = open and unproven held = unproven open, in total. On
 * every day used = charged and held = open.
 */
export interface CampaignLedger {
  /** The id of the campaign. */
  readonly campaignId: string;
  /** What the total budget has used, as limits are judged. */
  readonly usedMicros: Micros;
  /** The spent amount, as the campaign says. */
  readonly spentMicros: Micros;
  /** The sum of the charges. */
  readonly chargedMicros: Micros;
  /** The sum of the adjustments. */
  readonly adjustedMicros: Micros;
  /** The sum of the adjustments with `restoresBudget`. */
  readonly restoredMicros: Micros;
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
  /** Days on which used differs from charged, or held from open. */
  readonly daysOutOfBalance: readonly CampaignDay[];
}
