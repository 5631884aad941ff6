/** A handbill on a fresh embedded store with one campaign, and `BENCH_ISSUED` deliveries of `BENCH_ISSUED_AT` to be seen. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { createHandbill } from "../../../core/handbill.ts";
import type { Store } from "../../../core/storage/store.ts";
import { type Clock, systemClock } from "../../../core/timing/clock.ts";
import { serve } from "../../../runtimes/node/mod.ts";
import { installCatalog } from "../catalog.ts";
import { rateLimits, secret, trafficRules } from "../installation.ts";
import { issueAhead } from "../issue-ahead.ts";
import { reportUsage } from "../processes/usage.ts";

const directory = await mkdtemp(join(tmpdir(), "handbill-bench-embedded-"));
const issuedAt = Number(process.env["BENCH_ISSUED_AT"]);
let clock: Clock = () => issuedAt;
const store = await openStore(() => clock());
await installCatalog(store, 1);
await issueAhead(store, issuedAt, 0, Number(process.env["BENCH_ISSUED"] ?? 0));
clock = systemClock;

const handbill = createHandbill({
  store,
  secrets: [secret],
  baseUrl: "https://ads.example",
  rateLimits,
  trafficRules,
});
const server = await serve(handbill, { port: 0 });
reportUsage(server.url, async () => {
  await server.close();
  await store.close();
  await rm(directory, { recursive: true });
});

async function openStore(now: Clock): Promise<Store & { readonly close: () => Promise<void> }> {
  if (process.env["BENCH_STORE"] === "sqlite") {
    const { openSqlite } = await import("../../../adapters/sqlite/mod.ts");
    return openSqlite({ file: join(directory, "handbill.db"), clock: now });
  }
  const { openPglite } = await import("../../../adapters/postgres/pglite.ts");
  return openPglite({ dataDir: directory, clock: now });
}
