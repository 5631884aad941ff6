import process from "node:process";
import { createMemoryStore } from "../../../adapters/memory/mod.ts";
import { createHandbill, type Handbill } from "../../../core/handbill.ts";
import type { Store } from "../../../core/storage/store.ts";
import { type Clock, systemClock } from "../../../core/timing/clock.ts";
import { installCatalog } from "../catalog.ts";
import { rateLimits, secret, trafficRules } from "../installation.ts";
import { issueAhead } from "../issue-ahead.ts";
import { observationOf } from "./observation.ts";

/**
 * The handbill of a bench server: on PostgreSQL if `DATABASE_URL` is set, else in memory: with the mixed
 * catalogue, with `BENCH_CAMPAIGNS` targeted ones (of one price if `BENCH_PRICES` is `one`), or with one campaign and `BENCH_ISSUED` deliveries of
 * `BENCH_ISSUED_AT` that wait to be seen. `BENCH_OBSERVE` is `metrics` or `traces`.
 */
export async function openHandbill(): Promise<Handbill> {
  const store = await openStore(process.env["DATABASE_URL"]);
  return createHandbill({
    store,
    secrets: [secret],
    baseUrl: "https://ads.example",
    rateLimits,
    trafficRules,
    ...(await observationOf(process.env["BENCH_OBSERVE"])),
  });
}

async function openStore(databaseUrl: string | undefined): Promise<Store> {
  if (databaseUrl !== undefined) {
    const { openPostgres } = await import("../../../adapters/postgres/mod.ts");
    return openPostgres(databaseUrl, { schema: process.env["BENCH_SCHEMA"] });
  }
  const issued = Number(process.env["BENCH_ISSUED"] ?? 0);
  const issuedAt = Number(process.env["BENCH_ISSUED_AT"]);
  let clock: Clock = issued > 0 ? () => issuedAt : systemClock;
  const store = createMemoryStore({ clock: () => clock() });
  const prices = process.env["BENCH_PRICES"] === "one" ? "one" : "own";
  const targeted = Number(process.env["BENCH_CAMPAIGNS"] ?? 0);
  await installCatalog(store, issued > 0 ? 1 : targeted > 0 ? { targeted, prices } : "mixed");
  await issueAhead(store, issuedAt, 0, issued);
  clock = systemClock;
  return store;
}
