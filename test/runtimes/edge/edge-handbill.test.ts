import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import { describe, expect, it } from "vitest";
import { createMetrics, type MetricDescription, type WaitUntil } from "../../../core/mod.ts";
import { createApiKey } from "../../../core/signing/api-key.ts";
import { placeOfDelivery } from "../../../core/signing/delivery-id.ts";
import { systemRandom } from "../../../core/signing/random.ts";
import type { IssueOrder } from "../../../core/storage/delivery.ts";
import {
  createEdgeHandbill,
  type EdgeHandbill,
  type EdgeHandbillOptions,
  type EdgeStore,
} from "../../../runtimes/edge/mod.ts";
import { openTelemetryMetrics } from "../../../runtimes/opentelemetry.ts";
import { createTestClock, type TestClock } from "../../conformance/clock.ts";
import { apiKey, campaign, platformId } from "../../conformance/fixtures.ts";
import { install, post, secret } from "../../core/pipeline/installation.ts";
import { stateOf } from "../../core/settled.ts";
import { change, instanceOn, memoryStores } from "../../placed/open-on.ts";

interface Edge {
  readonly handbill: EdgeHandbill;
  readonly clock: TestClock;
  /** The calls of every store, and that it was closed. Each store has a number. */
  readonly calls: readonly string[];
}

async function edge(
  options: Partial<EdgeHandbillOptions> = {},
  broken: Partial<EdgeStore> = {},
): Promise<Edge> {
  const { store, clock } = await install();
  const calls: string[] = [];
  let opened = 0;
  const handbill = createEdgeHandbill({
    openStore: () => {
      opened += 1;
      const number = opened;
      const note = (what: string): void => void calls.push(`${number} ${what}`);
      return {
        ...store,
        ...broken,
        catalogChanges: (since) => {
          note("catalogChanges");
          return store.catalogChanges(since);
        },
        issue: (orders) => {
          note(`issue ${orders.length}`);
          return store.issue(orders);
        },
        addCounts: (counts) => {
          note("addCounts");
          return (broken.addCounts ?? store.addCounts)(counts);
        },
        close: async () => note("close"),
      };
    },
    clock: clock.now,
    log: () => {},
    baseUrl: "https://ads.example",
    secrets: [secret],
    ...options,
  });
  return { handbill, clock, calls };
}

const ask = (user: string): Request =>
  post("/api/v1/web/ads", { platform_id: platformId, stable_user_id: user });

describe("a request on the edge", () => {
  it("has a store of its own, closed after the statistics of its answer", async () => {
    const { handbill, calls } = await edge();
    expect((await handbill.fetch(ask("u1"))).status).toBe(200);
    expect(calls).toEqual(["1 catalogChanges", "1 issue 1", "1 addCounts", "1 close"]);
  });

  it("issues by itself, beside others of the same moment, over the catalogue that one of them read", async () => {
    const { handbill, calls } = await edge();
    await handbill.fetch(ask("first"));
    const users = ["u1", "u2", "u3"];
    const answers = await Promise.all(users.map((user) => handbill.fetch(ask(user))));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(calls.filter((call) => call.endsWith("catalogChanges"))).toEqual(["1 catalogChanges"]);
    expect(calls.filter((call) => call.endsWith("issue 1"))).toHaveLength(4);
    expect(calls.filter((call) => call.endsWith("close"))).toHaveLength(4);
  });

  it("is answered before its statistics are stored, where the platform keeps it by waitUntil", async () => {
    const { promise: written, resolve } = Promise.withResolvers<void>();
    const { handbill, calls } = await edge({}, { addCounts: () => written });
    const work: Promise<unknown>[] = [];
    const waitUntil: WaitUntil = (promise) => void work.push(promise);
    expect((await handbill.fetch(ask("u1"), { waitUntil })).status).toBe(200);
    expect(await stateOf(Promise.all(work))).toBe("pending");
    expect(calls).not.toContain("1 close");
    resolve();
    await Promise.all(work);
    expect(calls.at(-1)).toBe("1 close");
  });

  it("is answered after its statistics are stored, where the platform refuses to keep it", async () => {
    const { handbill, calls } = await edge();
    const waitUntil: WaitUntil = () => {
      throw new TypeError("Illegal invocation");
    };
    expect((await handbill.fetch(ask("u1"), { waitUntil })).status).toBe(200);
    expect(calls.slice(-2)).toEqual(["1 addCounts", "1 close"]);
  });

  it("closes its limiter, although its store cannot be closed", async () => {
    const { store } = await install();
    const close = () => Promise.reject(new Error("not now"));
    let closed = 0;
    const openLimiter: EdgeHandbillOptions["openLimiter"] = () => ({
      take: async (claims) =>
        claims.map(() => ({ granted: true, remaining: 1, resetAfterMs: 1, retryAfterMs: 0 })),
      close: async () => void closed++,
    });
    const { handbill } = await edge({ openStore: () => ({ ...store, close }), openLimiter });
    expect((await handbill.fetch(ask("u1"))).status).toBe(200);
    expect(closed).toBe(1);
  });

  it("opens no store for a path that is not Handbill's", async () => {
    const { handbill, calls } = await edge();
    expect((await handbill.fetch(new Request("https://ads.example/other"))).status).toBe(404);
    expect(calls.filter((call) => !call.endsWith("addCounts") && !call.endsWith("close"))).toEqual([]);
    expect(handbill.handles("/other")).toBe(false);
  });

  it("is answered 503 when its store cannot be opened", async () => {
    const { handbill } = await edge({ openStore: () => Promise.reject(new Error("not there")) });
    expect((await handbill.fetch(ask("u1"))).status).toBe(503);
  });

  it("reads a change of the catalogue two seconds after the last check", async () => {
    const { handbill, clock, calls } = await edge();
    await handbill.fetch(ask("u1"));
    clock.advance(2_000);
    await Promise.all([handbill.fetch(ask("u2")), handbill.fetch(ask("u3"))]);
    expect(calls.filter((call) => call.endsWith("catalogChanges")).length).toBeGreaterThan(1);
  });
});

describe("campaigns on several databases", () => {
  it("are ordered by database, also in a request that does not read the catalogue", async () => {
    const clock = createTestClock();
    const stores = memoryStores(clock.now);
    const placeOf: Readonly<Record<string, number>> = { a: 1, b: 2, c: 3 };
    const store = instanceOn(stores);
    for (const id of Object.keys(placeOf)) {
      await change(store, [campaign(id, { totalBudgetMicros: 1_000_000 })]);
    }
    const orders: IssueOrder[] = [];
    const handbill = createEdgeHandbill({
      openStore: () => {
        const own = instanceOn(stores);
        const issue: EdgeStore["issue"] = (given) => {
          orders.push(...given);
          return own.issue(given);
        };
        return { ...own, issue, close: async () => undefined };
      },
      clock: clock.now,
      log: () => {},
      baseUrl: "https://ads.example",
      secrets: [secret],
      trafficRules: { unprovenHolds: false },
    });
    const key = createApiKey("live", systemRandom);
    await store.addApiKey(apiKey(key.id, 0, { hash: key.hash }));
    for (const user of ["u1", "u2", "u3", "u4"]) {
      const request = post("/api/v1/web/ads", { platform_id: "pf_one", stable_user_id: user });
      request.headers.set("authorization", `Bearer ${key.key}`);
      expect(await (await handbill.fetch(request)).json()).toMatchObject({
        ad: { delivery_id: expect.any(String) },
      });
    }
    expect(orders).toHaveLength(4);
    for (const { deliveryId, choices } of orders) {
      const [best] = choices;
      expect(choices.map(({ campaignId }) => campaignId)).toEqual([best?.campaignId]);
      expect(placeOfDelivery(deliveryId)).toBe(placeOf[best?.campaignId ?? ""]);
    }
  });
});

describe("the metrics of an isolate", () => {
  it("are created once and count all its requests, without gauges", async () => {
    const metrics = createMetrics();
    const created: string[] = [];
    const noted =
      <Args extends readonly unknown[], T>(create: (description: MetricDescription, ...args: Args) => T) =>
      (description: MetricDescription, ...args: Args): T => {
        created.push(description.name);
        return create(description, ...args);
      };
    const { handbill } = await edge({
      metrics: {
        counter: noted(metrics.counter),
        histogram: noted(metrics.histogram),
        gauge: noted(metrics.gauge),
      },
    });
    for (const user of ["u1", "u2", "u3"]) await handbill.fetch(ask(user));
    const text = await metrics.text();
    expect(text).toContain('handbill_requests_total{endpoint="ads",status="200",reason=""} 3\n');
    expect(text).toContain('handbill_store_seconds_count{operation="issue"} 3\n');
    expect(text).toContain('handbill_decision_seconds_count{surface="web"} 3\n');
    expect(text).not.toContain(" gauge\n");
    expect(created.length).toBeGreaterThan(5);
    expect(new Set(created).size).toBe(created.length);
  });

  it("reach OpenTelemetry's meter", async () => {
    const measured = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
    const reader = new PeriodicExportingMetricReader({ exporter: measured, exportIntervalMillis: 3_600_000 });
    const meters = new MeterProvider({ readers: [reader] });
    const { handbill } = await edge({ metrics: openTelemetryMetrics(meters.getMeter("handbill")) });
    for (const user of ["u1", "u2"]) await handbill.fetch(ask(user));
    await meters.forceFlush();
    const found = measured
      .getMetrics()
      .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics));
    const requests = found.find(({ descriptor }) => descriptor.name === "handbill_requests_total");
    expect(requests?.dataPoints.map(({ value }) => value)).toEqual([2]);
    await meters.shutdown();
  });
});

describe("maintenance on the edge", () => {
  it("has a store of its own, closed at its end, and rejects when the store cannot be opened", async () => {
    const { handbill, calls } = await edge();
    await handbill.maintain();
    expect(calls).toEqual(["1 close"]);
    const away = await edge({ openStore: () => Promise.reject(new Error("not there")) });
    await expect(away.handbill.maintain()).rejects.toThrow("not there");
  });
});
