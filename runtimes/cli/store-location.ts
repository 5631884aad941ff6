/** The location of a command's store: its options, and running a task on the store. */
import process from "node:process";
import { InvalidArgumentError, Option } from "commander";
import { openStore, type Patience, type StoreKind, type StoreLocation, storeKinds } from "./open-store.ts";
import type { CliStore } from "./opened-store.ts";
import type { ExitCode } from "./terminal.ts";

export interface StoreLocationOptions {
  readonly data: string;
  readonly store?: StoreChoice;
}

/** The value of `--store`. */
interface StoreChoice {
  readonly kind: StoreKind;
  /** The file of `sqlite:FILE`. */
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

const namesOfStores = storeKinds.map((kind) => (kind === "sqlite" ? "sqlite:FILE" : kind)).join(", ");

function storeChoice(text: string): StoreChoice {
  const file = /^sqlite:(.+)$/s.exec(text)?.[1];
  if (file !== undefined) return { kind: "sqlite", file };
  const kind = storeKinds.find((name) => name === text);
  if (kind === undefined || kind === "sqlite") {
    throw new InvalidArgumentError(
      `Give one of ${namesOfStores}; FILE is a path, like /var/lib/handbill/handbill.db.`,
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

/** Opens the store, runs `task` on it and closes it. */
export async function withStore(
  storeLocation: StoreLocation,
  task: (store: CliStore) => Promise<ExitCode>,
  patience: Patience = {},
): Promise<ExitCode> {
  const { store } = await openStore(storeLocation, patience);
  try {
    return await task(store);
  } finally {
    await store.close();
  }
}
