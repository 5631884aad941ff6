import * as v from "valibot";
import type { AuditEntry } from "../storage/audit-store.ts";
import { maxBatch } from "../storage/serving-store.ts";
import type { SettlementStore } from "../storage/settlement-store.ts";
import type { EpochMs } from "../timing/clock.ts";
import { type Account, accountName } from "./account.ts";
import type { Period } from "./period.ts";
import { type AccountFigures, type FigureStore, readFigures } from "./read-figures.ts";
import {
  combine,
  type ExactAmounts,
  type ExactLine,
  isNothing,
  maxNamedLines,
  numbersOf,
  readStatement,
  type StatementDocument,
  type StatementLine,
  statementSchema,
  sumOf,
} from "./statement.ts";

/** The operations of a store that statements need. */
export type StatementStore = Pick<SettlementStore, "addStatement" | "listStatements"> & FigureStore;

/** A period to close for one account. */
export interface Closing {
  readonly account: Account;
  readonly period: Period;
  /** The name of the publisher or advertiser, for readers. */
  readonly name: string;
  /** The actor, as in the audit trail. */
  readonly closedBy: string;
  /** Or its reader, which is called before a statement is stored. */
  readonly currency?: string | (() => Promise<string>) | undefined;
  /** The store's time. */
  readonly now: EpochMs;
  /** Closes nothing when nothing was charged or adjusted since the last statement. */
  readonly skipsNothing?: boolean | undefined;
}

/** The outcome of a closing. `stored`: the account has a statement of this period already, and it is returned. */
export type ClosingOutcome =
  | { readonly outcome: "closed" | "stored"; readonly statement: StatementDocument }
  | { readonly outcome: "nothing" }
  | { readonly outcome: "refused"; readonly detail: string };

/** A period can be closed this long after its end, so that hardly anything commits later. */
export const closableAfterMs = 600_000;

const maxTries = 8;

/**
 * Closes a period. The total of a statement is everything charged and adjusted before the end of the period, less the account's
 * earlier statements. So an amount that commits after a closing falls into the next statement, and the sum of all statements is the
 * sum of the ledger, to the micro-unit. Of instances that close at once, one stores its statement, and the others return it. `read`:
 * figures that were read a moment ago.
 */
export async function closeStatement(
  store: StatementStore,
  closing: Closing,
  read?: AccountFigures,
): Promise<ClosingOutcome> {
  const { account, period } = closing;
  const detail = whyNotYet(closing);
  if (detail !== undefined) return { outcome: "refused", detail };
  for (let tried = 0; tried < maxTries; tried += 1) {
    const earlier = await earlierStatements(store, closing.account);
    const same = earlier.find(
      (one) => one.period === period.name && one.from === iso(period.from) && one.to === iso(period.to),
    );
    if (same !== undefined) return { outcome: "stored", statement: same };
    const [last] = earlier;
    if (last !== undefined && Date.parse(last.to) > period.from) {
      const detail = `Statement ${last.number} ends at ${last.to}: close a period that begins then or later.`;
      return { outcome: "refused", detail };
    }
    // Of a later try the figures are read again: another instance has taken some of them into its statement.
    const figures = (tried === 0 ? read : undefined) ?? (await readFigures(store, account, period));
    const before = sumOf(earlier.map(({ total }) => total));
    const total = combine(figures.ever, before, -1n);
    if (closing.skipsNothing === true && isNothing(total)) return { outcome: "nothing" };
    const currency = typeof closing.currency === "function" ? await closing.currency() : closing.currency;
    const number = (last?.number ?? 0) + 1;
    const statement = makeStatement({ ...closing, currency }, number, total, figures.lines);
    if (!v.is(statementSchema, statement)) return { outcome: "refused", detail: tooLarge(period) };
    const stored = { account: statement.account, number, document: JSON.stringify(statement) };
    if ((await store.addStatement(stored, closingEntry(statement, closing))) === "added")
      return { outcome: "closed", statement };
  }
  return { outcome: "refused", detail: "Other instances close statements of this account: try again." };
}

/** Why a period cannot be closed yet, for readers; `undefined`: it can. */
export function whyNotYet({ period, now }: Pick<Closing, "period" | "now">): string | undefined {
  const opensAt = period.to + closableAfterMs;
  return now < opensAt ? `Close ${period.name} from ${iso(opensAt)} on: it may still change.` : undefined;
}

function tooLarge({ name }: Period): string {
  const most = "9,007,199,254 units, the largest amount of a statement";
  return `The amounts until the end of ${name} that no statement has pass ${most}: bill them from \`handbill report\`.`;
}

/** All statements of an account, the last one first. */
async function earlierStatements(
  store: StatementStore,
  account: Account,
): Promise<readonly StatementDocument[]> {
  const found: StatementDocument[] = [];
  for (let before: number | undefined; ; before = found.at(-1)?.number) {
    const page = await store.listStatements({ accounts: [accountName(account)], before, limit: maxBatch });
    found.push(...page.map(readStatement));
    if (page.length < maxBatch) return found;
  }
}

function makeStatement(
  { account, period, name, closedBy, currency, now }: Closing & { readonly currency: string | undefined },
  number: number,
  total: ExactAmounts,
  all: readonly ExactLine[],
): StatementDocument {
  const lines = linesOf(all, total);
  return {
    account: accountName(account),
    number,
    name,
    period: period.name,
    timeZone: period.timeZone,
    from: iso(period.from),
    to: iso(period.to),
    closedAt: iso(now),
    closedBy,
    ...(currency !== undefined && { currency }),
    total: numbersOf(total),
    seen: lines.reduce((sum, { seen }) => sum + seen, 0),
    lines,
  };
}

/** The largest platforms or campaigns, one line for the rest, and one for what adds up to the total. */
function linesOf(all: readonly ExactLine[], total: ExactAmounts): readonly StatementLine[] {
  const named = all.slice(0, maxNamedLines);
  const rest = all.slice(maxNamedLines);
  const restSeen = rest.reduce((sum, { seen }) => sum + seen, 0);
  const others: ExactLine = { id: "", kind: "rest", seen: restSeen, ...sumOf(rest) };
  const late: ExactLine = { id: "", kind: "earlier", seen: 0, ...combine(total, sumOf(all), -1n) };
  const lines = [...named, ...[others, late].filter((line) => !isNothing(line))];
  return lines.map((line) => ({ id: line.id, kind: line.kind, seen: line.seen, ...numbersOf(line) }));
}

function closingEntry(statement: StatementDocument, { account, closedBy }: Closing): AuditEntry {
  const { number, period, timeZone } = statement;
  const fields = [
    ["number", number],
    ["period", period],
    ["timeZone", timeZone],
  ] as const;
  return {
    actor: closedBy,
    action: "close",
    kind: "statement",
    entityId: statement.account,
    publisherId: account.kind === "publisher" ? account.id : "",
    changes: JSON.stringify(fields.map(([path, to]) => ({ path, to }))),
  };
}

function iso(at: EpochMs): string {
  return new Date(at).toISOString();
}
