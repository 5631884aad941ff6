import type { Metrics } from "./metrics.ts";
import type { Tracing } from "./tracing.ts";

/** The values that a program without types may pass for {@link Metrics} and {@link Tracing}. */
interface Given {
  readonly metrics?: Metrics | undefined;
  readonly tracing?: Tracing | undefined;
}

/** The metrics. `undefined` also for a value of another type. */
export function usableMetrics<T extends Metrics>(metrics: T | undefined): T | undefined {
  return hasFunctions(metrics, ["counter", "histogram", "gauge"]) ? metrics : undefined;
}

/** The tracing. `undefined` also for a value of another type. */
export function usableTracing(tracing: Tracing | undefined): Tracing | undefined {
  return hasFunctions(tracing, ["inSpan", "startSpan", "current", "headers"]) ? tracing : undefined;
}

/** Settings that were read, or their faults. */
export type Read<Settings> = Settings | { readonly ok: false; readonly faults: readonly string[] };

/** The settings, wrong also when an option of observation has another type. */
export function withObservation<Settings extends { readonly ok: true }>(
  read: Read<Settings>,
  { metrics, tracing }: Given,
): Read<Settings> {
  return withFaults(read, [
    ...(metrics !== undefined && usableMetrics(metrics) === undefined
      ? ["Pass createMetrics() or openTelemetryMetrics() as the option metrics, or leave it out."]
      : []),
    ...(tracing !== undefined && usableTracing(tracing) === undefined
      ? ["Pass openTelemetryTracing() as the option tracing, or leave it out."]
      : []),
  ]);
}

/** The settings, wrong also when there are more faults. */
export function withFaults<Settings extends { readonly ok: true }>(
  read: Read<Settings>,
  faults: readonly string[],
): Read<Settings> {
  if (faults.length === 0) return read;
  return { ok: false, faults: [...(read.ok ? [] : read.faults), ...faults] };
}

function hasFunctions<T extends object>(given: T | undefined, names: readonly (keyof T)[]): boolean {
  return (
    typeof given === "object" && given !== null && names.every((name) => typeof given[name] === "function")
  );
}
