/** One store in a process of its own: issues and records batches of 64 for as long as it is told. */
import process from "node:process";
import { createMemoryStore } from "../../../adapters/memory/mod.ts";
import type { DeliveryEvent, IssueOrder, Store } from "../../../core/storage.ts";
import { benchCatalog, installCatalog, priceMicros } from "../catalog.ts";
import { benchDeliveryId } from "../delivery-ids.ts";
import { platformId } from "../installation.ts";
import { answerLines, say } from "../processes/lines.ts";

const batch = 64;
const { store, close } = await openStore(process.env["STORE"], process.env["STORE_PLACE"] ?? "");
await installCatalog(store, 1);
const campaignId = benchCatalog(1).campaigns[0]?.id ?? "";
let issued = 0;
let recorded = 0;

answerLines(async () => {
  const milliseconds = 1_000 * Number(process.env["STORE_SECONDS"]);
  const issues = await repeat(milliseconds, issueBatch);
  const records = await repeat(milliseconds, recordBatch);
  return { issues, records, rssBytes: process.memoryUsage().rss };
});
process.stdin.once("end", () => void close().finally(() => process.exit(0)));
say({ ready: true });

/** Items a second, until the time is over or there is nothing left to do. */
async function repeat(milliseconds: number, step: () => Promise<number>): Promise<number> {
  const start = performance.now();
  let items = 0;
  let elapsed = 0;
  for (let done = 1; done > 0 && elapsed < milliseconds; elapsed = performance.now() - start) {
    done = await step();
    items += done;
  }
  return items / (elapsed / 1_000);
}

async function issueBatch(): Promise<number> {
  const orders = Array.from({ length: batch }, () => order(issued++));
  return (await store.issue(orders)).filter(({ outcome }) => outcome === "issued").length;
}

async function recordBatch(): Promise<number> {
  const events: DeliveryEvent[] = [];
  while (events.length < batch && recorded < issued) {
    events.push({ kind: "press", deliveryId: idOf(recorded++), scene: 0, button: 0 });
  }
  return events.length === 0 ? 0 : (await store.record(events)).length;
}

function idOf(number: number): string {
  return benchDeliveryId(startedAt + number / 100, number);
}

const startedAt = Date.now();

function order(number: number): IssueOrder {
  const choice = { campaignId, creativeVersionId: "version", format: "text", priceMicros } as const;
  return {
    deliveryId: idOf(number),
    surface: "web",
    platformId,
    placement: "chat",
    userKey: `user-${number % 4_096}`,
    language: "en",
    choices: [{ ...choice, publisherMicros: 0 }],
  };
}

async function openStore(
  kind: string | undefined,
  place: string,
): Promise<{ store: Store; close: () => Promise<void> }> {
  switch (kind) {
    case "memory":
      return { store: createMemoryStore(), close: async () => {} };
    case "pglite": {
      const { createPgliteStore } = await import("../../../adapters/postgres/pglite.ts");
      const store = await createPgliteStore({ dataDir: place });
      return { store, close: store.close };
    }
    case "postgres": {
      const { openPostgres } = await import("../../../adapters/postgres/mod.ts");
      const store = await openPostgres(place, { schema: "bench_stores" });
      await store.migrate();
      return { store, close: store.close };
    }
    default:
      throw new Error(`STORE is ${kind}: memory, pglite or postgres.`);
  }
}
