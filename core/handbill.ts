import { type ConfigurationOptions, type ConfigurationResult, readConfiguration } from "./configuration.ts";
import type { Connection, HttpRequest, HttpResponse } from "./contract/http.ts";
import { consoleLog, createFailureLog, describeError, type Log, safeLog } from "./log.ts";
import { createAdmission } from "./pipeline/admission.ts";
import { logConfigErrors } from "./pipeline/log-config-errors.ts";
import { createGate, type RequestLine } from "./pipeline/overload.ts";
import { createPrefix, type FindPath, isOurs, ownPath } from "./pipeline/paths.ts";
import { createPipeline } from "./pipeline/pipeline.ts";
import { platformWait } from "./pipeline/platform-wait.ts";
import { createReadiness } from "./pipeline/readiness.ts";
import { createUnknownKeyLog } from "./pipeline/unknown-key-log.ts";
import { discardBody, readRequest, writeResponse } from "./pipeline/web-standard.ts";
import { createNetworkHash, sayUnknownAddress } from "./ratelimit/client-network.ts";
import { guardLimiter } from "./ratelimit/guard-limiter.ts";
import { createMemoryRateLimiter } from "./ratelimit/memory-rate-limiter.ts";
import type { RateLimiter } from "./ratelimit/rate-limiter.ts";
import { createCountWriter } from "./reporting/count-writer.ts";
import { createCounter } from "./reporting/counter.ts";
import { createBudgetBlockList } from "./selection/budget-block-list.ts";
import { createCatalogFeed } from "./selection/catalog-feed.ts";
import { createLiveIndex } from "./selection/live-index.ts";
import { createPacer } from "./selection/pacing/pacer.ts";
import { drawFrom } from "./selection/tie-sampling.ts";
import { createViewRates } from "./selection/view-rates.ts";
import { createCreativeCache } from "./serving/creative-cache.ts";
import { type ExplainRequest, explainAt, type RequestExplanation } from "./serving/explain-request.ts";
import { createLastShown } from "./serving/last-impression.ts";
import { createLastCapped } from "./serving/recent-cap-refusals.ts";
import { createUpkeep } from "./serving/upkeep.ts";
import { type Random, systemRandom } from "./signing/random.ts";
import { createBatcher } from "./storage/batcher.ts";
import type { Delivery, DeliveryEvent, IssueOrder, IssueOutcome, RecordOutcome } from "./storage/delivery.ts";
import { maxBatch, type ServingStore } from "./storage/serving-store.ts";
import {
  defaultStoreTimeoutMs,
  readStoreTimeout,
  type StoreTimeoutOptions,
  withStoreTimeout,
} from "./storage/store-timeout.ts";
import { storeWithTimeout } from "./storage/store-with-timeout.ts";
import { type Clock, systemClock } from "./timing/clock.ts";
import { createDeadlines, systemPause, systemStopwatch, systemTimer, TimedOut } from "./timing/deadlines.ts";

export interface HandbillOptions extends ConfigurationOptions, StoreTimeoutOptions {
  readonly store: ServingStore;
  /**
   * Answer `/livez` and `/readyz`, below the path of the base URL too. Default false: a host may have such pages of its own.
   * `serve` of the runtimes and `toVercel` answer them in any case.
   */
  readonly health?: boolean | undefined;
  /**
   * Default: a limiter in the memory of this process. One that fails or does not answer within 300 ms refuses nobody;
   * it is left alone for a second.
   */
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
  /**
   * Why this ad, or why none: what selection makes of each campaign for a request, as this instance sees it now. For
   * operators; `createManagement` offers it under `/api/v1/manage/explain`. Rejects when the store cannot be reached.
   */
  readonly explain: (request: ExplainRequest) => Promise<RequestExplanation>;
  /**
   * For runtimes, before a request is made anything of: the 503 of a request for which there is no room now (contract.md §4), by its
   * method, its target and the address of its peer. `undefined`: call `answer` or `fetch`.
   */
  readonly refuse: (request: RequestLine, clientAddress?: string) => HttpResponse | undefined;
  /**
   * Whether a path (or URL) is one of our endpoints: exactly so, or below the path of the base URL. A host passes on any other.
   * Reads the base URL when called; while there is none, only paths that begin with `/api/v1/` are ours.
   */
  readonly handles: (target: string) => boolean;
  /**
   * Releases expired holds and writes pending counts. A long-lived server calls it every few seconds, a serverless
   * host from a cron. Rejects when the store cannot be reached; what was not done is done the next time.
   *
   * A host that forgets it loses nothing while it runs: after its answers, and by a timer that does not keep a process alive,
   * counts are written when they are 5 s old (at once with `waitUntil`, see {@link Connection}), and expired holds are
   * released every 30 s. The log then says once that `maintain` is not called.
   */
  readonly maintain: () => Promise<void>;
  /** Has `work` done with every maintenance, behind answers too: `createManagement` delivers webhooks this way. */
  readonly alsoMaintain: (work: () => Promise<void>) => void;
  /**
   * Waits until every accepted write is confirmed, and writes pending counts. The store stays open. What is not
   * confirmed within `withinMs` milliseconds (default: the store's timeout) is answered 503. Rejects when writes are
   * left of which nobody knows whether they were stored; no request that they belong to was answered 200.
   */
  readonly close: (withinMs?: number) => Promise<void>;
}

/** Requests that wait for one kind of write; past it they get 503 at once. */
const maxWaiting = 10_000;

/** While more wait than one batch takes, no longer than this (milliseconds): an ad is of use for 800 ms or so. */
const maxWaitMs = 400;

/** A store's operation ends before its request does, so that the request's own answer says what was wrong. */
const operationShare = 0.9;

/** Makes an ad server on a store. Opens, reads and throws nothing: what is missing is said by 503 and in the log. */
export function createHandbill(options: HandbillOptions): Handbill {
  const log = safeLog(options.log ?? consoleLog);
  const clock = options.clock ?? systemClock;
  const random = options.random ?? systemRandom;
  const timeoutMs = once(() => readStoreTimeout(options) ?? defaultStoreTimeoutMs);
  const operations = createDeadlines({ subject: "The store", timeoutMs: () => timeoutMs() * operationShare });
  const requests = createDeadlines({ subject: "The store", timeoutMs });
  const store = storeWithTimeout(options.store, operations);
  const counter = createCounter(clock);
  const draw = drawFrom(random);
  const lineup = createLiveIndex({
    draw,
    pause: systemPause,
    onFailed: (error) =>
      log({ level: "error", message: "Campaigns could not be ranked.", error: describeError(error) }),
  });
  const exhausted = createBudgetBlockList(store, lineup.active);
  const viewRates = createViewRates(store, lineup.rerank);
  const creatives = createCreativeCache(store, lineup);
  const feed = createCatalogFeed(store, clock, {
    onChange: (change) => {
      // What was delivered of them may still be seen.
      if (!change.isReload) for (const id of change.touched) lineup.creativesOf(id).forEach(creatives.note);
      lineup.change(change);
    },
    onChecked: async (snapshot, isFirst) => {
      lineup.keepTime(storeClock());
      // Nobody waits for it, and it never rejects. Not at the start: the first requests would wait behind it.
      if (!isFirst) void viewRates.learn(storeClock(), snapshot);
      pacer.check(snapshot);
      await exhausted.recheck(snapshot);
    },
  });
  const { storeClock } = feed;
  const readiness = createReadiness(feed.refresh, clock);
  const pacer = createPacer({ store, clock: storeClock, participation: lineup.active, draw });
  const queue = { maxBatch, maxWaiting, maxWaitMs, deadlines: operations };
  const issues = createBatcher<IssueOrder, IssueOutcome>({
    run: (orders) => readiness.watch(store.issue(orders)),
    identity: (order) => order.deliveryId,
    repeated: (first) => first,
    ...queue,
  });
  const records = createBatcher<DeliveryEvent, RecordOutcome>({
    run: (events) => readiness.watch(store.record(events)),
    identity: identityOf,
    repeated: (first) =>
      first.outcome === "recorded" ? { outcome: "duplicate", delivery: first.delivery } : first,
    ...queue,
  });
  const finds = createBatcher<string, { readonly delivery: Delivery | undefined }>({
    run: async (ids) => (await readiness.watch(store.findDeliveries(ids))).map((delivery) => ({ delivery })),
    identity: (id) => id,
    repeated: (first) => first,
    ...queue,
  });
  const logFailure = createFailureLog(log, clock);
  const prefix = createPrefix(options);
  const hasHealth = options.health === true;
  const findPath: FindPath = ({ target, answersHealth }) =>
    ownPath(target, prefix(), answersHealth ?? hasHealth);
  const admission = createAdmission(systemStopwatch);
  const gate = createGate({ admission, random, onRefused: logFailure, findPath });
  const pipeline = createPipeline({
    gate,
    deadlines: requests,
    onTooLate: logFailure,
    findPath,
    configuration: onceRight(
      logConfigErrors(() => withStoreTimeout(readConfiguration(options), options), log),
    ),
    feed,
    readiness: readiness.check,
    limiter:
      options.limiter === undefined
        ? createMemoryRateLimiter({ clock })
        : guardLimiter(options.limiter, { clock, log }),
    networkHash: createNetworkHash(sayUnknownAddress(log)),
    log,
    services: {
      lineup,
      exhausted,
      lastCapped: createLastCapped(),
      lastShown: createLastShown(),
      counter,
      issue: issues.submit,
      issuePaced: pacer.around(issues.submit),
      record: records.submit,
      findDelivery: async (id) => (await finds.submit(id)).delivery,
      creatives,
      noteUnknownKey: createUnknownKeyLog(log, clock),
      clock: storeClock,
      random,
      draw,
    },
  });
  const { within } = operations;
  const counts = createCountWriter({ counter, store: options.store, within, clock, log });
  const upkeep = createUpkeep({ store, counter, counts, clock, log });
  const answer = async (request: HttpRequest): Promise<HttpResponse> => {
    // Looked for before anything is waited for: afterwards it may be that of another request.
    const waitUntil = request.waitUntil ?? platformWait();
    const response = await pipeline(request);
    upkeep.afterAnswer(waitUntil);
    return response;
  };
  return {
    answer,
    refuse: gate.refuseEarly,
    fetch: async (request, connection) => {
      const response = await answer(readRequest(request, connection));
      await discardBody(request);
      return writeResponse(response);
    },
    handles: (target) => isOurs(target, prefix(), hasHealth),
    explain: async (request) =>
      explainAt(request, { snapshot: await feed.refresh(), lineup, now: storeClock() }),
    maintain: upkeep.maintain,
    alsoMaintain: upkeep.alsoMaintain,
    close: async (withinMs) => {
      upkeep.stop();
      let gaveUp = false;
      const cancel = systemTimer(withinMs ?? timeoutMs(), () => {
        gaveUp = true;
        operations.missAll();
        requests.missAll();
      });
      for (const { drained } of [issues, records, finds]) await drained();
      const unknown = issues.hanging() + records.hanging();
      const isAway = gaveUp || unknown > 0;
      const flushed = isAway ? Promise.reject(new TimedOut("The store does not answer.")) : counts.write();
      await flushed.catch((error: unknown) => {
        log({ level: "warn", message: "The last counts were lost.", error: describeError(error) });
      });
      cancel();
      operations.releaseTimer();
      requests.releaseTimer();
      if (unknown > 0) throw new TimedOut(unknownWrites(unknown));
    },
  };
}

function unknownWrites(batches: number): string {
  return `The store did not answer ${batches} batches of writes in time. They may have been stored or not; the requests were answered 503, and repeating one of them is safe.`;
}

function identityOf(event: DeliveryEvent): string {
  return event.kind === "press"
    ? `press ${event.scene} ${event.button} ${event.deliveryId}`
    : `${event.kind} ${event.deliveryId}`;
}

function once<T>(read: () => T): () => T {
  let value: { readonly of: T } | undefined;
  return () => {
    value ??= { of: read() };
    return value.of;
  };
}

/** Reads until it is right, then keeps it. */
function onceRight(read: () => ConfigurationResult): () => ConfigurationResult {
  let right: ConfigurationResult | undefined;
  return () => {
    if (right !== undefined) return right;
    const result = read();
    if (result.ok) right = result;
    return result;
  };
}
