import { type Command, InvalidArgumentError, Option } from "commander";
import { jsonOption } from "./options.ts";
import { closeStatements, listStatements, type ShowOptions, showStatement } from "./statements.ts";
import {
  dataOption,
  type StoreLocationOptions,
  storeLocationOf,
  storeOption,
  withStore,
} from "./store-location.ts";
import { type ExitCode, processTerminal as terminal } from "./terminal.ts";

const accountWords = "`publisher:` and its id, or `advertiser:` and its name";

/** Adds `statements close`, `statements list` and `statements show`. */
export function addStatementCommands(program: Command, finish: (code: ExitCode) => void): void {
  const statements = program
    .command("statements")
    .description("Close months into statements, and read them. A statement never changes.");
  withStoreOptions(
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
    .addOption(new Option("--account <account>", `only this one: ${accountWords}`))
    .action(
      async (
        month: string,
        options: StoreLocationOptions & { timeZone: string; account?: string; json: boolean },
      ) => {
        finish(
          await withStore(storeLocationOf(options), (store) =>
            closeStatements(store, terminal, month, options),
          ),
        );
      },
    );
  withStoreOptions(
    statements
      .command("list")
      .description("List the statements of an account, the last one first.")
      .argument("<account>", accountWords),
  ).action(async (account: string, options: StoreLocationOptions & { json: boolean }) => {
    finish(
      await withStore(storeLocationOf(options), (store) => listStatements(store, terminal, account, options)),
    );
  });
  withStoreOptions(
    statements
      .command("show")
      .description("Print a statement with its lines, the last one by default.")
      .argument("<account>", accountWords),
  )
    .addOption(new Option("--number <number>", "its number").argParser(parseNumber))
    .addOption(new Option("--csv", "print CSV").default(false))
    .action(async (account: string, options: StoreLocationOptions & ShowOptions) => {
      finish(
        await withStore(storeLocationOf(options), (store) =>
          showStatement(store, terminal, account, options),
        ),
      );
    });
}

function withStoreOptions(command: Command): Command {
  return command.addOption(storeOption()).addOption(dataOption()).addOption(jsonOption());
}

function parseTimeZone(text: string): string {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: text }) && text;
  } catch {
    throw new InvalidArgumentError("Give an IANA name, like Europe/Berlin.");
  }
}

function parseNumber(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Give the number of a statement, 1 or more.");
}
