import { maxTotals } from "../storage/counts.ts";
import type { EpochMs } from "../timing/clock.ts";
import { type Account, accountName, parseAccount } from "./account.ts";
import { type Closing, type ClosingOutcome, closeStatement, type StatementStore } from "./close-statement.ts";

/** One piece of closing a period for all accounts. */
export interface ClosingPiece {
  /** The accounts of this piece with their outcomes, in the order of their names. */
  readonly accounts: readonly { readonly account: string; readonly outcome: ClosingOutcome }[];
  /** The last account of the piece, for the next one. Null: all accounts are done. */
  readonly next: string | null;
}

/** The accounts with any charge or adjustment before an instant, in the order of their names. */
export async function accountsBefore(
  store: Pick<StatementStore, "readCharges">,
  to: EpochMs,
): Promise<readonly Account[]> {
  const query = { from: 0, to, limit: maxTotals };
  const [publishers, advertisers] = await Promise.all([
    store.readCharges({ ...query, by: ["publisherId"] }),
    store.readCharges({ ...query, by: ["advertiser"] }),
  ]);
  const names = [
    ...publishers.map(({ publisherId = "" }) => accountName({ kind: "publisher", id: publisherId })),
    ...advertisers.map(({ advertiser = "" }) => accountName({ kind: "advertiser", id: advertiser })),
  ];
  return names.sort().flatMap((name) => parseAccount(name) ?? []);
}

/**
 * Closes a period for the accounts after `after`, at most `limit` of them. It may be interrupted and repeated at any piece: a closed
 * account returns its stored statement.
 */
export async function closeAccounts(
  store: StatementStore,
  closing: Omit<Closing, "account" | "name" | "skipsNothing">,
  nameOf: (account: Account) => string,
  { after, limit }: { readonly after?: string | undefined; readonly limit: number },
): Promise<ClosingPiece> {
  const all = await accountsBefore(store, closing.period.to);
  const following = all.filter((account) => after === undefined || accountName(account) > after);
  const accounts: { account: string; outcome: ClosingOutcome }[] = [];
  for (const account of following.slice(0, limit)) {
    const one = { ...closing, account, name: nameOf(account), skipsNothing: true };
    accounts.push({ account: accountName(account), outcome: await closeStatement(store, one) });
  }
  return { accounts, next: following.length > limit ? (accounts.at(-1)?.account ?? null) : null };
}
