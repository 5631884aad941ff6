import * as v from "valibot";
import type { Micros } from "../money.ts";
import type { ChargeTotal } from "../storage/report-store.ts";
import type { Statement } from "../storage/settlement-store.ts";

/** The most lines of a statement that name a platform or a campaign. */
export const maxNamedLines = 2_000;

/** Sums of charges and of adjustments. Spent is charged less adjusted, also for the publisher. */
export interface Amounts {
  /** Charged views. */
  readonly charges: number;
  /** What advertisers were charged. */
  readonly chargedMicros: Micros;
  /** The publishers' part of it. */
  readonly chargedPublisherMicros: Micros;
  /** The number of adjustments. */
  readonly adjustments: number;
  /** The adjustments of charges. */
  readonly adjustedMicros: Micros;
  /** The publishers' part of it. */
  readonly adjustedPublisherMicros: Micros;
}

/** The same sums over any time. They may pass what a number holds exactly. */
export type ExactAmounts = { readonly [Name in keyof Amounts]: bigint };

/** A line before its amounts are known to be numbers. */
export type ExactLine = Omit<StatementLine, keyof Amounts> & ExactAmounts;

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
export function readStatement({ account, number, document }: Statement): StatementDocument {
  const read = v.safeParse(stored, document);
  if (read.success) return read.output;
  throw new Error(`Statement ${number} of ${account} cannot be read: restore it from a backup of the store.`);
}

export const noAmounts: ExactAmounts = {
  charges: 0n,
  chargedMicros: 0n,
  chargedPublisherMicros: 0n,
  adjustments: 0n,
  adjustedMicros: 0n,
  adjustedPublisherMicros: 0n,
};

/** The amounts of a sum of charges and adjustments, whose own amounts are net. */
export function amountsOf(total: ChargeTotal): ExactAmounts {
  const { charges, adjustments, adjustedMicros, adjustedPublisherMicros } = total;
  return {
    charges: BigInt(charges),
    chargedMicros: BigInt(total.spentMicros) + BigInt(adjustedMicros),
    chargedPublisherMicros: BigInt(total.publisherMicros) + BigInt(adjustedPublisherMicros),
    adjustments: BigInt(adjustments),
    adjustedMicros: BigInt(adjustedMicros),
    adjustedPublisherMicros: BigInt(adjustedPublisherMicros),
  };
}

/** Amounts as numbers, which are no safe integers if they are too large for a statement. */
export function numbersOf(amounts: ExactAmounts): Amounts {
  return mapAmounts(amounts, Number);
}

/** `a + sign × b`, amount by amount. */
export function combine(a: ExactAmounts, b: Amounts | ExactAmounts, sign: 1n | -1n = 1n): ExactAmounts {
  return mapAmounts(a, (amount, name) => amount + sign * BigInt(b[name]));
}

export function sumOf(all: readonly (Amounts | ExactAmounts)[]): ExactAmounts {
  return all.reduce((sum: ExactAmounts, one) => combine(sum, one), noAmounts);
}

export function isNothing(amounts: ExactAmounts): boolean {
  return Object.values(numbersOf(amounts)).every((amount) => amount === 0);
}

function mapAmounts<From, To>(
  amounts: { readonly [Name in keyof Amounts]: From },
  map: (amount: From, name: keyof Amounts) => To,
): { readonly [Name in keyof Amounts]: To } {
  return {
    charges: map(amounts.charges, "charges"),
    chargedMicros: map(amounts.chargedMicros, "chargedMicros"),
    chargedPublisherMicros: map(amounts.chargedPublisherMicros, "chargedPublisherMicros"),
    adjustments: map(amounts.adjustments, "adjustments"),
    adjustedMicros: map(amounts.adjustedMicros, "adjustedMicros"),
    adjustedPublisherMicros: map(amounts.adjustedPublisherMicros, "adjustedPublisherMicros"),
  };
}

/** What an advertiser pays. */
export function spentOf({ chargedMicros, adjustedMicros }: Amounts): Micros {
  return chargedMicros - adjustedMicros;
}

/** What a publisher earns. */
export function earnedOf({ chargedPublisherMicros, adjustedPublisherMicros }: Amounts): Micros {
  return chargedPublisherMicros - adjustedPublisherMicros;
}
