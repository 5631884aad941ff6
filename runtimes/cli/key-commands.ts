import { type Command, Option } from "commander";
import { addDataOptions, type DataOptions, withData } from "./data-options.ts";
import {
  type CreateKeyOptions,
  createKey,
  type KeyAccess,
  keysOfStore,
  listKeys,
  revokeKey,
} from "./keys.ts";
import { parseInstant, parseKeyId, parseLabel, publisherOption } from "./options.ts";
import { keysOfServer } from "./server/keys.ts";
import { type ExitCode, processTerminal as terminal } from "./terminal.ts";

/** Adds `key create`, `key list` and `key revoke`. */
export function addKeyCommands(program: Command, finish: (code: ExitCode) => void): void {
  const key = program.command("key").description("Create, list and revoke the API keys of publishers.");
  const on = async (options: DataOptions, run: (keys: KeyAccess) => Promise<ExitCode>): Promise<void> =>
    finish(
      await withData(
        options,
        (store) => run(keysOfStore(store)),
        (server) => run(keysOfServer(server)),
      ),
    );
  addDataOptions(
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
      ),
  ).action((options: DataOptions & CreateKeyOptions) =>
    on(options, (keys) => createKey(keys, terminal, options)),
  );
  addDataOptions(
    key
      .command("list")
      .description("List all keys, including revoked ones, without their secrets.")
      .addOption(publisherOption("only the keys of this publisher")),
  ).action((options: DataOptions & { publisher?: string; json: boolean }) =>
    on(options, (keys) => listKeys(keys, terminal, options)),
  );
  addDataOptions(
    key
      .command("revoke")
      .description("Revoke a key now, or at a later instant as an overlap for rotation.")
      .argument("<id>", "the 8 characters after hb_live_, hb_test_ or hb_manage_", parseKeyId)
      .addOption(
        new Option("--at <instant>", "ISO 8601 with offset (default: now)")
          .env("HANDBILL_KEY_REVOKE_AT")
          .argParser(parseInstant),
      ),
  ).action((id: string, options: DataOptions & { at?: number; json: boolean }) =>
    on(options, (keys) => revokeKey(keys, terminal, id, options)),
  );
}
