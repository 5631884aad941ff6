/** One store in a process of its own: issues and records batches of 64, for a given time or number. */
import { readdirSync, statSync } from "node:fs";
import process from "node:process";
import { createMemoryStore } from "../../../adapters/memory/mod.ts";
import type { DeliveryEvent, IssueOrder } from "../../../core/storage/delivery.ts";
import type { Store } from "../../../core/storage/store.ts";
import { benchCatalog, installCatalog, priceMicros } from "../catalog.ts";
import { benchDeliveryId } from "../delivery-ids.ts";
import { apiKey, platformId, publisherId } from "../installation.ts";
import { answerLines, say } from "../processes/lines.ts";

const batch = 64;
const { store, close } = await openStore(process.env["STORE"], process.env["STORE_PLACE"] ?? "");
await installCatalog(store, 1);
const { id: campaignId = "", advertiser = "" } = benchCatalog(1).campaigns[0] ?? {};
const startedAt = Date.now();
let issued = 0;
let recorded = 0;

// Then the store is open, its schema made and a catalogue applied.
await issueBatch();
const firstAdMs = performance.now();

answerLines(async (question) => {
  if (isGrowth(question)) return grow(question.deliveries);
  const milliseconds = 1_000 * Number(process.env["STORE_SECONDS"]);
  const issues = await repeat(milliseconds, issueBatch);
  const records = await repeat(milliseconds, recordBatch);
  return { issues, records, rssBytes: process.memoryUsage().rss };
});
process.stdin.once("end", () => void close().finally(() => process.exit(0)));
say({ firstAdMs, rssBytes: process.memoryUsage().rss });

/** So many deliveries, each pressed and so charged. */
async function grow(deliveries: number): Promise<object> {
  while (issued < deliveries) await issueBatch();
  while (recorded < deliveries) await recordBatch();
  return { rssBytes: process.memoryUsage().rss, fileBytes: bytesIn(process.env["STORE_PLACE"] ?? "") };
}

function isGrowth(question: unknown): question is { readonly deliveries: number } {
  return typeof question === "object" && question !== null && "deliveries" in question;
}

/** Of all files in a folder; 0 where the place is none. */
function bytesIn(place: string): number {
  if (!place.startsWith("/")) return 0;
  const files = readdirSync(place, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return files.reduce((sum, { parentPath, name }) => sum + statSync(`${parentPath}/${name}`).size, 0);
}

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

function order(number: number): IssueOrder {
  const choice = {
    campaignId,
    advertiser,
    creativeVersionId: "version",
    format: "text",
    priceMicros,
  } as const;
  return {
    deliveryId: idOf(number),
    surface: "web",
    publisherId,
    platformId,
    placement: "chat",
    apiKeyId: apiKey.id,
    userKey: `user-${number % 4_096}`,
    language: "en",
    mark: "",
    network: "",
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
    case "sqlite": {
      const { openSqlite } = await import("../../../adapters/sqlite/mod.ts");
      const store = openSqlite({ file: `${place}/handbill.db` });
      return { store, close: store.close };
    }
    case "pglite": {
      const { openPglite } = await import("../../../adapters/postgres/pglite.ts");
      const store = await openPglite({ dataDir: place });
      return { store, close: store.close };
    }
    case "postgres": {
      const { openPostgres } = await import("../../../adapters/postgres/mod.ts");
      const store = await openPostgres(place, { schema: process.env["STORE_SCHEMA"] });
      await store.migrate();
      return { store, close: store.close };
    }
    default:
      throw new Error(`STORE is ${kind}: memory, sqlite, pglite or postgres.`);
  }
}
