import { type Command, InvalidArgumentError, Option } from "commander";
import { systemRandom } from "../../core/signing/random.ts";
import { systemClock } from "../../core/timing/clock.ts";
import { listenForStop } from "../stop-signal.ts";
import { type AdjustAccess, adjustCharges, adjustStore } from "./adjust.ts";
import type { AdjustOptions } from "./adjust-options.ts";
import { addDataOptions, type DataOptions, withData } from "./data-options.ts";
import { parseInstant, planOption } from "./options.ts";
import { adjustServer } from "./server/adjust.ts";
import { type ExitCode, processTerminal as terminal } from "./terminal.ts";

/** Adds `adjust`. Its selection comes from the command line only: no variable selects charges by mistake. */
export function addAdjustCommand(program: Command, finish: (code: ExitCode) => void): void {
  const adjust = program
    .command("adjust")
    .description("Take charges back. It may be interrupted, and repeated with the same --operation.")
    .addOption(new Option("--reason <text>", "why, for the publisher and the advertiser"))
    .addOption(new Option("--from <instant>", "only charges from then on").argParser(parseInstant))
    .addOption(
      new Option("--to <instant>", "only charges before then (default: now)").argParser(parseInstant),
    )
    .addOption(new Option("--publisher <id...>", "only of these publishers"))
    .addOption(new Option("--platform <id...>", "only of these platforms"))
    .addOption(new Option("--key <id...>", "only of these API keys"))
    .addOption(new Option("--campaign <id...>", "only of these campaigns"))
    .addOption(new Option("--mark <rule...>", "only with these marks of the traffic judge"))
    .addOption(new Option("--network <hash...>", "only of these networks, by their hashes"))
    .addOption(new Option("--delivery <id...>", "only of these deliveries"))
    .addOption(new Option("--deliveries <file>", "only of the deliveries in this file, one id a line"))
    .addOption(
      new Option("--micros <amount>", "the amount for a single delivery (default: all)").argParser(
        parseMicros,
      ),
    )
    .addOption(
      new Option("--restore-budget", "campaigns may use the amounts of their total budgets again").default(
        false,
      ),
    )
    .addOption(new Option("--operation <id>", "the id of the operation (default: a new one)"))
    .addOption(planOption());
  addDataOptions(adjust).action(
    async ({ token, ...options }: DataOptions & Omit<AdjustOptions, keyof DataOptions>) => {
      const { kind, file } = options.store ?? {};
      const name = kind === "sqlite" ? `sqlite:${file}` : (file ?? kind);
      const given = { ...options, store: name };
      finish(
        await withData(
          { ...options, ...(token !== undefined && { token }) },
          (store) => runUntilStopped(adjustStore(store, systemClock), given),
          (server) => runUntilStopped(adjustServer(server), given),
        ),
      );
    },
  );
}

async function runUntilStopped(access: AdjustAccess, options: AdjustOptions): Promise<ExitCode> {
  const stop = listenForStop();
  let isStopped = false;
  void stop.received.then(() => {
    isStopped = true;
  });
  const tools = { random: systemRandom, isStopped: () => isStopped };
  try {
    return await adjustCharges(access, terminal, options, tools);
  } finally {
    stop.ignore();
  }
}

function parseMicros(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Give a whole number of micros, 1 or more.");
}
