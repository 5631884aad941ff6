import process from "node:process";
import { Command, CommanderError, Option } from "commander";
import { isOutage } from "../../core/outage.ts";
import type { KeyMode } from "../../core/signing/api-key.ts";
import { environment } from "../node/environment.ts";
import { addAdjustCommand } from "./adjust-command.ts";
import { applyDocument, readDocument } from "./apply.ts";
import { printConsoleLink } from "./console-link.ts";
import { help } from "./help.ts";
import { InvalidSetting } from "./invalid-setting.ts";
import { isOn } from "./is-on.ts";
import { createKey, listKeys, revokeKey } from "./keys.ts";
import { migrateSchema } from "./migrate.ts";
import {
  baseUrlOption,
  jsonOption,
  parseAdvertiser,
  parseDay,
  parseInstant,
  parseKeyId,
  parseLabel,
  parsePort,
  planOption,
  publisherOption,
} from "./options.ts";
import { printQuality, type QualityOptions } from "./quality.ts";
import { addReviewCommands } from "./review-commands.ts";
import { printSecret, rotationHelp } from "./secret.ts";
import { isProduction, startServer } from "./start.ts";
import { addStatementCommands } from "./statement-commands.ts";
import {
  dataOption,
  type StoreLocationOptions,
  storeLocationOf,
  storeOption,
  withStore,
} from "./store-location.ts";
import { type ExitCode, printable, processTerminal as terminal } from "./terminal.ts";
import { type ForgetOptions, forgetUser } from "./user.ts";

/** A catalogue of 100,000 campaigns is one statement, which takes a server several seconds. */
const applyTimeoutMs = 60_000;

/** Runs one command line and returns its exit code. */
export async function run(argv: readonly string[]): Promise<ExitCode> {
  const ending: { code: ExitCode } = { code: 0 };
  const program = createProgram((code) => {
    ending.code = code;
  });
  dropEmptyVariables(program);
  try {
    await program.parseAsync([...argv]);
    return ending.code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (error instanceof InvalidSetting) {
      terminal.talk(error.message);
      return 2;
    }
    terminal.talk(explain(error));
    return 1;
  }
}

function createProgram(finish: (code: ExitCode) => void): Command {
  const program = new Command("handbill")
    .description("An ad server: one fetch handler, your database, billed once when seen.")
    .exitOverride()
    .showHelpAfterError("Add --help to list the commands and options.")
    .addHelpText("after", help);

  program
    .command("start")
    .description("Serve. On an empty embedded directory this installs a demo and prints how to try it.")
    .addOption(
      new Option("--port <number>", "port to listen on").env("PORT").argParser(parsePort).default(8787),
    )
    .addOption(
      new Option("--host <address>", "address to listen on").env("HANDBILL_HOST").default("127.0.0.1"),
    )
    .addOption(baseUrlOption())
    .addOption(storeOption())
    .addOption(dataOption())
    .addOption(jsonOption())
    .action(
      async (
        options: StoreLocationOptions & { port: number; host: string; baseUrl?: string; json: boolean },
      ) => {
        const { port, host, baseUrl, json } = options;
        finish(
          await startServer(storeLocationOf(options), terminal, {
            port,
            host,
            baseUrl,
            json,
            production: isProduction(),
          }),
        );
      },
    );

  program
    .command("migrate")
    .description("Bring the schema of the database up to date.")
    .addOption(planOption())
    .addOption(storeOption())
    .addOption(dataOption())
    .addOption(jsonOption())
    .action(async (options: StoreLocationOptions & { plan: boolean; json: boolean }) => {
      finish(await migrateSchema(storeLocationOf(options), terminal, options));
    });

  program
    .command("apply")
    .description("Apply a JSON document to the stored catalogue, completely or not at all.")
    .argument("<file>", "the document, or - for stdin; its schema is handbill/catalog.schema.json")
    .addOption(planOption())
    .addOption(
      new Option("--prune", "remove objects that the document omits").env("HANDBILL_PRUNE").default(false),
    )
    .addOption(storeOption())
    .addOption(dataOption())
    .addOption(jsonOption())
    .action(
      async (
        file: string,
        options: StoreLocationOptions & { plan: boolean; prune: boolean; json: boolean },
      ) => {
        const document = await readDocument(file);
        if (!document.ok) {
          if (options.json) {
            const issues = [{ path: "", message: document.message }];
            terminal.data(JSON.stringify({ outcome: "invalid", issues, omitted: 0 }));
          }
          terminal.talk(printable(document.message));
          return finish(2);
        }
        const allowLocalUrls = isOn("HANDBILL_LOCAL_URLS", false);
        finish(
          await withStore(
            storeLocationOf(options),
            (store) => applyDocument(store, terminal, document.value, { ...options, allowLocalUrls }),
            { callTimeoutMs: applyTimeoutMs },
          ),
        );
      },
    );

  const key = program.command("key").description("Create, list and revoke the API keys of publishers.");
  key
    .command("create")
    .description("Create a key and show it once.")
    .addOption(publisherOption("the owner of the key (default: the only publisher)"))
    .addOption(
      new Option(
        "--mode <mode>",
        "live keys are billed, test keys get test ads, manage keys open the publisher's settings",
      )
        .env("HANDBILL_KEY_MODE")
        .choices(["live", "test", "manage"])
        .default("live"),
    )
    .addOption(
      new Option("--label <text>", "your name for the key")
        .env("HANDBILL_KEY_LABEL")
        .argParser(parseLabel)
        .default(""),
    )
    .addOption(storeOption())
    .addOption(dataOption())
    .addOption(jsonOption())
    .action(async (options: CreateOptions) => {
      finish(await withStore(storeLocationOf(options), (store) => createKey(store, terminal, options)));
    });
  key
    .command("list")
    .description("List all keys, including revoked ones, without their secrets.")
    .addOption(publisherOption("only the keys of this publisher"))
    .addOption(storeOption())
    .addOption(dataOption())
    .addOption(jsonOption())
    .action(async (options: StoreLocationOptions & { publisher?: string; json: boolean }) => {
      finish(await withStore(storeLocationOf(options), (store) => listKeys(store, terminal, options)));
    });
  key
    .command("revoke")
    .description("Revoke a key now, or at a later instant as an overlap for rotation.")
    .argument("<id>", "the 8 characters after hb_live_, hb_test_ or hb_manage_", parseKeyId)
    .addOption(
      new Option("--at <instant>", "ISO 8601 with offset (default: now)")
        .env("HANDBILL_KEY_REVOKE_AT")
        .argParser(parseInstant),
    )
    .addOption(storeOption())
    .addOption(dataOption())
    .addOption(jsonOption())
    .action(async (id: string, options: StoreLocationOptions & { at?: number; json: boolean }) => {
      finish(await withStore(storeLocationOf(options), (store) => revokeKey(store, terminal, id, options)));
    });

  program
    .command("quality")
    .description("Show the quality of the traffic by platform and key, and what stands out.")
    .addOption(
      new Option("--from <day>", "first day, in UTC (default: 7 days in all)")
        .env("HANDBILL_FROM")
        .argParser(parseDay),
    )
    .addOption(
      new Option("--to <day>", "last day, in UTC (default: today)").env("HANDBILL_TO").argParser(parseDay),
    )
    .addOption(storeOption())
    .addOption(dataOption())
    .addOption(jsonOption())
    .action(async (options: StoreLocationOptions & QualityOptions) => {
      finish(await withStore(storeLocationOf(options), (store) => printQuality(store, terminal, options)));
    });

  addAdjustCommand(program, finish);

  addStatementCommands(program, finish);
  addReviewCommands(program, finish);

  const user = program.command("user").description("Manage the data stored about a user.");
  user
    .command("forget")
    .description("Delete all deliveries of one identity on one platform, and print their number.")
    .addOption(
      new Option("--platform <id>", "platform of the identity")
        .env("HANDBILL_PLATFORM")
        .makeOptionMandatory(),
    )
    .addOption(new Option("--visitor <id>", "its visitor_id"))
    .addOption(new Option("--stable <id>", "its stable_user_id"))
    .addOption(new Option("--messenger <id>", "its user_id in the messenger"))
    .addOption(storeOption())
    .addOption(dataOption())
    .addOption(jsonOption())
    .action(async (options: ForgetOptions & { data: string }) => {
      finish(
        await withStore(storeLocationOf(options), (store) =>
          forgetUser(store, terminal, environment, options),
        ),
      );
    });

  const console = program.command("console").description("Open the console, the web pages at /console.");
  console
    .command("link")
    .description("Print a link that opens the console once, for the operator or an advertiser.")
    .addOption(
      new Option("--advertiser <name>", "the advertiser that the link signs in (default: the operator)")
        .env("HANDBILL_ADVERTISER")
        .argParser(parseAdvertiser),
    )
    .addOption(baseUrlOption())
    .addOption(jsonOption())
    .action((options: { advertiser?: string; baseUrl?: string; json: boolean }) =>
      finish(printConsoleLink(terminal, options)),
    );

  program
    .command("secret")
    .description("Create a signing secret.")
    .addHelpText("after", `\n${rotationHelp}`)
    .addOption(jsonOption())
    .action((options: { json: boolean }) => finish(printSecret(terminal, options)));

  return program;
}

interface CreateOptions extends StoreLocationOptions {
  readonly publisher?: string;
  readonly mode: KeyMode;
  readonly label: string;
  readonly json: boolean;
}

// commander 15 reads an empty variable as a value, and `HANDBILL_PRUNE=0` as a yes.
function dropEmptyVariables(command: Command): void {
  for (const option of command.options) {
    if (option.envVar === undefined) continue;
    const value = (process.env[option.envVar] ?? "").trim();
    if (value === "" || (option.isBoolean() && /^(0|false|no|off)$/i.test(value)))
      delete process.env[option.envVar];
  }
  for (const subcommand of command.commands) dropEmptyVariables(subcommand);
}

/** Expected errors say what to do. Any other error is a bug, so its stack is printed. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const expected =
    isOutage(error) || ["DirectoryInUse", "DirectoryUnusable"].includes(error.name) || "code" in error;
  return expected || error.message.includes("npm install") ? error.message : (error.stack ?? error.message);
}
