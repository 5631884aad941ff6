import type { HandbillOptions } from "../../../core/handbill.ts";
import { createMetrics } from "../../../core/metrics/registry.ts";

/** What looks into the handbill of a bench server: `metrics`, `traces` (all of them sampled and dropped), else nothing. */
export async function observationOf(
  name: string | undefined,
): Promise<Pick<HandbillOptions, "metrics" | "tracing">> {
  if (name === "metrics") return { metrics: createMetrics() };
  if (name !== "traces") return {};
  const { context, trace } = await import("@opentelemetry/api");
  const { AsyncLocalStorageContextManager } = await import("@opentelemetry/context-async-hooks");
  const { BasicTracerProvider, NoopSpanProcessor } = await import("@opentelemetry/sdk-trace-base");
  const { openTelemetryTracing } = await import("../../../runtimes/opentelemetry.ts");
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new NoopSpanProcessor()] }));
  return { tracing: openTelemetryTracing() };
}
