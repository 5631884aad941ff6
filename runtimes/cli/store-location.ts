/** The location of a command's store: its options, and running a task on the store. */
import process from "node:process";
import { InvalidArgumentError, Option } from "commander";
import type { Store } from "../../core/storage/store.ts";
import { isModulePath } from "./open-module-store.ts";
import { openStore, type StoreUse } from "./open-store.ts";
import { type StoreKind, type StoreLocation, storeKinds } from "./store-settings.ts";
import type { ExitCode } from "./terminal.ts";

export interface StoreLocationOptions {
  readonly data: string;
  readonly store?: StoreChoice;
}

/** The value of `--store`. */
interface StoreChoice {
  readonly kind: StoreKind;
  /** The file of `sqlite:FILE`, or of a module. */
  readonly file?: string;
}

export function storeOption(): Option {
  return new Option(
    "--store <kind>",
    `where the data is stored: ${namesOfStores} (default: postgres with DATABASE_URL, else embedded)`,
  )
    .env("HANDBILL_STORE")
    .argParser(storeChoice);
}

const namesOfStores = [
  ...storeKinds.filter((kind) => kind !== "module").map((kind) => (kind === "sqlite" ? "sqlite:FILE" : kind)),
  "./FILE.js",
].join(", ");

function storeChoice(text: string): StoreChoice {
  const file = /^sqlite:(.+)$/s.exec(text)?.[1];
  if (file !== undefined) return { kind: "sqlite", file };
  if (isModulePath(text)) return { kind: "module", file: text };
  const kind = storeKinds.find((name) => name === text);
  if (kind === undefined || kind === "sqlite" || kind === "module") {
    throw new InvalidArgumentError(
      `Give one of ${namesOfStores}; sqlite:FILE is a path, like /var/lib/handbill/handbill.db, and ./FILE.js a module that opens a store.`,
    );
  }
  return { kind };
}

export function dataOption(): Option {
  return new Option("--data <directory>", "directory of the embedded database")
    .env("HANDBILL_DATA")
    .default(".handbill/data");
}

export function storeLocationOf({ data, store }: StoreLocationOptions): StoreLocation {
  const databaseUrl = process.env["DATABASE_URL"]?.trim() || undefined;
  const kind = store?.kind ?? (databaseUrl === undefined ? "embedded" : "postgres");
  return { kind, directory: data, databaseUrl, file: store?.file };
}

/** Opens the store, runs `task` on it and closes it. A store that does not exist is refused, unless the command creates it. */
export async function withStore(
  storeLocation: StoreLocation,
  task: (store: Store) => Promise<ExitCode>,
  use: StoreUse = {},
): Promise<ExitCode> {
  const { store } = await openStore(storeLocation, { creates: false, ...use });
  try {
    return await task(store);
  } finally {
    await store.close();
  }
}
