/** Where a command finds its data: a store, or a running server that has it open. */
import { type Command, InvalidArgumentError, Option } from "commander";
import type { Store } from "../../core/storage/store.ts";
import { InvalidSetting } from "./invalid-setting.ts";
import type { StoreUse } from "./open-store.ts";
import { jsonOption } from "./options.ts";
import { connectServer, type Server } from "./server/connect.ts";
import {
  dataOption,
  type StoreLocationOptions,
  storeLocationOf,
  storeOption,
  withStore,
} from "./store-location.ts";
import type { ExitCode } from "./terminal.ts";

export interface DataOptions extends StoreLocationOptions {
  readonly server?: string;
  readonly token?: string;
}

/** Adds the options of a command that reads or changes data. */
export function addDataOptions(command: Command): Command {
  return addServerOptions(command.addOption(storeOption()).addOption(dataOption())).addOption(jsonOption());
}

/** Adds the options that name a running server. */
export function addServerOptions(command: Command): Command {
  return command
    .addOption(
      new Option("--server <url>", "let a running server do it, by its management API; no store is opened")
        .env("HANDBILL_SERVER")
        .argParser(parseServer),
    )
    .addOption(
      new Option(
        "--token <token>",
        "an operator token of that server; others see an option in the list of processes, so prefer the variable",
      ).env("HANDBILL_TOKEN"),
    );
}

/** Runs a command on the server that its options name, else on the store. */
export async function withData(
  options: DataOptions,
  onStore: (store: Store) => Promise<ExitCode>,
  onServer: (server: Server) => Promise<ExitCode>,
  use: StoreUse = {},
): Promise<ExitCode> {
  const server = serverOf(options);
  if (server !== undefined) return onServer(server);
  try {
    return await withStore(storeLocationOf(options), onStore, use);
  } catch (error) {
    if (!(error instanceof Error && ["DirectoryInUse", "FileInUse"].includes(error.name))) throw error;
    throw new StoreInUse(`${error.message} ${serverAdvice}`, { cause: error });
  }
}

/** Another process has the embedded store. */
export class StoreInUse extends Error {
  override name = "StoreInUse";
}

/** What to do where a server has the store, or the settings, that a command lacks. */
export const serverAdvice =
  "Or let the server that has it run this command: --server http://localhost:8787 (HANDBILL_SERVER), with HANDBILL_TOKEN, a token of its HANDBILL_OPERATOR_TOKEN.";

/** The characters of a header without spaces. */
const isHeaderText = /^[!-~\u0080-\u00ff]+$/;

/** The server that the options name. Throws {@link InvalidSetting} without a token that can be sent. */
export function serverOf({ server, token }: Omit<DataOptions, "data">): Server | undefined {
  if (server === undefined) return undefined;
  const trimmed = token?.trim() ?? "";
  if (trimmed === "") {
    throw new InvalidSetting(
      "Set HANDBILL_TOKEN (--token) for the server: a token of its HANDBILL_OPERATOR_TOKEN.",
    );
  }
  if (!isHeaderText.test(trimmed)) {
    throw new InvalidSetting(
      "HANDBILL_TOKEN (--token) has characters that no token has, such as a curly quote or a line break: copy it again.",
    );
  }
  return connectServer({ url: server, token: trimmed });
}

function parseServer(text: string): string {
  if (/^https?:$/.test(URL.canParse(text) ? new URL(text).protocol : "")) return text;
  throw new InvalidArgumentError("Give the address of the server, like https://hb.example.");
}
