import { createMemoryStore, type MemoryStore } from "../../adapters/memory/mod.ts";
import type { Catalog } from "../../core/catalog/entities.ts";
import {
  type Connection,
  createHandbill,
  type Handbill,
  type HandbillOptions,
  type LogEntry,
} from "../../core/mod.ts";
import type { Count } from "../../core/storage/counts.ts";
import type { Delivery } from "../../core/storage/delivery.ts";
import { createTestClock, type TestClock } from "../conformance/clock.ts";
import { plant } from "../runtimes/seed.ts";
import { contractCatalog } from "./catalog.ts";
import { type Client, createClient } from "./client.ts";
import { storedKeys } from "./keys.ts";
import type { Target, TargetRequest } from "./target.ts";

export const baseUrl = "https://ads.example/below";
export const secret = "the signing secret of the contract suite";

/** A handbill in this process, with everything behind it in reach. */
export interface World {
  readonly target: Target;
  readonly client: Client;
  readonly clock: TestClock;
  readonly handbill: Handbill;
  readonly store: MemoryStore;
  readonly log: readonly LogEntry[];
  /** Everything that was handed to the store to keep or to judge, in order. */
  readonly writes: readonly unknown[];
  /** The connection that the server sees. */
  readonly connection: { clientAddress?: string | undefined };
  readonly deliveries: () => Promise<readonly Delivery[]>;
  readonly delivery: (id: string) => Promise<Delivery>;
  /** The only delivery there is. */
  readonly onlyDelivery: () => Promise<Delivery>;
  /** All statistics, those in memory included. */
  readonly counts: () => Promise<readonly Count[]>;
  /** Deliveries and money as they stand: equal before and after what must change nothing. */
  readonly state: () => Promise<unknown>;
  /** Another handbill on the same store and clock. */
  readonly reopen: (options: Partial<HandbillOptions>) => Client;
}

export async function openWorld(
  options: Partial<HandbillOptions> = {},
  catalog: Catalog = contractCatalog,
): Promise<World> {
  const clock = createTestClock();
  const plain = createMemoryStore({ clock: clock.now });
  await plant(plain, { catalog, apiKeys: storedKeys });
  const writes: unknown[] = [];
  const ids: string[] = [];
  const store: MemoryStore = {
    ...plain,
    issue: (orders) => {
      writes.push(...orders);
      ids.push(...orders.map(({ deliveryId }) => deliveryId));
      return plain.issue(orders);
    },
    record: (events) => {
      writes.push(...events);
      return plain.record(events);
    },
    addCounts: (counts) => {
      writes.push(...counts);
      return plain.addCounts(counts);
    },
  };
  const log: LogEntry[] = [];
  const common: HandbillOptions = {
    store,
    clock: clock.now,
    log: (entry) => log.push(entry),
    baseUrl,
    secrets: [secret],
    health: true,
  };
  const connection: World["connection"] = {};
  const handbill = createHandbill({ ...common, ...options });
  const target = inProcess(handbill, clock, plain, connection);
  const deliveries = async (): Promise<readonly Delivery[]> => {
    const found: Delivery[] = [];
    for (const id of ids) {
      const [delivery] = await plain.findDeliveries([id]);
      if (delivery !== undefined) found.push(delivery);
    }
    return found;
  };
  return {
    target,
    client: createClient(() => target),
    clock,
    handbill,
    store,
    log,
    writes,
    connection,
    deliveries,
    delivery: async (id) => {
      const [delivery] = await plain.findDeliveries([id]);
      if (delivery === undefined) throw new Error("There is no such delivery.");
      return delivery;
    },
    onlyDelivery: async () => {
      const [delivery, ...rest] = await deliveries();
      if (delivery === undefined || rest.length > 0) throw new Error("There is not exactly one delivery.");
      return delivery;
    },
    counts: async () => {
      await handbill.maintain();
      return plain.counts();
    },
    state: async () => ({ deliveries: await deliveries(), ledger: await plain.auditLedger() }),
    reopen: (changes) => {
      const another = inProcess(
        createHandbill({ ...common, ...options, ...changes }),
        clock,
        plain,
        connection,
      );
      return createClient(() => another);
    },
  };
}

function inProcess(handbill: Handbill, clock: TestClock, store: MemoryStore, connection: Connection): Target {
  return {
    name: "in process",
    url: "http://in-process.example/below",
    linkBase: baseUrl,
    runtime: async () => ("Bun" in globalThis ? "bun" : "Deno" in globalThis ? "deno" : "node"),
    expectedRuntime: "node",
    stop: handbill.close,
    request: (path, init) =>
      handbill.fetch(toRequest(`http://in-process.example/below${path}`, init), connection),
    advance: async (ms) => clock.advance(ms),
    audit: store.auditLedger,
    features: { lettersPerCharacter: 63 },
  };
}

/** As `fetch` would send it. */
export function toRequest(
  url: string,
  { method = "GET", headers = {}, body, chunked }: TargetRequest = {},
): Request {
  if (body === undefined) return new Request(url, { method, headers });
  // A string body would bring a content type of its own.
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const length = { "content-length": String(bytes.length) };
  const init = {
    method,
    headers: chunked ? headers : { ...headers, ...length },
    body: chunked ? new Blob([bytes]).stream() : bytes,
    duplex: "half" as const,
  };
  return new Request(url, init);
}
