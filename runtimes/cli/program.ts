import process from "node:process";
import { Command, CommanderError, Option } from "commander";
import { isOutage } from "../../core/outage.ts";
import { addAdjustCommand } from "./adjust-command.ts";
import { addAuditCommand } from "./audit-command.ts";
import { addCatalogCommands } from "./catalog-commands.ts";
import { printConsoleLink, printServerLink } from "./console-link.ts";
import { addServerOptions, serverOf } from "./data-options.ts";
import { help } from "./help.ts";
import { InvalidSetting } from "./invalid-setting.ts";
import { printIssues } from "./issues.ts";
import { addKeyCommands } from "./key-commands.ts";
import { migrateSchema } from "./migrate.ts";
import { baseUrlOption, jsonOption, parseAdvertiser, parsePort, planOption } from "./options.ts";
import { addQualityCommand } from "./quality-command.ts";
import { addReportCommand } from "./report-command.ts";
import { addReviewCommands } from "./review-commands.ts";
import { printSecret, rotationHelp } from "./secret.ts";
import { ServerRefused } from "./server/connect.ts";
import { type StartTerminal, startTerminal } from "./start-terminal.ts";
import { addStatementCommands } from "./statement-commands.ts";
import { dataOption, type StoreLocationOptions, storeLocationOf, storeOption } from "./store-location.ts";
import { type ExitCode, printable, processTerminal as terminal } from "./terminal.ts";
import { unknownVariables } from "./unknown-variables.ts";
import { addUserCommands } from "./user-commands.ts";
import { packageVersion } from "./version.ts";

/** Runs one command line and returns its exit code. */
export async function run(argv: readonly string[]): Promise<ExitCode> {
  const ending: { code: ExitCode } = { code: 0 };
  const [, , command] = argv;
  const server = startTerminal(terminal, command === "start" && writesJson(argv));
  const program = createProgram((code) => {
    ending.code = code;
  }, server);
  // Among the findings of `doctor` they have a line each.
  if (command !== "doctor") unknownVariables().forEach(server.warn);
  dropEmptyVariables(program);
  try {
    await program.parseAsync([...argv]);
    return ending.code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (error instanceof InvalidSetting) {
      server.fault(error.message);
      return 2;
    }
    if (error instanceof ServerRefused) {
      if (error.errors.length > 0) printIssues(terminal, error.errors, 0);
      else terminal.talk(printable(error.message));
      return error.exitCode;
    }
    server.failed(explain(error));
    return 1;
  }
}

/** Whether a program reads the messages of `start`. Known before the command line is parsed, which may fail. */
function writesJson(argv: readonly string[]): boolean {
  const isWanted = argv.includes("--json") || !isNo((process.env["HANDBILL_JSON"] ?? "").trim());
  return terminal.isInteractive !== true || isWanted;
}

function createProgram(finish: (code: ExitCode) => void, server: StartTerminal): Command {
  const program = new Command("handbill")
    .description("An ad server: one fetch handler, your database, billed once when seen.")
    .version(packageVersion(), "--version", "print the version")
    // `review approve` has an option --version of its own.
    .enablePositionalOptions()
    .exitOverride()
    .showHelpAfterError("Add --help to list the commands and options.")
    .addHelpText("after", help);

  const start = program.command("start");
  if (server.writesJson) {
    start.configureOutput({
      outputError: (text) => server.fault(text.trim().replace(/^error: /, "")),
      writeErr: (text) => server.talk(text.trim()),
    });
  }
  start
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
    .action(async (options: StoreLocationOptions & { port: number; host: string; baseUrl?: string }) => {
      const { port, host, baseUrl } = options;
      // The server is most of the sources: no other command loads it.
      const { isProduction, startServer } = await import("./start.ts");
      finish(
        await startServer(storeLocationOf(options), server, {
          port,
          host,
          baseUrl,
          production: isProduction(),
        }),
      );
    });

  program
    .command("doctor")
    .description(
      "Check settings, store, schema, clocks, limiter, sites, campaigns and topics. Exit code 1: something fails.",
    )
    .addOption(baseUrlOption())
    .addOption(storeOption())
    .addOption(dataOption())
    .addOption(jsonOption())
    .action(async (options: StoreLocationOptions & { baseUrl?: string; json: boolean }) => {
      const { examine } = await import("./doctor/doctor.ts");
      const production = process.env["NODE_ENV"] === "production";
      finish(await examine(storeLocationOf(options), terminal, { ...options, production }));
    });

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

  addCatalogCommands(program, finish);

  addKeyCommands(program, finish);
  addReportCommand(program, finish);
  addQualityCommand(program, finish);
  addAuditCommand(program, finish);
  addAdjustCommand(program, finish);
  addStatementCommands(program, finish);
  addReviewCommands(program, finish);

  addUserCommands(program, finish);

  const console = program.command("console").description("Open the console, the web pages at /console.");
  addServerOptions(
    console
      .command("link")
      .description("Print a link that opens the console once, for the operator or an advertiser.")
      .addOption(
        new Option("--advertiser <name>", "the advertiser that the link signs in (default: the operator)")
          .env("HANDBILL_ADVERTISER")
          .argParser(parseAdvertiser),
      )
      .addOption(baseUrlOption())
      .addOption(jsonOption()),
  ).action(
    async (options: {
      advertiser?: string;
      baseUrl?: string;
      json: boolean;
      server?: string;
      token?: string;
    }) => {
      const server = serverOf(options);
      finish(
        server === undefined
          ? printConsoleLink(terminal, options)
          : await printServerLink(server, terminal, options),
      );
    },
  );

  program
    .command("secret")
    .description("Create a signing secret.")
    .addHelpText("after", `\n${rotationHelp}`)
    .addOption(jsonOption())
    .action((options: { json: boolean }) => finish(printSecret(terminal, options)));

  program
    .command("sensitive-subjects")
    .description("Print the shipped patterns of the sensitive subjects, to edit; or those that a text has.")
    .argument("[text]", "a text to try the patterns in force on")
    .addOption(jsonOption())
    .action(async (text: string | undefined, options: { json: boolean }) => {
      const { printSensitiveSubjects } = await import("./sensitive-subjects.ts");
      finish(await printSensitiveSubjects(terminal, text, options));
    });

  return program;
}

// commander 15 reads an empty variable as a value, and `HANDBILL_PRUNE=0` as a yes.
function dropEmptyVariables(command: Command): void {
  for (const option of command.options) {
    if (option.envVar === undefined) continue;
    const value = (process.env[option.envVar] ?? "").trim();
    if (value === "" || (option.isBoolean() && isNo(value))) delete process.env[option.envVar];
  }
  for (const subcommand of command.commands) dropEmptyVariables(subcommand);
}

function isNo(value: string): boolean {
  return /^(0|false|no|off)?$/i.test(value);
}

/** Expected errors say what to do. Any other error is a bug, so its stack is printed. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const expected =
    isOutage(error) ||
    ["StoreInUse", "StoreMissing", "DirectoryInUse", "DirectoryUnusable"].includes(error.name) ||
    "code" in error;
  return expected || error.message.includes("npm install") ? error.message : (error.stack ?? error.message);
}
