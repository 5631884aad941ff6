import { type Command, Option } from "commander";
import { addDataOptions, type DataOptions, withData } from "./data-options.ts";
import { parseAdvertiser, parseDay, parseTimeZone, publisherOption } from "./options.ts";
import { printReport, type ReportOptions, reportOfServer, reportOfStore } from "./report.ts";
import { type ExitCode, processTerminal as terminal } from "./terminal.ts";

/** Adds `report`. */
export function addReportCommand(program: Command, finish: (code: ExitCode) => void): void {
  const report = program
    .command("report")
    .description("Show requests, views, clicks and money of a period, by the dimensions of the API.")
    .addOption(
      new Option("--by <dimensions>", "such as day, campaign, platform, placement, separated by commas")
        .env("HANDBILL_REPORT_BY")
        .default("day"),
    )
    .addOption(
      new Option("--from <day>", "first day (default: 7 days in all)")
        .env("HANDBILL_FROM")
        .argParser(parseDay),
    )
    .addOption(new Option("--to <day>", "last day (default: today)").env("HANDBILL_TO").argParser(parseDay))
    .addOption(
      new Option("--time-zone <name>", "zone of the days, an IANA name")
        .env("HANDBILL_TIME_ZONE")
        .argParser(parseTimeZone)
        .default("UTC"),
    )
    .addOption(publisherOption("only of this publisher"))
    .addOption(new Option("--platform <id>", "only of this platform").env("HANDBILL_PLATFORM"))
    .addOption(
      new Option("--advertiser <name>", "only of this advertiser")
        .env("HANDBILL_ADVERTISER")
        .argParser(parseAdvertiser),
    )
    .addOption(new Option("--campaign <id>", "only of this campaign").env("HANDBILL_CAMPAIGN"))
    .addOption(new Option("--csv", "print CSV, with all figures").env("HANDBILL_CSV").default(false));
  addDataOptions(report).action(async (options: DataOptions & ReportOptions) => {
    finish(
      await withData(
        options,
        async (store) => printReport(await reportOfStore(store, options), terminal, options),
        async (server) => printReport(await reportOfServer(server, options), terminal, options),
      ),
    );
  });
}
