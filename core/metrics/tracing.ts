/** Names a span in its trace, as `traceparent` does (W3C Trace Context). */
export interface SpanReference {
  /** The trace, 32 hexadecimal digits. */
  readonly traceId: string;
  /** The span, 16 hexadecimal digits. */
  readonly spanId: string;
  /** 1: the trace is sampled. */
  readonly traceFlags: number;
}

/** A span to open. */
export interface SpanDescription<T> {
  /** Such as `handbill.request`. One of few names. */
  readonly name: string;
  /** The side of a call over a network that the span is on. */
  readonly kind: "server" | "client" | "internal";
  /** Further facts. Never an identity, a text, a key or an address. */
  readonly attributes?: Readonly<Record<string, string | number>> | undefined;
  /** Reads a header of the request whose trace the span continues. */
  readonly header?: ((name: string) => string | undefined) | undefined;
  /** Begins a new trace, because the work belongs to many requests. Default false. */
  readonly isRoot?: boolean | undefined;
  /** The spans whose work it does. Default: none. */
  readonly links?: readonly SpanReference[] | undefined;
  /** Facts that only the result shows. */
  readonly resultAttributes?: ((result: T) => Readonly<Record<string, string | number>>) | undefined;
}

/**
 * Traces requests and calls of the store: `openTelemetryTracing()` of `handbill/opentelemetry`, or one of yours. Its functions must
 * not throw.
 */
export interface Tracing {
  /** Settles like `work`. Spans that open while it runs are its children. A rejection marks the span as failed. */
  readonly inSpan: <T>(description: SpanDescription<T>, work: () => Promise<T>) => Promise<T>;
  /** Opens a child of the current span. The returned function ends it. */
  readonly startSpan: (name: string) => () => void;
  /** The current span, for `links`; `undefined` without one. */
  readonly current: () => SpanReference | undefined;
  /** The headers that pass the current trace on to another server, such as `traceparent`. */
  readonly headers: () => Readonly<Record<string, string>>;
}
