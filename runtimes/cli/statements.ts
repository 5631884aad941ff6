import { defaultCurrency } from "../../core/currency.ts";
import { commandLine } from "../../core/management/audit-entries.ts";
import { createCatalogView } from "../../core/management/catalog-view.ts";
import { isDeclared, statementRows } from "../../core/management/statement-shapes.ts";
import { createMoneyFormat } from "../../core/money-format.ts";
import { asCsv } from "../../core/reporting/csv.ts";
import { type Account, parseAccount } from "../../core/settlement/account.ts";
import { closeAccounts } from "../../core/settlement/close-accounts.ts";
import { type ClosingOutcome, closeStatement, whyNotYet } from "../../core/settlement/close-statement.ts";
import { monthOf } from "../../core/settlement/period.ts";
import { readStatement, type StatementDocument } from "../../core/settlement/statement.ts";
import { maxBatch } from "../../core/storage/serving-store.ts";
import type { Store } from "../../core/storage/store.ts";
import { currencyToServe, currencyToShow } from "./currency.ts";
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
  await currencyToShow(store);
  const currency = (): Promise<string> => currencyToServe(store, terminal);
  const closing = { period, closedBy: commandLine, now: view.at, currency };
  let code: ExitCode = 0;
  const print = (account: string, outcome: ClosingOutcome): void => {
    if (outcome.outcome === "refused") {
      code = 1;
      terminal.talk(printable(`${account}: ${outcome.detail}`));
    }
    if (json) terminal.data(JSON.stringify({ account, ...outcome }));
    else if ("statement" in outcome)
      terminal.data(alignColumns([summaryOf(outcome.statement, outcome.outcome)]));
  };
  if (only !== undefined && wanted !== undefined) {
    const one = { ...closing, account: only, name: nameOf(only), skipsNothing: !isDeclared(only, view) };
    const outcome = await closeStatement(store, one);
    print(wanted, outcome);
    if (outcome.outcome === "nothing") terminal.talk(noAmount);
    return code;
  }
  const early = whyNotYet(closing);
  if (early !== undefined) {
    terminal.talk(early);
    return 1;
  }
  let isEmpty = true;
  for (let after: string | undefined | null; after !== null; ) {
    const piece = await closeAccounts(store, closing, nameOf, { after, limit: pieceSize });
    for (const { account, outcome } of piece.accounts) {
      isEmpty = false;
      print(account, outcome);
    }
    after = piece.next;
  }
  if (isEmpty) terminal.talk(noAccount(period.name));
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
  else if (found.length === 0) terminal.talk(noStatements);
  else terminal.data(alignColumns(found.map((one) => summaryOf(one, ""))));
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
    terminal.talk(noStatement);
    return 1;
  }
  const statement = readStatement(found);
  const rows = statementRows(statement, "operator");
  if (json) terminal.data(JSON.stringify(statement));
  else if (csv) terminal.data(asCsv(rows).trimEnd());
  else terminal.data(alignColumns(inUnits(rows, statement.currency)));
  return 0;
}

/** The messages of the commands, on a store and on a server. */
export const noStatement = "No such statement: `handbill statements list ACCOUNT` shows those of an account.";
export const noStatements = "This account has no statements.";
export const noAmount = "Nothing was charged or adjusted since the last statement of this account.";
export function noAccount(period: string): string {
  return `No account has a charge before the end of ${period}.`;
}

/** The rows of a statement with amounts in units of the currency, each column with one number of decimals. */
export function inUnits(
  [header = [], ...rows]: readonly (readonly (string | number)[])[],
  currency: string = defaultCurrency,
): readonly (readonly string[])[] {
  const money = createMoneyFormat(currency);
  const writers = header.map((name, column) => {
    if (!String(name).includes("Micros")) return (cell: string | number): string => printable(String(cell));
    const write = money.column(rows.map((row) => Number(row[column])));
    return (cell: string | number): string => write(Number(cell));
  });
  return [
    header.map((name) => String(name).replace("Micros", "")),
    ...rows.map((row) => row.map((cell, column) => writers[column]?.(cell) ?? "")),
  ];
}

function summaryOf({ total, ...statement }: StatementDocument, word: string): readonly string[] {
  return summary({ ...statement, ...total }, word);
}

/** The facts of a statement that its line shows. */
export interface StatementSummary {
  readonly account: string;
  readonly number: number;
  readonly period: string;
  readonly timeZone: string;
  readonly currency?: string | undefined;
  readonly charges: number;
  readonly chargedMicros: number;
  readonly adjustedMicros: number;
}

/** A statement as a row. */
export function summary(statement: StatementSummary, word: string): readonly string[] {
  const { account, number, period, timeZone, currency = defaultCurrency } = statement;
  const { amount } = createMoneyFormat(currency);
  const amounts = [
    `${amount(statement.chargedMicros)} charged`,
    `${amount(statement.adjustedMicros)} adjusted`,
  ];
  return [
    word,
    String(number),
    period,
    timeZone,
    printable(account),
    `${statement.charges} views`,
    ...amounts,
  ].filter((cell) => cell !== "");
}
