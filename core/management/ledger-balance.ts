import * as v from "valibot";
import type { CampaignLedger, LedgerAudit } from "../storage/ledger-audit.ts";
import type { EpochMs } from "../timing/clock.ts";

/** An amount of a campaign that differs from what the ledger says. */
export interface LedgerDifference {
  /** The campaign. */
  readonly campaignId: string;
  /** The amount, such as `spentMicros`; `days`: the amounts of the named days. */
  readonly field: "usedMicros" | "spentMicros" | "heldMicros" | "unprovenHeldMicros" | "days";
  /** The amount that the campaign has. Null for `days`. */
  readonly storedMicros: number | null;
  /** The sum of charges, adjustments or open deliveries. Null for `days`. */
  readonly ledgerMicros: number | null;
  /** Days out of balance. Empty for amounts. */
  readonly days: readonly string[];
}

/** Whether the ledger balances. */
export interface LedgerBalance {
  /** The time of the audit, by the store's clock, in ISO 8601. */
  readonly at: string;
  /** Whether no amount differs. */
  readonly isBalanced: boolean;
  /** The number of campaigns. */
  readonly campaigns: number;
  /** The number of charges. */
  readonly charges: number;
  /** What advertisers pay: charges less adjustments. It is the sum of the next two. Sums beyond 2^53 − 1 are the nearest numbers. */
  readonly advertiserMicros: number;
  /** The publishers' part of it. */
  readonly publisherMicros: number;
  /** The operator's part of it. */
  readonly operatorMicros: number;
  /** What campaigns hold for ads that nobody has seen yet. */
  readonly heldMicros: number;
  /** At most 100 differences. */
  readonly differences: readonly LedgerDifference[];
  /** The number of the others. */
  readonly omitted: number;
}

const maxListed = 100;
const whole = v.pipe(v.number(), v.safeInteger());
/** Beyond 2^53 − 1 it is the nearest number. */
const sum = v.pipe(v.number(), v.integer());

/** The schema of {@link LedgerBalance}. */
export const ledgerBalance: v.GenericSchema<unknown, LedgerBalance> = v.pipe(
  v.strictObject({
    at: v.pipe(v.string(), v.isoTimestamp()),
    isBalanced: v.boolean(),
    campaigns: whole,
    charges: whole,
    advertiserMicros: v.pipe(sum, v.description("Charges less adjustments: the sum of the next two.")),
    publisherMicros: sum,
    operatorMicros: sum,
    heldMicros: v.pipe(sum, v.description("Held for ads that nobody has seen yet.")),
    differences: v.array(
      v.pipe(
        v.strictObject({
          campaignId: v.string(),
          field: v.picklist(["usedMicros", "spentMicros", "heldMicros", "unprovenHeldMicros", "days"]),
          storedMicros: v.pipe(v.nullable(whole), v.description("The amount that the campaign has.")),
          ledgerMicros: v.pipe(v.nullable(sum), v.description("The sum of its charges or open deliveries.")),
          days: v.array(v.string()),
        }),
        v.title("LedgerDifference"),
      ),
    ),
    omitted: whole,
  }),
  v.title("LedgerBalance"),
);

/** Judges an audit by the rule of `LedgerAudit`. */
export function balanceOf(audit: LedgerAudit, at: EpochMs): LedgerBalance {
  const { campaigns, advertiserMicros, publisherMicros, operatorMicros } = audit;
  const differences = campaigns.flatMap(differencesOf);
  return {
    at: new Date(at).toISOString(),
    isBalanced: differences.length === 0 && isSum(advertiserMicros, publisherMicros, operatorMicros),
    campaigns: campaigns.length,
    charges: campaigns.reduce((sum, { charges }) => sum + charges, 0),
    advertiserMicros,
    publisherMicros,
    operatorMicros,
    heldMicros: campaigns.reduce((sum, { heldMicros }) => sum + heldMicros, 0),
    differences: differences.slice(0, maxListed),
    omitted: Math.max(0, differences.length - maxListed),
  };
}

/** The amounts of a campaign that differ from what the ledger says. */
function differencesOf(ledger: CampaignLedger): readonly LedgerDifference[] {
  const { campaignId, chargedMicros, adjustedMicros, restoredMicros, daysOutOfBalance } = ledger;
  const amounts = [
    ["usedMicros", ledger.usedMicros, chargedMicros, restoredMicros],
    ["spentMicros", ledger.spentMicros, chargedMicros, adjustedMicros],
    ["heldMicros", ledger.heldMicros, ledger.openMicros, 0],
    ["unprovenHeldMicros", ledger.unprovenHeldMicros, ledger.unprovenOpenMicros, 0],
  ] as const;
  const off = amounts.flatMap(([field, storedMicros, added, taken]) =>
    isSum(added, storedMicros, taken)
      ? []
      : [{ campaignId, field, storedMicros, ledgerMicros: added - taken, days: [] }],
  );
  if (daysOutOfBalance.length === 0) return off;
  const days = { field: "days", storedMicros: null, ledgerMicros: null, days: daysOutOfBalance } as const;
  return [...off, { campaignId, ...days }];
}

/** Whether a sum has these parts. Those beyond 2^53 − 1 are the nearest numbers, and may differ by the two roundings. */
function isSum(sum: number, one: number, other: number): boolean {
  if ([sum, one, other].every(Number.isSafeInteger)) return sum === one + other;
  const largest = Math.max(...[sum, one, other].map(Math.abs));
  return Math.abs(sum - one - other) <= 2 * Number.EPSILON * largest;
}
