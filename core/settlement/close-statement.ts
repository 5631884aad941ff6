import type { AuditEntry } from "../storage/audit-store.ts";
import { maxTotals } from "../storage/counts.ts";
import type { ReportStore } from "../storage/report-store.ts";
import { maxBatch, type ServingStore } from "../storage/serving-store.ts";
import type { SettlementStore } from "../storage/settlement-store.ts";
import type { EpochMs } from "../timing/clock.ts";
import { type Account, accountName, ownerFilter } from "./account.ts";
import type { Period } from "./period.ts";
import {
  type Amounts,
  amountsOf,
  combine,
  isNothing,
  maxNamedLines,
  noAmounts,
  readStatement,
  type StatementDocument,
  type StatementLine,
  sumOf,
} from "./statement.ts";

/** The operations of a store that statements need. */
export type StatementStore = Pick<SettlementStore, "addStatement" | "listStatements"> &
  Pick<ReportStore, "readCharges"> &
  Pick<ServingStore, "readCounts">;

/** A period to close for one account. */
export interface Closing {
  readonly account: Account;
  readonly period: Period;
  /** The name of the publisher or advertiser, for readers. */
  readonly name: string;
  /** The actor, as in the audit trail. */
  readonly closedBy: string;
  readonly currency?: string | undefined;
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
 * sum of the ledger, to the micro-unit. Of instances that close at once, one stores its statement, and the others return it.
 */
export async function closeStatement(store: StatementStore, closing: Closing): Promise<ClosingOutcome> {
  const { period, now } = closing;
  const opensAt = period.to + closableAfterMs;
  if (now < opensAt) {
    return {
      outcome: "refused",
      detail: `Close ${period.name} from ${iso(opensAt)} on: it may still change.`,
    };
  }
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
    const statement = await makeStatement(store, closing, earlier);
    if (closing.skipsNothing === true && isNothing(statement.total)) return { outcome: "nothing" };
    const { account, number } = statement;
    const stored = { account, number, document: JSON.stringify(statement) };
    if ((await store.addStatement(stored, closingEntry(statement, closing))) === "added")
      return { outcome: "closed", statement };
  }
  return { outcome: "refused", detail: "Other instances close statements of this account: try again." };
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

async function makeStatement(
  store: StatementStore,
  { account, period, name, closedBy, currency, now }: Closing,
  earlier: readonly StatementDocument[],
): Promise<StatementDocument> {
  const filter = ownerFilter(account);
  const [ever] = await store.readCharges({ from: 0, to: period.to, ...filter, by: [], limit: 1 });
  const before = sumOf(earlier.map(({ total }) => total));
  const total = combine(ever === undefined ? noAmounts : amountsOf(ever), before, -1);
  const lines = await linesOf(store, account, period, total);
  return {
    account: accountName(account),
    number: (earlier[0]?.number ?? 0) + 1,
    name,
    period: period.name,
    timeZone: period.timeZone,
    from: iso(period.from),
    to: iso(period.to),
    closedAt: iso(now),
    closedBy,
    ...(currency !== undefined && { currency }),
    total,
    seen: lines.reduce((sum, { seen }) => sum + seen, 0),
    lines,
  };
}

const hourMs = 3_600_000;

/** The largest platforms or campaigns of the period, one line for the rest, and one for what adds up to the total. */
async function linesOf(
  store: StatementStore,
  account: Account,
  { from, to }: Period,
  total: Amounts,
): Promise<readonly StatementLine[]> {
  const filter = ownerFilter(account);
  const kind = account.kind === "publisher" ? "platform" : "campaign";
  const field = `${kind}Id` as const;
  // Hourly statistics belong to the month in which their hour begins, as in reports.
  const hours = { from: Math.ceil(from / hourMs) * hourMs, to: Math.ceil(to / hourMs) * hourMs };
  const [charges, counts] = await Promise.all([
    store.readCharges({ from, to, ...filter, by: [field], limit: maxTotals }),
    store.readCounts({ ...hours, ...filter, metrics: ["seen"], by: [field], limit: maxTotals }),
  ]);
  const seenOf = new Map(counts.map((count) => [count[field] ?? "", count.n]));
  const all = charges.map((one): StatementLine => {
    const id = one[field] ?? "";
    return { id, kind, seen: seenOf.get(id) ?? 0, ...amountsOf(one) };
  });
  const named = all.slice(0, maxNamedLines);
  const rest = all.slice(maxNamedLines);
  const restSeen = rest.reduce((sum, { seen }) => sum + seen, 0);
  const others: StatementLine = { id: "", kind: "rest", seen: restSeen, ...sumOf(rest) };
  const late: StatementLine = { id: "", kind: "earlier", seen: 0, ...combine(total, sumOf(all), -1) };
  return [...named, ...[others, late].filter((line) => !isNothing(pickAmounts(line)))];
}

function pickAmounts({ id: _, kind: __, seen: ___, ...amounts }: StatementLine): Amounts {
  return amounts;
}

const maxIdCharacters = 128;

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
    entityId: [...statement.account].slice(0, maxIdCharacters).join(""),
    publisherId: account.kind === "publisher" ? account.id : "",
    changes: JSON.stringify(fields.map(([path, to]) => ({ path, to }))),
  };
}

function iso(at: EpochMs): string {
  return new Date(at).toISOString();
}
