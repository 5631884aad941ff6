import { createBatcher } from "./billing/batcher.ts";
import { releaseExpiredHolds } from "./billing/release.ts";
import { type ConfigurationOptions, type ConfigurationResult, readConfiguration } from "./configuration.ts";
import { createNetworkHash } from "./pipeline/client-network.ts";
import type { Connection, HttpRequest, HttpResponse } from "./pipeline/http.ts";
import { consoleLog, describeError, type Log } from "./pipeline/log.ts";
import { createMemoryRateLimiter } from "./pipeline/memory-ratelimit.ts";
import { isOurs } from "./pipeline/paths.ts";
import { createPipeline } from "./pipeline/pipeline.ts";
import { readRequest, writeResponse } from "./pipeline/web-standard.ts";
import type { RateLimiter } from "./ratelimit.ts";
import { createCounter } from "./reporting/counter.ts";
import { createCatalogFeed } from "./selection/catalog-feed.ts";
import { drawFrom } from "./selection/draw.ts";
import { createExhausted } from "./selection/exhausted.ts";
import { createCreativeCache } from "./serving/creative-cache.ts";
import { type Random, systemRandom } from "./signing/random.ts";
import {
  type DeliveryEvent,
  type IssueOrder,
  type IssueOutcome,
  maxBatch,
  type RecordOutcome,
  type ServingStore,
} from "./storage.ts";
import { type Clock, systemClock } from "./timing/clock.ts";

export interface HandbillOptions extends ConfigurationOptions {
  readonly store: ServingStore;
  /** Default: a limiter in the memory of this process. */
  readonly limiter?: RateLimiter | undefined;
  /** Default: JSON lines on the console's error stream. */
  readonly log?: Log | undefined;
  /** For tests. Money is judged by the store's clock, not by this one. */
  readonly clock?: Clock | undefined;
  /** For tests. */
  readonly random?: Random | undefined;
}

/** An ad server. Its functions need no `this`. */
export interface Handbill {
  /** Answers one request; never rejects. */
  readonly fetch: (request: Request, connection?: Connection) => Promise<Response>;
  /** The same, without web-standard objects. */
  readonly answer: (request: HttpRequest) => Promise<HttpResponse>;
  /** Whether a path (or URL) is one of ours; a host passes on what is not. */
  readonly handles: (target: string) => boolean;
  /**
   * Releases expired holds and writes pending counts. A long-lived server calls it every few seconds, a serverless
   * host from a cron. Rejects when the store cannot be reached; what was not done is done the next time.
   */
  readonly maintain: () => Promise<void>;
  /** Waits until every accepted write is confirmed, and writes pending counts. The store stays open. */
  readonly close: () => Promise<void>;
}

/** Waiting writes of one kind; past it requests get 503 at once. */
const maxWaiting = 10_000;

/** Makes an ad server on a store. Opens, reads and throws nothing: what is missing is said by 503 and in the log. */
export function createHandbill(options: HandbillOptions): Handbill {
  const { store } = options;
  const log = options.log ?? consoleLog;
  const clock = options.clock ?? systemClock;
  const random = options.random ?? systemRandom;
  const counter = createCounter(clock);
  const exhausted = createExhausted(store);
  const feed = createCatalogFeed(store, clock, exhausted.recheck);
  const issues = createBatcher<IssueOrder, IssueOutcome>({
    run: (orders) => store.issue(orders),
    identity: (order) => order.deliveryId,
    repeated: (first) => first,
    maxBatch,
    maxWaiting,
  });
  const records = createBatcher<DeliveryEvent, RecordOutcome>({
    run: (events) => store.record(events),
    identity: identityOf,
    repeated: (first) =>
      first.outcome === "recorded" ? { outcome: "duplicate", delivery: first.delivery } : first,
    maxBatch,
    maxWaiting,
  });
  const answer = createPipeline({
    configuration: onceRight(() => readConfiguration(options), log),
    feed,
    limiter: options.limiter ?? createMemoryRateLimiter({ clock }),
    networkHash: createNetworkHash(),
    log,
    services: {
      exhausted,
      counter,
      issue: issues.submit,
      record: records.submit,
      findDelivery: async (id) => (await store.findDeliveries([id]))[0],
      findCreative: createCreativeCache(store),
      clock,
      random,
      draw: drawFrom(random),
    },
  });
  const flushCounts = async (): Promise<void> => {
    const counts = counter.take();
    for (let start = 0; start < counts.length; start += maxBatch) {
      await store.addCounts(counts.slice(start, start + maxBatch));
    }
  };
  return {
    answer,
    fetch: async (request, connection) => writeResponse(await answer(readRequest(request, connection))),
    handles: isOurs,
    maintain: async () => {
      await flushCounts();
      await releaseExpiredHolds(store);
    },
    close: async () => {
      await issues.drained();
      await records.drained();
      await flushCounts().catch((error: unknown) => {
        log({ level: "warn", message: "The last counts were lost.", error: describeError(error) });
      });
    },
  };
}

function identityOf(event: DeliveryEvent): string {
  return event.kind === "press"
    ? `press ${event.scene} ${event.button} ${event.deliveryId}`
    : `${event.kind} ${event.deliveryId}`;
}

/** Reads until it is right, then keeps it; says each new set of faults once. */
function onceRight(read: () => ConfigurationResult, log: Log): () => ConfigurationResult {
  let right: ConfigurationResult | undefined;
  let said = "";
  return () => {
    if (right !== undefined) return right;
    const result = read();
    if (result.ok) right = result;
    else if (result.faults.join() !== said) {
      said = result.faults.join();
      for (const fault of result.faults) log({ level: "error", message: fault });
    }
    return result;
  };
}
