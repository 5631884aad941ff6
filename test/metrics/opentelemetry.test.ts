import { createServer } from "node:http";
import { context, metrics, propagation, type Span, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openUpstash } from "../../adapters/upstash/mod.ts";
import { createAttemptLog } from "../../core/management/webhooks/attempt-log.ts";
import { postMessage, type WebhookFetch } from "../../core/management/webhooks/post.ts";
import type { ServingStore } from "../../core/storage/serving-store.ts";
import { openTelemetryMetrics, openTelemetryTracing } from "../../runtimes/opentelemetry.ts";
import { browser, createClient } from "../contract/client.ts";
import { openWorld } from "../contract/world.ts";

const spans = new InMemorySpanExporter();
const measured = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
const reader = new PeriodicExportingMetricReader({ exporter: measured, exportIntervalMillis: 3_600_000 });
const meters = new MeterProvider({ readers: [reader] });

const traceId = "0af7651916cd43dd8448eb211c80319c";
const caller = { ...browser, traceparent: `00-${traceId}-b7ad6b7169203331-01` };

beforeAll(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  const processors = [new SimpleSpanProcessor(spans)];
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: processors }));
  metrics.setGlobalMeterProvider(meters);
});
beforeEach(() => spans.reset());
afterAll(async () => {
  await meters.shutdown();
  for (const api of [context, propagation, trace, metrics]) api.disable();
});

/** Of the trace: the name of each span, and that of its parent. */
function treeOf(all: readonly ReadableSpan[]): readonly string[] {
  const names = new Map(all.map((span) => [span.spanContext().spanId, span.name]));
  return all.map((span) => `${names.get(span.parentSpanContext?.spanId ?? "") ?? "-"} > ${span.name}`).sort();
}

/** The spans that batches are linked to. */
function linkedBy(batches: readonly ReadableSpan[]): readonly string[] {
  return batches.flatMap(({ links }) => links.map(({ context: { spanId } }) => spanId)).sort();
}

/** The ids of the spans of a name, of which there must be so many. */
function spansNamed(wanted: string, count: number): readonly string[] {
  const found = spans.getFinishedSpans().filter(({ name }) => name === wanted);
  expect(found).toHaveLength(count);
  return found.map((span) => span.spanContext().spanId).sort();
}

describe("traces of OpenTelemetry", () => {
  test("continue the caller's trace: request, decision and order", async () => {
    const { client } = await openWorld({ tracing: openTelemetryTracing() });
    await client.ads({}, caller);
    const own = spans.getFinishedSpans().filter((span) => span.spanContext().traceId === traceId);
    expect(treeOf(own)).toEqual([
      "- > POST ads",
      "POST ads > handbill.decision",
      "POST ads > handbill.issue",
      "POST ads > handbill.store.catalogChanges",
    ]);
    const request = own.find(({ name }) => name === "POST ads");
    expect(request?.parentSpanContext?.spanId).toBe("b7ad6b7169203331");
    expect(request?.attributes).toEqual({
      "http.request.method": "POST",
      "http.route": "ads",
      "http.response.status_code": 200,
      "handbill.reason": "",
    });
  });

  test("have one of its own for each batch, which many requests share", async () => {
    const { client } = await openWorld({ tracing: openTelemetryTracing() });
    await Promise.all([client.ads({}, caller), client.ads({}, caller), client.ads({}, caller)]);
    const batches = spans.getFinishedSpans().filter(({ name }) => name === "handbill.store.issue");
    expect(batches.map(({ attributes }) => attributes["db.operation.batch.size"])).toEqual([3]);
    expect(batches[0]?.parentSpanContext).toBeUndefined();
    expect(batches[0]?.spanContext().traceId).not.toBe(traceId);
    expect(linkedBy(batches)).toEqual(spansNamed("handbill.issue", 3));
  });

  test("link a batch to all its requests, to those of a repeated event too, and each half to its own", async () => {
    const { store, clock, client, reopen } = await openWorld();
    const bad = await client.issue({}, caller);
    const record: ServingStore["record"] = (events) =>
      events.some(({ deliveryId }) => deliveryId === bad.ad.delivery_id)
        ? Promise.reject(new Error("bad"))
        : store.record(events);
    const traced = reopen({ tracing: openTelemetryTracing(), store: { ...store, record } });
    const good = await client.issue({}, caller);
    clock.advance(1_000);
    const answers = await Promise.all([good, good, good, bad].map((issued) => traced.seen(issued)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 503]);
    const batches = spans.getFinishedSpans().filter(({ name }) => name === "handbill.store.record");
    expect(
      batches.map(({ attributes, links }) => [attributes["db.operation.batch.size"], links.length]),
    ).toEqual([
      [2, 4],
      [1, 3],
      [1, 1],
    ]);
    expect(linkedBy(batches.slice(0, 1))).toEqual(spansNamed("handbill.record", 4));
    expect(linkedBy(batches.slice(1))).toEqual(spansNamed("handbill.record", 4));
  });

  test("belong to the span of a host's instrumentation", async () => {
    const { client } = await openWorld({ tracing: openTelemetryTracing() });
    const tracer = trace.getTracer("host");
    const host = await tracer.startActiveSpan("host", async (span: Span) => {
      await client.ads({}, caller);
      span.end();
      return span.spanContext().spanId;
    });
    const request = spans.getFinishedSpans().find(({ name }) => name === "POST ads");
    expect(request?.parentSpanContext?.spanId).toBe(host);
  });

  test("mark failures, without the message of an error", async () => {
    const { store, reopen } = await openWorld();
    const issue = () => Promise.reject(new Error("stable_user_id secret"));
    const client = reopen({ tracing: openTelemetryTracing(), store: { ...store, issue } });
    expect((await client.ads({}, caller)).status).toBe(503);
    const failed = spans.getFinishedSpans().filter(({ status }) => status.code === 2);
    expect(failed.map(({ name }) => name).sort()).toEqual([
      "POST ads",
      "handbill.issue",
      "handbill.store.issue",
    ]);
    const told = failed.map(({ attributes, events, status }) => ({ attributes, events, status }));
    expect(JSON.stringify(told)).not.toContain("secret");
  });

  test("are passed on to the receivers of webhooks", async () => {
    const sent: Record<string, string>[] = [];
    const fetch: WebhookFetch = async (_url, { headers }) => {
      sent.push(headers);
      return { status: 200, body: null };
    };
    const { outcome } = await postMessage(
      { id: "w", publisherId: "", url: "https://hooks.example/", events: [], status: "active" },
      { id: "m", type: "campaign.ended", payload: "{}" },
      {
        clock: () => 0,
        attempts: createAttemptLog(),
        fetch,
        timer: () => () => {},
        secrets: ["s".repeat(32)],
        rules: {},
        tracing: openTelemetryTracing(),
      },
    );
    expect(outcome).toEqual({ outcome: "accepted", status: 200 });
    const [span] = spans.getFinishedSpans();
    const { traceId: own = "", spanId = "" } = span?.spanContext() ?? {};
    expect(sent.map(({ traceparent }) => traceparent)).toEqual([`00-${own}-${spanId}-01`]);
  });

  test("are passed on to Upstash", async () => {
    const tracing = openTelemetryTracing();
    const sent: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      sent.push(String(request.headers["traceparent"]));
      response.end(JSON.stringify([{ result: "webhooks" }]));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const store = openUpstash({ url: `http://127.0.0.1:${port}`, token: "token", headers: tracing.headers });
    await tracing.inSpan({ name: "outer", kind: "internal" }, () => store.listWebhooks());
    await store.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    const { traceId: own = "", spanId = "" } = spans.getFinishedSpans()[0]?.spanContext() ?? {};
    expect(sent).toEqual([`00-${own}-${spanId}-01`]);
  });

  test("of a request without a header begin here", async () => {
    const { target } = await openWorld({ tracing: openTelemetryTracing() });
    await createClient(() => target).request("/livez");
    const [span, ...others] = spans.getFinishedSpans();
    expect([span?.name, span?.parentSpanContext, others]).toEqual(["GET health", undefined, []]);
  });
});

test("metrics of OpenTelemetry have the names, labels and buckets of Prometheus'", async () => {
  const { client } = await openWorld({ metrics: openTelemetryMetrics() });
  await client.ads({}, caller);
  await meters.forceFlush();
  const found = measured
    .getMetrics()
    .flatMap(({ scopeMetrics }) => scopeMetrics)
    .flatMap((scope) => scope.metrics);
  const points = (name: string) =>
    found
      .find(({ descriptor }) => descriptor.name === name)
      ?.dataPoints.map(({ attributes, value }) => ({ attributes, value }));
  expect(points("handbill_requests_total")).toEqual([
    { attributes: { endpoint: "ads", status: "200", reason: "" }, value: 1 },
  ]);
  expect(points("handbill_requests_under_way")).toEqual([{ attributes: {}, value: 0 }]);
  expect(points("handbill_store_batch_size")).toContainEqual({
    attributes: { operation: "issue" },
    value: expect.objectContaining({
      count: 1,
      buckets: expect.objectContaining({ boundaries: expect.arrayContaining([512]) }),
    }),
  });
});
