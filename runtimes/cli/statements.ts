import { commandLine } from "../../core/management/audit-entries.ts";
import { createCatalogView } from "../../core/management/catalog-view.ts";
import { statementRows } from "../../core/management/statement-shapes.ts";
import { asCsv } from "../../core/reporting/csv.ts";
import { type Account, parseAccount } from "../../core/settlement/account.ts";
import { closeAccounts } from "../../core/settlement/close-accounts.ts";
import { type ClosingOutcome, closeStatement } from "../../core/settlement/close-statement.ts";
import { monthOf } from "../../core/settlement/period.ts";
import { readStatement, type StatementDocument } from "../../core/settlement/statement.ts";
import { maxBatch } from "../../core/storage/serving-store.ts";
import type { Store } from "../../core/storage/store.ts";
import { alignColumns, type ExitCode, printable, type Terminal } from "./terminal.ts";

export interface CloseOptions {
  readonly timeZone: string;
  readonly account?: string | undefined;
  readonly json: boolean;
}

export interface ShowOptions {
  readonly number?: number | undefined;
  readonly csv: boolean;
  readonly json: boolean;
}

const pieceSize = 50;
const accountAdvice = "Name the account with publisher: and its id, or advertiser: and its name.";

/** Closes a month for one account or for all, and prints a line for each. May be interrupted and repeated. */
export async function closeStatements(
  store: Store,
  terminal: Terminal,
  month: string,
  { timeZone, account: wanted, json }: CloseOptions,
): Promise<ExitCode> {
  const period = monthOf(month, timeZone);
  if (period === undefined) {
    terminal.talk("Write a month from 1970 on, like 2026-11.");
    return 2;
  }
  const only = wanted === undefined ? undefined : parseAccount(wanted);
  if (wanted !== undefined && only === undefined) {
    terminal.talk(accountAdvice);
    return 2;
  }
  const view = await createCatalogView(store)();
  const nameOf = ({ kind, id }: Account): string =>
    kind === "publisher" ? (view.publishers.get(id)?.name ?? id) : id;
  const closing = { period, closedBy: commandLine, now: view.at };
  let code: ExitCode = 0;
  const print = (account: string, outcome: ClosingOutcome): void => {
    if (outcome.outcome === "refused") {
      code = 1;
      terminal.talk(printable(`${account}: ${outcome.detail}`));
    }
    if (json) terminal.data(JSON.stringify({ account, ...outcome }));
    else if ("statement" in outcome)
      terminal.data(alignColumns([summary(outcome.statement, outcome.outcome)]));
  };
  if (only !== undefined && wanted !== undefined) {
    print(wanted, await closeStatement(store, { ...closing, account: only, name: nameOf(only) }));
    return code;
  }
  for (let after: string | undefined | null; after !== null; ) {
    const piece = await closeAccounts(store, closing, nameOf, { after, limit: pieceSize });
    for (const { account, outcome } of piece.accounts) print(account, outcome);
    after = piece.next;
  }
  return code;
}

/** Prints the statements of an account, the last one first. */
export async function listStatements(
  store: Store,
  terminal: Terminal,
  account: string,
  { json }: { readonly json: boolean },
): Promise<ExitCode> {
  if (parseAccount(account) === undefined) {
    terminal.talk(accountAdvice);
    return 2;
  }
  const found = (await store.listStatements({ accounts: [account], limit: maxBatch })).map(readStatement);
  if (json) terminal.data(JSON.stringify(found));
  else if (found.length === 0) terminal.talk("This account has no statements.");
  else terminal.data(alignColumns(found.map((one) => summary(one, ""))));
  return 0;
}

/** Prints one statement, the last one by default. */
export async function showStatement(
  store: Store,
  terminal: Terminal,
  account: string,
  { number, csv, json }: ShowOptions,
): Promise<ExitCode> {
  const before = number === undefined ? undefined : number + 1;
  const [found] = await store.listStatements({ accounts: [account], before, limit: 1 });
  if (found === undefined || (number !== undefined && found.number !== number)) {
    terminal.talk("No such statement: `handbill statements list` shows those of an account.");
    return 1;
  }
  const statement = readStatement(found);
  const rows = statementRows(statement, "operator");
  if (json) terminal.data(JSON.stringify(statement));
  else if (csv) terminal.data(asCsv(rows).trimEnd());
  else terminal.data(alignColumns(rows.map((row) => row.map((cell) => printable(String(cell))))));
  return 0;
}

function summary(
  { account, number, period, timeZone, total }: StatementDocument,
  word: string,
): readonly string[] {
  const figures = [
    `${total.charges} views`,
    `${total.chargedMicros} charged`,
    `${total.adjustedMicros} adjusted`,
  ];
  return [word, String(number), period, timeZone, printable(account), ...figures].filter(
    (cell) => cell !== "",
  );
}
