/** Where a command's data lies: the options for it, and work on the store they name. */
import process from "node:process";
import { InvalidArgumentError, Option } from "commander";
import type { Store } from "../../core/storage/store.ts";
import { isModulePath } from "./open-module-store.ts";
import { openStore, type Patience, type StoreKind, type StoreLocation, storeKinds } from "./open-store.ts";
import type { ExitCode } from "./terminal.ts";

export interface PlaceOptions {
  readonly data: string;
  readonly store?: StoreChoice;
}

/** What `--store` names. */
interface StoreChoice {
  readonly kind: StoreKind;
  /** Of `sqlite:FILE` and of a module. */
  readonly file?: string;
}

export function storeOption(): Option {
  return new Option(
    "--store <kind>",
    `where the data lies: ${namesOfStores} (default: postgres with DATABASE_URL, else embedded)`,
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

export function placeOf({ data, store }: PlaceOptions): StoreLocation {
  const databaseUrl = process.env["DATABASE_URL"]?.trim() || undefined;
  const kind = store?.kind ?? (databaseUrl === undefined ? "embedded" : "postgres");
  return { kind, directory: data, databaseUrl, file: store?.file };
}

export async function withStore(
  place: StoreLocation,
  work: (store: Store) => Promise<ExitCode>,
  patience: Patience = {},
): Promise<ExitCode> {
  const { store } = await openStore(place, patience);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
