/** Where a command's data lies: the options for it, and work on the store they name. */
import process from "node:process";
import { Option } from "commander";
import { type CliStore, openStore, type StoreKind, type StorePlace, storeKinds } from "./open-store.ts";
import type { ExitCode } from "./terminal.ts";

export interface PlaceOptions {
  readonly data: string;
  readonly store?: StoreKind;
}

export function storeOption(): Option {
  return new Option(
    "--store <kind>",
    "where the data lies (default: postgres with DATABASE_URL, else embedded)",
  )
    .env("HANDBILL_STORE")
    .choices(storeKinds);
}

export function dataOption(): Option {
  return new Option("--data <directory>", "directory of the embedded database")
    .env("HANDBILL_DATA")
    .default(".handbill/data");
}

export function placeOf({ data, store }: PlaceOptions): StorePlace {
  const databaseUrl = process.env["DATABASE_URL"] || undefined;
  const kind = store ?? (databaseUrl === undefined ? "embedded" : "postgres");
  return { kind, directory: data, databaseUrl };
}

export async function withStore(
  place: StorePlace,
  work: (store: CliStore) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { store } = await openStore(place);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
