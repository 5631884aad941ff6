import {
  type Attributes,
  type Context,
  context,
  isSpanContextValid,
  type Meter,
  metrics,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type TextMapGetter,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import type { Measure, MetricDescription, Metrics } from "../core/metrics/metrics.ts";
import type { SpanDescription, Tracing } from "../core/metrics/tracing.ts";

const scope = "handbill";

/**
 * Measures with OpenTelemetry: for the option `metrics`. Needs `@opentelemetry/api`. Call it after the SDK of metrics is
 * registered, because the API has no meter before. `meter`: default that of the registered SDK.
 */
export function openTelemetryMetrics(meter: Meter = metrics.getMeter(scope)): Metrics {
  return {
    counter: (description) => {
      const counter = meter.createCounter(description.name, { description: description.help });
      return (value, ...values) => counter.add(value, attributesOf(description, values));
    },
    histogram: (description, bounds) => {
      const advice = { explicitBucketBoundaries: [...bounds] };
      const histogram = meter.createHistogram(description.name, { description: description.help, advice });
      return (value, ...values) => histogram.record(value, attributesOf(description, values));
    },
    gauge: (description, read) => {
      const gauge = meter.createObservableGauge(description.name, { description: description.help });
      gauge.addCallback(async (result) => {
        const set: Measure = (value, ...values) => result.observe(value, attributesOf(description, values));
        try {
          await read(set);
        } catch {
          // Left out of this reading, as the port says.
        }
      });
    },
  };
}

function attributesOf({ labels = [] }: MetricDescription, values: readonly string[]): Attributes {
  return Object.fromEntries(labels.map((label, index) => [label, values[index] ?? ""]));
}

/**
 * Opens spans with OpenTelemetry: for the option `tracing`. Needs `@opentelemetry/api`, and the context manager and the propagator
 * that an SDK registers. `tracer`: default that of the registered SDK.
 */
export function openTelemetryTracing(tracer: Tracer = trace.getTracer(scope)): Tracing {
  return {
    inSpan: (description, work) => {
      const parent = parentOf(description);
      const { name, attributes, kind, links } = description;
      const options = {
        kind: kinds[kind],
        ...(attributes && { attributes }),
        ...(links && { links: links.map((linked) => ({ context: linked })) }),
      };
      const span = tracer.startSpan(name, options, parent);
      return context.with(trace.setSpan(parent, span), async () => {
        try {
          const result = await work();
          const found = description.resultAttributes?.(result) ?? {};
          span.setAttributes(found);
          if (Number(found["http.response.status_code"] ?? 0) >= 500) span.setStatus(failed);
          return result;
        } catch (error) {
          // The message of an error may repeat stored values.
          span.setAttribute("error.type", error instanceof Error ? error.name : "unknown");
          span.setStatus(failed);
          throw error;
        } finally {
          span.end();
        }
      });
    },
    startSpan: (name) => {
      const span = tracer.startSpan(name);
      return () => span.end();
    },
    current: () => {
      const current = trace.getSpanContext(context.active());
      return current !== undefined && isSpanContextValid(current) ? current : undefined;
    },
    headers: () => {
      const headers: Record<string, string> = {};
      propagation.inject(context.active(), headers);
      return headers;
    },
  };
}

const failed = { code: SpanStatusCode.ERROR };
const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };

type ReadHeader = (name: string) => string | undefined;
const getter: TextMapGetter<ReadHeader> = {
  get: (header, name) => header(name.toLowerCase()),
  keys: () => [],
};

/** The span of a host's own instrumentation has read the headers already, so it comes first. */
function parentOf({ isRoot, header }: Pick<SpanDescription<never>, "isRoot" | "header">): Context {
  if (isRoot === true) return ROOT_CONTEXT;
  const active = context.active();
  if (header === undefined || trace.getSpan(active) !== undefined) return active;
  return propagation.extract(active, header, getter);
}
