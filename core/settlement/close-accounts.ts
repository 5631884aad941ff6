import { isOutage } from "../outage.ts";
import { maxTotals } from "../storage/counts.ts";
import { type Account, accountName, parseAccount } from "./account.ts";
import { type Closing, type ClosingOutcome, closeStatement, type StatementStore } from "./close-statement.ts";
import type { Period } from "./period.ts";
import { type AccountFigures, readAllFigures } from "./read-figures.ts";
import { readSums } from "./read-sums.ts";

/** One piece of closing a period for all accounts. */
export interface ClosingPiece {
  /** The accounts of this piece with their outcomes, in the order of their names. */
  readonly accounts: readonly { readonly account: string; readonly outcome: ClosingOutcome }[];
  /** The last account of the piece, for the next one. Null: all accounts are done. */
  readonly next: string | null;
}

/**
 * Closes a period for the accounts after `after`, at most `limit` of them. It may be interrupted and repeated at any piece: a closed
 * account returns its stored statement. The store adds up the figures of all accounts at once. An account with a fault is refused, and
 * the others are closed; an outage of the store rejects.
 */
export async function closeAccounts(
  store: StatementStore,
  closing: Omit<Closing, "account" | "name" | "skipsNothing">,
  nameOf: (account: Account) => string,
  { after, limit }: { readonly after?: string | undefined; readonly limit: number },
): Promise<ClosingPiece> {
  const figures = new Map<string, AccountFigures | undefined>();
  for (const kind of ["publisher", "advertiser"] as const) {
    const { ids, all } = await accountsOf(store, kind, closing.period);
    for (const id of ids) figures.set(accountName({ kind, id }), all?.get(id));
  }
  const following = [...figures.keys()].sort().filter((name) => after === undefined || name > after);
  const accounts: { account: string; outcome: ClosingOutcome }[] = [];
  for (const name of following.slice(0, limit)) {
    const account = parseAccount(name);
    if (account === undefined) continue;
    const one = { ...closing, account, name: nameOf(account), skipsNothing: true };
    accounts.push({ account: name, outcome: await closeOne(store, one, figures.get(name)) });
  }
  return { accounts, next: following.length > limit ? (accounts.at(-1)?.account ?? null) : null };
}

/** A fault of one account, such as a statement that cannot be read, must not keep the others from their statements. */
async function closeOne(
  store: StatementStore,
  closing: Closing,
  figures: AccountFigures | undefined,
): Promise<ClosingOutcome> {
  try {
    return await closeStatement(store, closing, figures);
  } catch (error) {
    if (isOutage(error)) throw error;
    return { outcome: "refused", detail: error instanceof Error ? error.message : String(error) };
  }
}

/** The accounts of a kind with any charge before the end of the period, and their figures if one read returns them all. */
async function accountsOf(
  store: StatementStore,
  kind: Account["kind"],
  period: Period,
): Promise<{
  readonly ids: Iterable<string>;
  readonly all: ReadonlyMap<string, AccountFigures> | undefined;
}> {
  const all = await readAllFigures(store, kind, period);
  if (all !== undefined) return { ids: all.keys(), all };
  const field = kind === "publisher" ? "publisherId" : "advertiser";
  const owners = await readSums(store, { from: 0, to: period.to, by: [field], limit: maxTotals });
  return { ids: owners.map((owner) => owner[field] ?? ""), all };
}
