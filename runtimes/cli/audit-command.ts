import type { Command } from "commander";
import { auditServer, auditStore, printAudit } from "./audit.ts";
import { addDataOptions, type DataOptions, withData } from "./data-options.ts";
import { type ExitCode, processTerminal as terminal } from "./terminal.ts";

/** The audit reads every charge. */
const auditTimeoutMs = 60_000;

/** Adds `audit`. */
export function addAuditCommand(program: Command, finish: (code: ExitCode) => void): void {
  addDataOptions(
    program
      .command("audit")
      .description(
        "Compare what campaigns spent and hold with their charges and open deliveries. Exit code 1: out of balance.",
      ),
  ).action(async (options: DataOptions & { json: boolean }) => {
    finish(
      await withData(
        options,
        async (store) => printAudit(await auditStore(store), terminal, options),
        async (server) => printAudit(await auditServer(server), terminal, options),
        { callTimeoutMs: auditTimeoutMs },
      ),
    );
  });
}
