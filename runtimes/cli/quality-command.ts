import { type Command, Option } from "commander";
import { addDataOptions, type DataOptions, withData } from "./data-options.ts";
import { parseDay } from "./options.ts";
import { printQuality, type QualityOptions, qualityOfServer, qualityOfStore } from "./quality.ts";
import { type ExitCode, processTerminal as terminal } from "./terminal.ts";

/** Adds `quality`. */
export function addQualityCommand(program: Command, finish: (code: ExitCode) => void): void {
  addDataOptions(
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
      ),
  ).action(async (options: DataOptions & QualityOptions) => {
    finish(
      await withData(
        options,
        async (store) => printQuality(await qualityOfStore(store, options), terminal, options),
        async (server) => printQuality(await qualityOfServer(server, options), terminal, options),
      ),
    );
  });
}
