import process from "node:process";
import { createMemoryStore } from "../../../adapters/memory/mod.ts";
import { createHandbill, type Handbill } from "../../../core/handbill.ts";
import type { Store } from "../../../core/storage.ts";
import { installCatalog } from "../catalog.ts";
import { rateLimits, secret } from "../installation.ts";

/** The handbill of a bench server: on PostgreSQL if `DATABASE_URL` is set, else in memory with the mixed catalogue. */
export async function openHandbill(): Promise<Handbill> {
  const store = await openStore(process.env["DATABASE_URL"]);
  return createHandbill({ store, secrets: [secret], baseUrl: "https://ads.example", rateLimits });
}

async function openStore(databaseUrl: string | undefined): Promise<Store> {
  if (databaseUrl !== undefined) {
    const { openPostgres } = await import("../../../adapters/postgres/mod.ts");
    return openPostgres(databaseUrl, { schema: process.env["BENCH_SCHEMA"] });
  }
  const store = createMemoryStore();
  await installCatalog(store, "mixed");
  return store;
}
