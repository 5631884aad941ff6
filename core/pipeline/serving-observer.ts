import type { Log } from "../log.ts";
import { callSeconds, type Metrics } from "../metrics/metrics.ts";
import type { Tracing } from "../metrics/tracing.ts";
import { usableMetrics, usableTracing } from "../metrics/usable.ts";
import type { Counter } from "../reporting/counter.ts";
import type { CatalogFeed } from "../selection/catalog-feed.ts";
import { queuedOperations, type StoreQueueOptions, type StoreQueues } from "../serving/store-queues.ts";
import { batcherTroubles } from "../storage/batcher.ts";
import { measureCalls, observedStore, traceCalls } from "../storage/observed-store.ts";
import type { ServingStore } from "../storage/serving-store.ts";
import { type Stopwatch, systemStopwatch } from "../timing/deadlines.ts";
import type { Admission } from "./admission.ts";
import { endpointName } from "./endpoint-name.ts";
import { type AnswerObserver, createAccessLog, type NoteAnswer, observeAnswers } from "./observe-answers.ts";
import { createObserveServe, type ObserveServe } from "./observe-serve.ts";
import type { FindPath } from "./paths.ts";

/** The options of a server that let others look into it. */
export interface ObservationOptions {
  /** Logs one entry with the code `access` for each answered request, without its path. Default false. */
  readonly accessLog?: boolean | undefined;
  /** Receives measurements: `createMetrics()`, or `openTelemetryMetrics()` of `handbill/opentelemetry`. Default: none. */
  readonly metrics?: Metrics | undefined;
  /** Opens spans for requests, decisions and store calls: `openTelemetryTracing()` of `handbill/opentelemetry`. Default: none. */
  readonly tracing?: Tracing | undefined;
}

/** Observes a server. Without options it returns the functions of the server as they are. */
export interface ServingObserver {
  readonly answers: AnswerObserver;
  readonly store: (store: ServingStore) => ServingStore;
  /** `undefined`: nothing observes. */
  readonly observeServe: ObserveServe | undefined;
  readonly onTrouble: StoreQueueOptions["onTrouble"];
  readonly origins: StoreQueueOptions["origins"];
  readonly onLimiterFailed: (() => void) | undefined;
  /** Reads the state of these parts whenever the metrics are read. */
  readonly watch: (parts: ObservedParts) => void;
}

export interface ObservedParts {
  readonly feed: CatalogFeed;
  readonly counter: Counter;
  readonly queues: StoreQueues;
  readonly admission: Admission;
}

export function createServingObserver(
  { accessLog, ...given }: ObservationOptions,
  log: Log,
  findPath: FindPath,
  stopwatch: Stopwatch = systemStopwatch,
): ServingObserver {
  const metrics = usableMetrics(given.metrics);
  const tracing = usableTracing(given.tracing);
  const isActive = accessLog === true || metrics !== undefined || tracing !== undefined;
  const traced = tracing && traceCalls(tracing);
  const around = [
    ...(metrics === undefined ? [] : [measureCalls(metrics, stopwatch)]),
    ...(traced === undefined ? [] : [traced.around]),
  ];
  const troubles = metrics?.counter({
    name: "handbill_store_refused_total",
    help: "Requests refused in front of the store, and batches given up.",
    labels: ["operation", "cause"],
  });
  // From the beginning at 0, so that the first growth shows.
  if (troubles !== undefined) {
    for (const operation of queuedOperations)
      for (const cause of batcherTroubles) troubles(0, operation, cause);
  }
  return {
    answers: observeAnswers({
      observers: [createAccessLog(accessLog, log), metrics && measureAnswers(metrics)],
      tracing,
      nameEndpoint: (line) => endpointName(findPath(line)),
      stopwatch,
    }),
    store: (store) => observedStore(store, around),
    observeServe: isActive ? createObserveServe({ metrics, tracing, stopwatch }) : undefined,
    onTrouble: troubles && ((operation, cause, n) => troubles(n, operation, cause)),
    origins: traced?.origins,
    onLimiterFailed: limiterFailures(metrics),
    watch: (parts) => {
      if (metrics !== undefined) watchParts(metrics, parts);
    },
  };
}

/** Returns a function that counts a failure of the limiter. */
export function limiterFailures(metrics: Metrics | undefined): (() => void) | undefined {
  const failures = metrics?.counter({
    name: "handbill_limiter_failures_total",
    help: "Failures of the rate limiter. Requests passed without limits.",
  });
  return failures && (() => failures(1));
}

/** Counts and times answers. Management answers have the endpoints `manage` and `console`. */
export function measureAnswers(metrics: Metrics): NoteAnswer {
  const requests = metrics.counter({
    name: "handbill_requests_total",
    help: "Answered requests. The reason is the code of the error, or the reason for no ad.",
    labels: ["endpoint", "status", "reason"],
  });
  const seconds = metrics.histogram(
    { name: "handbill_request_seconds", help: "Time from the request to its answer.", labels: ["endpoint"] },
    callSeconds,
  );
  return ({ endpoint, status, reason, durationMs }) => {
    requests(1, endpoint, String(status), reason);
    seconds(durationMs / 1_000, endpoint);
  };
}

function watchParts(metrics: Metrics, { feed, counter, queues, admission }: ObservedParts): void {
  const gauge = (name: string, help: string, read: () => number | undefined): void =>
    metrics.gauge({ name, help }, (set) => {
      const value = read();
      if (value !== undefined) set(value);
    });
  const ageOf = (): number | undefined => {
    const ageMs = feed.state()?.ageMs;
    return ageMs === undefined ? undefined : ageMs / 1_000;
  };
  gauge("handbill_catalog_age_seconds", "Time since the catalogue was last compared with the store.", ageOf);
  gauge("handbill_catalog_version", "The number of the catalogue's version.", () => versionNumber(feed));
  gauge("handbill_counts_waiting", "Lines of statistics that are not stored yet.", counter.size);
  gauge(
    "handbill_counts_lost",
    "Events that were dropped since the start, because too many lines wait.",
    counter.dropped,
  );
  gauge("handbill_requests_under_way", "Requests under way.", admission.underWay);
  gauge(
    "handbill_requests_limit",
    "The most requests under way before further ones are refused.",
    admission.limit,
  );
  metrics.gauge(
    { name: "handbill_store_queue", help: "Requests that wait for the next batch.", labels: ["operation"] },
    (set) => {
      for (const [operation, n] of Object.entries(queues.waiting())) set(n, operation);
    },
  );
}

/** The digits at the end of a version, which grow with every change. `undefined`: the store's versions have none. */
function versionNumber(feed: CatalogFeed): number | undefined {
  const digits = /\d{1,15}$/.exec(feed.state()?.version ?? "")?.[0];
  return digits === undefined ? undefined : Number(digits);
}
