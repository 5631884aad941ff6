import { type ConfigurationOptions, type ConfigurationResult, readConfiguration } from "./configuration.ts";
import { type ConsentPolicy, createConsent, type ReadConsent } from "./consent/consent.ts";
import type { Connection, HttpRequest, HttpResponse } from "./contract/http.ts";
import { consoleLog, createFailureLog, describeError, type Log, safeLog } from "./log.ts";
import { createAdmission } from "./pipeline/admission.ts";
import { logConfigErrors } from "./pipeline/log-config-errors.ts";
import { createGate, type RequestLine } from "./pipeline/overload.ts";
import { createPrefix, type FindPath, isServicePath, servicePath } from "./pipeline/paths.ts";
import { createPipeline } from "./pipeline/pipeline.ts";
import { platformWait } from "./pipeline/platform-wait.ts";
import { createReadiness } from "./pipeline/readiness.ts";
import { createUnknownKeyLog } from "./pipeline/unknown-key-log.ts";
import { discardBody, readRequest, writeResponse } from "./pipeline/web-standard.ts";
import { createNetworkHash, logUnknownAddress } from "./ratelimit/client-network.ts";
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
import { createIsFirstReport } from "./serving/first-report.ts";
import { createLastImpression } from "./serving/last-impression.ts";
import { createRecentCapRefusals } from "./serving/recent-cap-refusals.ts";
import { createStoreQueues } from "./serving/store-queues.ts";
import { createUpkeep } from "./serving/upkeep.ts";
import { type Random, systemRandom } from "./signing/random.ts";
import type { ServingStore } from "./storage/serving-store.ts";
import {
  defaultStoreTimeoutMs,
  readStoreTimeout,
  type StoreTimeoutOptions,
  withStoreTimeout,
} from "./storage/store-timeout.ts";
import { storeWithTimeout } from "./storage/store-with-timeout.ts";
import { type Clock, systemClock } from "./timing/clock.ts";
import { createDeadlines, systemPause, systemStopwatch, systemTimer, TimedOut } from "./timing/deadlines.ts";
import type { Classify } from "./traffic/classify.ts";
import { createTrafficJudge } from "./traffic/judge.ts";
import { createLearningShare } from "./traffic/learning-share.ts";
import { createNetworkOfDay } from "./traffic/network-of-day.ts";
import { createUnprovenHolds } from "./traffic/unproven-holds.ts";

/** The options of {@link createHandbill}. */
export interface HandbillOptions extends ConfigurationOptions, StoreTimeoutOptions {
  /** The store that serves: an adapter such as `createMemoryStore` or `openPostgres`. The application closes it. */
  readonly store: ServingStore;
  /**
   * Answers `/livez` and `/readyz`, also below the path of the base URL. Default false: a host may have such pages
   * itself. `serve` of the runtimes and `toVercel` always answer them.
   */
  readonly health?: boolean | undefined;
  /**
   * Counts requests for the rate limits. Default: a limiter in the memory of this process. If a limiter fails or takes
   * longer than 300 ms, requests pass without limits, and it is not called again for a second.
   */
  readonly limiter?: RateLimiter | undefined;
  /**
   * Judges traffic by what you know: a view, press, click or ad request that your hook excludes or marks. If it fails or
   * takes longer than 100 ms, it judges nothing, and it is not called again for a second.
   */
  readonly classify?: Classify | undefined;
  /**
   * Decides whether an ad request may use the identity beyond its own delivery. Default: not with Global Privacy Control
   * (`Sec-GPC: 1`), nor with a consent string that does not allow storage.
   */
  readonly consent?: ConsentPolicy | undefined;
  /** Reads consent strings: `readConsentStrings` of `handbill/consent`. Default: none; a string counts as missing consent. */
  readonly readConsent?: ReadConsent | undefined;
  /** Receives log entries. Default: JSON lines on the console's error stream. */
  readonly log?: Log | undefined;
  /** For tests. Default: the system clock. Money depends on the store's clock, not on this one. */
  readonly clock?: Clock | undefined;
  /** For tests. Default: the platform's cryptographic random source. */
  readonly random?: Random | undefined;
}

/** An ad server. Its functions need no `this`. */
export interface Handbill {
  /** Answers one web-standard request. Never rejects. */
  readonly fetch: (request: Request, connection?: Connection) => Promise<Response>;
  /** Answers one request without web-standard objects. Never rejects. */
  readonly answer: (request: HttpRequest) => Promise<HttpResponse>;
  /**
   * Explains an ad decision: the verdict of selection on each campaign for a request, as this instance sees it now. For
   * operators; `createManagement` offers it under `/api/v1/manage/explain`. Rejects when the store is unreachable.
   */
  readonly explain: (request: ExplainRequest) => Promise<RequestExplanation>;
  /**
   * For runtimes, before they parse a request. Returns the 503 answer if the server is overloaded (contract.md §4),
   * judged by the method, the target and the address of the peer. `undefined`: call `answer` or `fetch`.
   */
  readonly refuse: (request: RequestLine, clientAddress?: string) => HttpResponse | undefined;
  /**
   * Whether a path (or URL) belongs to Handbill: an exact endpoint, or one below the path of the base URL. A host
   * handles every other path itself. Reads the base URL when called; without a base URL, true only for paths that begin
   * with `/api/v1/`.
   */
  readonly handles: (target: string) => boolean;
  /**
   * Releases expired holds and writes pending counts. A long-running server calls it every few seconds, a serverless
   * host from a cron job. Rejects when the store is unreachable; the next call does the remaining work.
   *
   * A host that never calls it loses nothing while it runs. After answers, and by a timer that keeps no process alive,
   * counts are written when they are 5 s old (at once with `waitUntil`, see {@link Connection}), and expired holds are
   * released every 30 s. The log then warns once that `maintain` is not called.
   */
  readonly maintain: () => Promise<void>;
  /**
   * Registers `work` to run with every maintenance, also after answers. `createManagement` delivers webhooks this way.
   */
  readonly alsoMaintain: (work: () => Promise<void>) => void;
  /**
   * Waits until every accepted write is confirmed, and writes pending counts. The store stays open. Requests that are
   * not confirmed within `withinMs` milliseconds (default: the store's timeout) get 503. Rejects when the outcome of
   * some writes is unknown; no request of such a write got 200.
   */
  readonly close: (withinMs?: number) => Promise<void>;
}

/** A store operation times out before its request does, so that the request's answer names the cause. */
const operationShare = 0.9;

/** Creates an ad server on a store. Does no I/O and never throws. Missing configuration answers 503 and is logged. */
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
  const liveIndex = createLiveIndex({
    draw,
    pause: systemPause,
    onFailed: (error) =>
      log({ level: "error", message: "Campaigns could not be ranked.", error: describeError(error) }),
  });
  const budgetBlockList = createBudgetBlockList(store, liveIndex.active);
  const viewRates = createViewRates(store, liveIndex.rerank);
  const creatives = createCreativeCache(store, liveIndex);
  const feed = createCatalogFeed(store, clock, {
    onChange: (change) => {
      // Views of delivered ads may still arrive.
      if (!change.isReload)
        for (const id of change.touched) liveIndex.creativesOf(id).forEach(creatives.note);
      liveIndex.change(change);
    },
    onChecked: async (snapshot, isFirst) => {
      liveIndex.keepTime(storeClock());
      // No request waits for it, and it never rejects. The first refresh skips it, because the first requests would
      // wait behind it.
      if (!isFirst) void viewRates.learn(storeClock(), snapshot);
      pacer.check(snapshot);
      await budgetBlockList.recheck(snapshot);
    },
  });
  const { storeClock } = feed;
  const readiness = createReadiness(feed.refresh, clock);
  const pacer = createPacer({ store, clock: storeClock, participation: liveIndex.active, draw });
  const queues = createStoreQueues({ store, deadlines: operations, watch: readiness.watch });
  const configuration = onceValid(
    logConfigErrors(() => withStoreTimeout(readConfiguration(options), options), log),
  );
  const limiter =
    options.limiter === undefined
      ? createMemoryRateLimiter({ clock })
      : guardLimiter(options.limiter, { clock, log });
  const judge = createTrafficJudge({ classify: options.classify, clock, log });
  const holds = createUnprovenHolds({ limiter, unconfirmed: judge.unconfirmed, clock });
  const logFailure = createFailureLog(log, clock);
  const prefix = createPrefix(options);
  const hasHealth = options.health === true;
  const findPath: FindPath = ({ target, answersHealth }) =>
    servicePath(target, prefix(), answersHealth ?? hasHealth);
  const admission = createAdmission(systemStopwatch);
  const gate = createGate({ admission, random, onRefused: logFailure, findPath });
  const pipeline = createPipeline({
    gate,
    deadlines: requests,
    onTooLate: logFailure,
    findPath,
    configuration,
    feed,
    readiness: readiness.check,
    limiter,
    networkHash: createNetworkHash(),
    onUnknownAddress: logUnknownAddress(log),
    judge,
    consent: createConsent({ policy: options.consent, readConsent: options.readConsent, log }),
    log,
    services: {
      liveIndex,
      budgetBlockList,
      recentCapRefusals: createRecentCapRefusals(),
      lastImpression: createLastImpression(),
      counter,
      unconfirmed: judge.unconfirmed,
      holds,
      learning: createLearningShare(clock, draw),
      networkOfDay: createNetworkOfDay(clock),
      issue: queues.issue,
      issuePaced: pacer.around(queues.issue),
      record: queues.record,
      findDelivery: queues.findDelivery,
      isFirstReport: createIsFirstReport(limiter),
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
    // Read before the first await: afterwards it may belong to another request.
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
    handles: (target) => isServicePath(target, prefix(), hasHealth),
    explain: async (request) =>
      explainAt(request, { snapshot: await feed.refresh(), liveIndex, now: storeClock() }),
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
      await queues.drained();
      const unknown = queues.unknownWrites();
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
  return `The store did not answer ${batches} batches of writes in time. Their outcome is unknown. The requests got 503, and repeating them is safe.`;
}

function once<T>(read: () => T): () => T {
  let value: { readonly of: T } | undefined;
  return () => {
    value ??= { of: read() };
    return value.of;
  };
}

/** Reads until the configuration is valid, then keeps it. */
function onceValid(read: () => ConfigurationResult): () => ConfigurationResult {
  let valid: ConfigurationResult | undefined;
  return () => {
    if (valid !== undefined) return valid;
    const result = read();
    if (result.ok) valid = result;
    return result;
  };
}
