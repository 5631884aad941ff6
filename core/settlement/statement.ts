import * as v from "valibot";
import type { Micros } from "../money.ts";
import type { ChargeTotal } from "../storage/report-store.ts";
import type { Statement } from "../storage/settlement-store.ts";

/** The most lines of a statement that name a platform or a campaign. */
export const maxNamedLines = 2_000;

/** Sums of charges and of adjustments. Spent is charged less adjusted, and likewise for the publisher. */
export interface Amounts {
  /** Charged views. */
  readonly charges: number;
  /** What advertisers were charged. */
  readonly chargedMicros: Micros;
  /** The publishers' part of it. */
  readonly chargedPublisherMicros: Micros;
  /** The number of adjustments. */
  readonly adjustments: number;
  /** What was taken back of charges. */
  readonly adjustedMicros: Micros;
  /** The publishers' part of it. */
  readonly adjustedPublisherMicros: Micros;
}

/** One line of a statement. */
export interface StatementLine extends Amounts {
  /** The platform or the campaign; empty for `rest` and `earlier`. */
  readonly id: string;
  /** `rest`: all platforms or campaigns without a line. `earlier`: what committed after an earlier statement was closed. */
  readonly kind: "platform" | "campaign" | "rest" | "earlier";
  /** Confirmed views by the statistics, which are best effort. Charged views are `charges`. */
  readonly seen: number;
}

/** The content of a statement. Instants are ISO 8601. */
export interface StatementDocument {
  /** `publisher:` and the id, or `advertiser:` and the name. */
  readonly account: string;
  /** 1 for the first statement of the account. */
  readonly number: number;
  /** The name of the publisher or advertiser at closing. */
  readonly name: string;
  /** `YYYY-MM`. */
  readonly period: string;
  readonly timeZone: string;
  /** The first instant of the period. */
  readonly from: string;
  /** The first instant after the period. */
  readonly to: string;
  readonly closedAt: string;
  /** The actor, as in the audit trail. */
  readonly closedBy: string;
  /** ISO 4217. */
  readonly currency?: string | undefined;
  readonly total: Amounts;
  /** The sum of `seen` of the lines. */
  readonly seen: number;
  /** They add up to `total`. */
  readonly lines: readonly StatementLine[];
}

const whole = v.pipe(v.number(), v.safeInteger());
const amountEntries = {
  charges: whole,
  chargedMicros: whole,
  chargedPublisherMicros: whole,
  adjustments: whole,
  adjustedMicros: whole,
  adjustedPublisherMicros: whole,
};

/** The schema of a statement's document. */
export const statementSchema: v.GenericSchema<unknown, StatementDocument> = v.strictObject({
  account: v.string(),
  number: whole,
  name: v.string(),
  period: v.string(),
  timeZone: v.string(),
  from: v.pipe(v.string(), v.isoTimestamp()),
  to: v.pipe(v.string(), v.isoTimestamp()),
  closedAt: v.pipe(v.string(), v.isoTimestamp()),
  closedBy: v.string(),
  currency: v.optional(v.string()),
  total: v.strictObject(amountEntries),
  seen: whole,
  lines: v.array(
    v.strictObject({
      id: v.string(),
      kind: v.picklist(["platform", "campaign", "rest", "earlier"]),
      seen: whole,
      ...amountEntries,
    }),
  ),
});

const stored = v.pipe(v.string(), v.parseJson(), statementSchema);

/** Reads a stored statement. Throws if the store returns a document that is none. */
export function readStatement({ document }: Statement): StatementDocument {
  return v.parse(stored, document);
}

export const noAmounts: Amounts = {
  charges: 0,
  chargedMicros: 0,
  chargedPublisherMicros: 0,
  adjustments: 0,
  adjustedMicros: 0,
  adjustedPublisherMicros: 0,
};

/** The amounts of a sum of charges and adjustments, whose own amounts are net. */
export function amountsOf(total: ChargeTotal): Amounts {
  const { charges, adjustments, adjustedMicros, adjustedPublisherMicros } = total;
  return {
    charges,
    chargedMicros: total.spentMicros + adjustedMicros,
    chargedPublisherMicros: total.publisherMicros + adjustedPublisherMicros,
    adjustments,
    adjustedMicros,
    adjustedPublisherMicros,
  };
}

/** `a + sign × b`, amount by amount. */
export function combine(a: Amounts, b: Amounts, sign: 1 | -1 = 1): Amounts {
  return {
    charges: a.charges + sign * b.charges,
    chargedMicros: a.chargedMicros + sign * b.chargedMicros,
    chargedPublisherMicros: a.chargedPublisherMicros + sign * b.chargedPublisherMicros,
    adjustments: a.adjustments + sign * b.adjustments,
    adjustedMicros: a.adjustedMicros + sign * b.adjustedMicros,
    adjustedPublisherMicros: a.adjustedPublisherMicros + sign * b.adjustedPublisherMicros,
  };
}

export function sumOf(all: readonly Amounts[]): Amounts {
  return all.reduce((sum, one) => combine(sum, one), noAmounts);
}

export function isNothing(amounts: Amounts): boolean {
  return Object.values(amounts).every((amount) => amount === 0);
}

/** What an advertiser pays. */
export function spentOf({ chargedMicros, adjustedMicros }: Amounts): Micros {
  return chargedMicros - adjustedMicros;
}

/** What a publisher earns. */
export function earnedOf({ chargedPublisherMicros, adjustedPublisherMicros }: Amounts): Micros {
  return chargedPublisherMicros - adjustedPublisherMicros;
}
