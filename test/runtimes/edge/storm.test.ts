import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { priceMicros } from "../../contract/catalog.ts";
import { type EdgeStores, edgeSeed, startEdgeStores } from "./edge-stores.ts";
import { startWorkerd } from "./start-workerd.ts";
import { type StormResult, storm } from "./storm.ts";

let edge: EdgeStores;
beforeAll(async () => {
  edge = await startEdgeStores();
}, 120_000);
afterAll(() => edge.stop());

type StoreName = "memory" | "upstash" | "postgres";

/** The books of a store before and after a storm on workerd. */
async function stormOn(store: StoreName, ads: number, fault = ""): Promise<StormResult> {
  const worker = await startWorkerd("worker.ts", {
    HANDBILL_BASE_URL: "https://ads.example",
    HANDBILL_SECRET: "the signing secret of the contract suite",
    HANDBILL_LIMIT_REQUESTS_PER_NETWORK: "false",
    HANDBILL_TEST_SEED: JSON.stringify(edgeSeed),
    TEST_STORE: store,
    TEST_FAULT: fault,
    ...edge.env,
  });
  try {
    return await storm(worker, ads);
  } finally {
    await worker.stop();
  }
}

const stores: readonly StoreName[] = ["memory", "upstash", "postgres"];

describe("1,000 requests on workerd, 50 at a time", () => {
  it.each(stores)(
    "are all answered on %s, each view is charged once, and the metrics count them",
    async (store) => {
      expect(await stormOn(store, 500)).toEqual({
        issued: 500,
        refusals: [],
        deliveries: 500,
        seen: { 200: 500 },
        charges: 500,
        spentMicros: 500 * priceMicros,
        heldMicros: 0,
        measured: [500, 500, 500],
      });
    },
  );
});

describe("one handbill for all requests of an isolate", () => {
  it.each(["upstash", "postgres"] as const)("fails the storm on %s", async (store) => {
    // Each request that hangs takes as long as the store may.
    const { issued, seen } = await stormOn(store, 100, "one instance");
    expect(issued + (seen[200] ?? 0)).toBeLessThan(100);
  });
});
