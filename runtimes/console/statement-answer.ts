import * as v from "valibot";
import type { StatementDocument } from "../../core/settlement/statement.ts";
import { type ReportRow, row } from "./report-answer.ts";
import type { Figure } from "./report-columns.ts";
import { localOf } from "./times.ts";

/** A statement without its lines, as the API shows it to a role. */
export interface StatementHead extends Omit<StatementDocument, "total" | "lines" | "closedBy" | "currency"> {
  readonly id: string;
  /** Only for the operator. */
  readonly closedBy?: string | undefined;
  readonly total: ReportRow;
}

export interface WholeStatement extends StatementHead {
  readonly lines: readonly ReportRow[];
}

const entries = {
  id: v.string(),
  account: v.string(),
  number: v.number(),
  name: v.string(),
  period: v.string(),
  timeZone: v.string(),
  from: v.string(),
  to: v.string(),
  closedAt: v.string(),
  closedBy: v.optional(v.string()),
  total: row,
  seen: v.number(),
};
export const statementHead: v.GenericSchema<unknown, StatementHead> = v.object(entries);
export const wholeStatement: v.GenericSchema<unknown, WholeStatement> = v.object({
  ...entries,
  lines: v.array(row),
});

const counts: readonly Figure[] = [
  ["seen", "Views", "count"],
  ["charges", "Charged views", "count"],
  ["adjustments", "Adjustments", "count"],
];
const spend: readonly Figure[] = [
  ["chargedMicros", "Charged", "amounts"],
  ["adjustedMicros", "Adjusted", "amounts"],
  ["spentMicros", "Net spend", "amounts"],
];
const earnings: readonly Figure[] = [
  ["chargedEarningsMicros", "Share of charges", "amounts"],
  ["adjustedEarningsMicros", "Share of adjustments", "amounts"],
  ["earningsMicros", "Net earnings", "amounts"],
];

/** All figures; a role sees some of them. */
export const statementFigures: readonly Figure[] = [
  ...counts,
  ...spend,
  ...earnings,
  ["operatorMicros", "Operator's share", "amounts"],
];

/** The figures that the account itself sees. */
export function figuresFor({ account }: StatementHead): readonly Figure[] {
  return [...counts, ...(isOfPublisher(account) ? earnings : spend)];
}

export function isOfPublisher(account: string): boolean {
  return account.startsWith("publisher:");
}

export function totalOf({ total, seen }: StatementHead): ReportRow {
  return { ...total, seen };
}

/** The first and the last day of the period, in its zone. */
export function daysOf({ from, to, timeZone }: StatementHead): string {
  const dayOf = (at: number): string => localOf(new Date(at).toISOString(), timeZone).slice(0, 10);
  return `${dayOf(Date.parse(from))} to ${dayOf(Date.parse(to) - 1)}, days of ${timeZone}`;
}
