import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { createMemoryStore } from "../../adapters/memory/mod.ts";
import {
  createManagement,
  type Management,
  type ManagementOptions,
} from "../../core/management/management.ts";
import type { MetricDescription } from "../../core/metrics/metrics.ts";
import { createMetrics, type MetricsRegistry } from "../../core/metrics/registry.ts";
import { createTestClock } from "../conformance/clock.ts";
import { platformIds } from "../contract/catalog.ts";
import { openWorld } from "../contract/world.ts";

const away = (): Promise<never> => Promise.reject(Object.assign(new Error("away"), { outage: true }));

/** The value of a series, by its name and labels as they are written. */
async function read(metrics: MetricsRegistry, series: string): Promise<number | undefined> {
  const line = (await metrics.text()).split("\n").find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

async function openBroken(metrics: MetricsRegistry) {
  const { reopen, store } = await openWorld();
  return { client: reopen({ metrics, limiter: { take: away }, store: { ...store, issue: away } }) };
}

describe("the metrics of a server", () => {
  test("count requests by endpoint, status and reason", async () => {
    const metrics = createMetrics();
    const { client } = await openWorld({ metrics });
    const { ad } = await client.issue();
    await client.ads({ accept_formats: ["nonsense"] });
    await client.ads({}, { origin: "https://site.example", "user-agent": "curl/8.0" });
    await client.request("/livez");
    await client.request(`/api/v1/click/${ad.delivery_id}`);
    const requests = async (labels: string) => read(metrics, `handbill_requests_total{${labels}}`);
    expect(await requests('endpoint="ads",status="200",reason=""')).toBe(1);
    expect(await requests('endpoint="ads",status="400",reason="invalid_request"')).toBe(1);
    expect(await requests('endpoint="ads",status="200",reason="bot"')).toBe(1);
    expect(await requests('endpoint="health",status="200",reason=""')).toBe(1);
    expect(await requests('endpoint="click",status="404",reason="not_found"')).toBe(1);
    expect(await read(metrics, 'handbill_request_seconds_count{endpoint="ads"}')).toBe(3);
    expect(await read(metrics, 'handbill_decision_seconds_count{surface="web"}')).toBe(2);
    expect(await read(metrics, 'handbill_store_batch_size_sum{operation="issue"}')).toBe(1);
    expect(await read(metrics, 'handbill_store_seconds_count{operation="issue"}')).toBe(1);
    expect(await read(metrics, "handbill_catalog_version")).toBeGreaterThan(0);
    expect(await read(metrics, "handbill_catalog_age_seconds")).toBeGreaterThanOrEqual(0);
    expect(await read(metrics, "handbill_counts_waiting")).toBeGreaterThan(0);
    expect(await read(metrics, 'handbill_store_queue{operation="issue"}')).toBe(0);
  });

  test("have no id of a platform, campaign, key or visitor", async () => {
    const metrics = createMetrics();
    const { client } = await openWorld({ metrics });
    const { ad } = await client.issue();
    const text = await metrics.text();
    expect(text).not.toContain(platformIds.main);
    expect(text).not.toContain(ad.delivery_id);
    expect(text).not.toMatch(/visitor|pf_|hb_/);
  });

  test("count failures of the store and of the limiter, and log entries by code", async () => {
    const metrics = createMetrics();
    const { client } = await openBroken(metrics);
    expect((await client.ads()).status).toBe(503);
    expect(await read(metrics, 'handbill_store_failures_total{operation="issue"}')).toBe(1);
    expect(await read(metrics, "handbill_limiter_failures_total")).toBe(1);
    expect(await read(metrics, 'handbill_log_entries_total{level="warn",code="limiter-failed"}')).toBe(1);
    expect(
      await read(metrics, 'handbill_requests_total{endpoint="ads",status="503",reason="unavailable"}'),
    ).toBe(1);
  });
});

const operator = { authorization: `Bearer ${"o".repeat(32)}` };

type Ask = (headers: Record<string, string>, method?: string) => Promise<Response>;

function manage(options: Partial<ManagementOptions> = {}): Ask {
  return asking(open(options));
}

function asking({ fetch }: Pick<Management, "fetch">): Ask {
  return (headers, method = "GET") =>
    fetch(new Request("https://ads.example/api/v1/manage/metrics", { method, headers }));
}

function open(options: Partial<ManagementOptions>): Management {
  return createManagement({
    store: createMemoryStore(),
    baseUrl: "https://ads.example",
    secrets: ["a secret of at least 32 characters"],
    operatorTokens: ["o".repeat(32)],
    metrics: createMetrics(),
    log: () => {},
    ...options,
  });
}

describe("GET /api/v1/manage/metrics", () => {
  test("has the server's metrics and those of the store, for operators", async () => {
    const metrics = createMetrics();
    const { client, store } = await openWorld({ metrics });
    await client.issue();
    const management = open({ metrics, store });
    await management.maintain();
    const answer = await asking(management)(operator);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    const text = await answer.text();
    expect(text).toContain('handbill_requests_total{endpoint="ads",status="200",reason=""} 1');
    expect(text).toMatch(/^handbill_ledger_out_of_balance 0$/m);
    expect(text).toMatch(/^handbill_held_micros [1-9]\d*$/m);
    expect(text).toMatch(/^handbill_webhook_backlog 0$/m);
  });

  test("has the ledger of the last hourly audit for 90 minutes, and audits nothing itself", async () => {
    let audits = 0;
    const clock = createTestClock();
    const memory = createMemoryStore({ clock: clock.now });
    const auditLedger = () => {
      audits += 1;
      return memory.auditLedger();
    };
    const management = open({ clock: clock.now, store: { ...memory, auditLedger } });
    const ledger = async (): Promise<readonly string[]> =>
      [...(await (await asking(management)(operator)).text()).matchAll(/^handbill_(?:ledger|held)\w+ \d+$/gm)]
        .map(([line]) => line)
        .sort();
    expect([await ledger(), audits]).toEqual([[], 0]);
    await management.maintain();
    expect([await ledger(), audits]).toEqual([
      ["handbill_held_micros 0", "handbill_ledger_age_seconds 0", "handbill_ledger_out_of_balance 0"],
      1,
    ]);
    clock.advance(5_400_000);
    expect([await ledger(), audits]).toEqual([["handbill_ledger_age_seconds 5400"], 1]);
  });

  test.each([
    ["no token", {}, 401],
    ["a wrong token", { authorization: `Bearer ${"x".repeat(32)}` }, 401],
    ["a page", { ...operator, origin: "https://ads.example" }, 403],
  ])("refuses %s", async (_name, headers, status) => {
    const answer = await manage()(headers);
    expect(answer.status).toBe(status);
    expect(await answer.text()).not.toContain("handbill_");
  });

  test("refuses other roles, and other methods than GET and HEAD", async () => {
    const ask = manage({ authorize: () => ({ role: "publisher", name: "acme", publisherId: "acme" }) });
    expect((await ask({})).status).toBe(403);
    expect((await manage()(operator, "POST")).status).toBe(405);
    const head = await manage()(operator, "HEAD");
    expect([head.status, await head.text()]).toEqual([200, ""]);
  });

  test("answers while the store is away, without what only the store knows", async () => {
    const metrics = createMetrics();
    const store = {
      ...createMemoryStore(),
      catalogChanges: away,
      auditLedger: away,
      countWebhookMessages: away,
    };
    const answer = await manage({ metrics, store })(operator);
    expect(answer.status).toBe(200);
    const text = await answer.text();
    expect(text).toContain("handbill_limiter_failures_total 0");
    expect(text).not.toMatch(/^handbill_(ledger|webhook_backlog)/m);
  });

  test("says how to switch metrics on", async () => {
    const answer = await manage({ metrics: undefined })(operator);
    expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining("createMetrics()")]);
  });
});

test("every metric is documented", async () => {
  const rows: string[] = [];
  const kept = createMetrics();
  const noted =
    <Args extends readonly unknown[], T>(make: (description: MetricDescription, ...args: Args) => T) =>
    (description: MetricDescription, ...args: Args): T => {
      const labels = (description.labels ?? []).map((label) => `\`${label}\``).join(", ");
      rows.push(`| \`${description.name}\` | ${labels} | ${description.help} |`);
      return make(description, ...args);
    };
  const metrics = {
    counter: noted(kept.counter),
    histogram: noted(kept.histogram),
    gauge: noted(kept.gauge),
  };
  await openWorld({ metrics });
  manage({ metrics });
  const page = readFileSync(new URL("../../core/metrics/README.md", import.meta.url), "utf8");
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.filter((row) => !page.includes(row))).toEqual([]);
});
