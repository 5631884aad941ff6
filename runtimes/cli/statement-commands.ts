import { type Command, InvalidArgumentError, Option } from "commander";
import { addDataOptions, type DataOptions, withData } from "./data-options.ts";
import { parseTimeZone } from "./options.ts";
import { closeOnServer, listOnServer, showOnServer } from "./server/statements.ts";
import { closeStatements, listStatements, type ShowOptions, showStatement } from "./statements.ts";
import { type ExitCode, processTerminal as terminal } from "./terminal.ts";

const accountWords = "`publisher:` and its id, or `advertiser:` and its name";

/** Adds `statements close`, `statements list` and `statements show`. */
export function addStatementCommands(program: Command, finish: (code: ExitCode) => void): void {
  const statements = program
    .command("statements")
    .description("Close months into statements, and read them. A statement never changes.");
  addDataOptions(
    statements
      .command("close")
      .description("Close a month, for all accounts or for one. It may be interrupted and repeated.")
      .argument("<month>", "for example 2026-10"),
  )
    .addOption(
      new Option("--time-zone <name>", "zone of the month, an IANA name")
        .env("HANDBILL_TIME_ZONE")
        .argParser(parseTimeZone)
        .default("UTC"),
    )
    .addOption(new Option("--account <account>", `only this one: ${accountWords}`).env("HANDBILL_ACCOUNT"))
    .action(
      async (month: string, options: DataOptions & { timeZone: string; account?: string; json: boolean }) => {
        finish(
          await withData(
            options,
            (store) => closeStatements(store, terminal, month, options),
            (server) => closeOnServer(server, terminal, month, options),
          ),
        );
      },
    );
  addDataOptions(
    statements
      .command("list")
      .description("List the statements of an account, the last one first.")
      .argument("<account>", accountWords),
  ).action(async (account: string, options: DataOptions & { json: boolean }) => {
    finish(
      await withData(
        options,
        (store) => listStatements(store, terminal, account, options),
        (server) => listOnServer(server, terminal, account, options),
      ),
    );
  });
  addDataOptions(
    statements
      .command("show")
      .description("Print a statement with its lines, the last one by default.")
      .argument("<account>", accountWords),
  )
    .addOption(new Option("--number <number>", "its number").env("HANDBILL_STATEMENT").argParser(parseNumber))
    .addOption(new Option("--csv", "print CSV").env("HANDBILL_CSV").default(false))
    .action(async (account: string, options: DataOptions & ShowOptions) => {
      finish(
        await withData(
          options,
          (store) => showStatement(store, terminal, account, options),
          (server) => showOnServer(server, terminal, account, options),
        ),
      );
    });
}

function parseNumber(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Give the number of a statement, 1 or more.");
}
