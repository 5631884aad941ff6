import { defaultCurrency } from "../../core/currency.ts";
import { createCatalogView } from "../../core/management/catalog-view.ts";
import { storedCurrency } from "../../core/management/currency.ts";
import { balanceOf, type LedgerBalance, ledgerBalance } from "../../core/management/ledger-balance.ts";
import { createMoneyFormat } from "../../core/money-format.ts";
import type { Store } from "../../core/storage/store.ts";
import { count } from "./change-lines.ts";
import { currencyOf, type Server } from "./server/connect.ts";
import { alignColumns, type ExitCode, painted, printable, type Terminal } from "./terminal.ts";

/** A balance with the currency of its amounts. */
export interface FoundBalance {
  readonly balance: LedgerBalance;
  readonly currency: string;
}

export async function auditStore(store: Store): Promise<FoundBalance> {
  const { at } = await createCatalogView(store)();
  const read = await storedCurrency(store, undefined, false);
  const currency = (read.ok ? read.currency : undefined) ?? defaultCurrency;
  return { balance: balanceOf(await store.auditLedger(), at), currency };
}

export async function auditServer(server: Server): Promise<FoundBalance> {
  const balance = await server.call(ledgerBalance, "GET", "/ledger/audit");
  return { balance, currency: await currencyOf(server) };
}

/** Prints the sums of the ledger and what differs. Exit code 1: it is out of balance. */
export function printAudit(
  { balance, currency }: FoundBalance,
  terminal: Terminal,
  { json }: { readonly json: boolean },
): ExitCode {
  const { isBalanced, differences, omitted } = balance;
  if (json) terminal.data(JSON.stringify({ ...balance, currency }));
  else {
    const { advertiserMicros, publisherMicros, operatorMicros } = balance;
    const write = createMoneyFormat(currency).column([advertiserMicros, publisherMicros, operatorMicros]);
    terminal.data(
      alignColumns([
        ["charges", String(balance.charges)],
        [`advertisers pay (${currency})`, write(advertiserMicros)],
        ["publishers earn", write(publisherMicros)],
        ["operator keeps", write(operatorMicros)],
        [
          "balance",
          isBalanced ? painted(terminal, "green", "ok") : painted(terminal, "red", "out of balance"),
        ],
      ]),
    );
    for (const { campaignId, field, storedMicros, ledgerMicros, days } of differences) {
      const what =
        field === "days"
          ? `the days ${days.join(", ")} differ`
          : `${field} is ${storedMicros}, the ledger says ${ledgerMicros}`;
      terminal.data(printable(`campaign ${campaignId}: ${what}`));
    }
  }
  if (omitted > 0) terminal.talk(`${count(omitted, "more difference")} not listed.`);
  if (!isBalanced) {
    terminal.talk(
      "Keep a copy of the database, and report what you see: Handbill writes both sides in one step.",
    );
  }
  return isBalanced ? 0 : 1;
}
