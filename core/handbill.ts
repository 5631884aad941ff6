import { type ConsentPolicy, createConsent, type ReadConsent } from "./consent/consent.ts";
import type { Connection, HttpRequest, HttpResponse } from "./contract/http.ts";
import { createAdmission } from "./pipeline/admission.ts";
import { createGate, type RequestLine } from "./pipeline/overload.ts";
import { createPrefix, type FindPath, isServicePath, servicePath } from "./pipeline/paths.ts";
import { createPipeline } from "./pipeline/pipeline.ts";
import { platformWait } from "./pipeline/platform-wait.ts";
import { createReadiness } from "./pipeline/readiness.ts";
import { createServingObserver, type ObservationOptions } from "./pipeline/serving-observer.ts";
import { discardBody, readRequest, writeResponse } from "./pipeline/web-standard.ts";
import { guardLimiter } from "./ratelimit/guard-limiter.ts";
import type { RateLimiter } from "./ratelimit/rate-limiter.ts";
import { createCountWriter } from "./reporting/count-writer.ts";
import { createAwayCampaigns } from "./selection/away-campaigns.ts";
import { createBudgetBlockList } from "./selection/budget-block-list.ts";
import { type CatalogFeedHooks, createCatalogFeed } from "./selection/catalog-feed.ts";
import { createPacer } from "./selection/pacing/pacer.ts";
import { createViewRates } from "./selection/view-rates.ts";
import { createClose } from "./serving/close.ts";
import { createCreativeCache } from "./serving/creative-cache.ts";
import { type ExplainRequest, explainAt, type RequestExplanation } from "./serving/explain-request.ts";
import { createIsFirstReport } from "./serving/first-report.ts";
import { createSensitiveFinder } from "./serving/sensitive-text.ts";
import { createStoreQueues } from "./serving/store-queues.ts";
import { createUpkeep } from "./serving/upkeep.ts";
import { createSharedState, type SharedState, type SharedStateOptions } from "./shared-state.ts";
import type { ServingStore } from "./storage/serving-store.ts";
import { storeWithTimeout } from "./storage/store-with-timeout.ts";
import { createDeadlines, systemPause } from "./timing/deadlines.ts";
import { createNextTick } from "./timing/next-tick.ts";
import { systemTiming, type Timing } from "./timing/system-timing.ts";
import type { Classify } from "./traffic/classify.ts";
import { createTrafficJudge } from "./traffic/judge.ts";
import { createUnprovenHolds } from "./traffic/unproven-holds.ts";

/** The options of {@link createHandbill}. */
export interface HandbillOptions extends SharedStateOptions, ObservationOptions {
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
   * Judges traffic by your own knowledge: excludes or marks a view, press, click or ad request. If the hook fails or takes
   * longer than 100 ms, its judgement is ignored, and it is not called again for a second.
   */
  readonly classify?: Classify | undefined;
  /**
   * Decides whether an ad request may use the identity beyond its own delivery. Default: not with Global Privacy Control
   * (`Sec-GPC: 1`), nor with a consent string that does not allow storage.
   */
  readonly consent?: ConsentPolicy | undefined;
  /** Reads consent strings: `readConsentStrings` of `handbill/consent`. Default: none; a string counts as missing consent. */
  readonly readConsent?: ReadConsent | undefined;
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
   * judged by the method, the target and the address of the peer. `undefined`: call `answer` or `fetch`. `hasWaited`: the
   * request may have waited for 0.4 s before the runtime read it.
   */
  readonly refuse: (
    request: RequestLine,
    clientAddress?: string,
    hasWaited?: boolean,
  ) => HttpResponse | undefined;
  /**
   * Whether a path (or URL) belongs to Handbill: an exact endpoint, or one below the path of the base URL. A host
   * handles every other path itself. Reads the base URL when called; without a base URL, true only for paths that begin
   * with `/api/v1/`.
   */
  readonly handles: (target: string) => boolean;
  /** The errors in the settings, each with its remedy; empty without errors. Until they are corrected requests get 503. */
  readonly faults: () => readonly string[];
  /**
   * Loads the patterns of sensitive subjects, about half a second of work for which the first ad request with a text would wait.
   * `serve` calls it before it listens; a serverless function starts without it.
   */
  readonly warmUp: () => Promise<void>;
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
  /** Stores the pending counts of this process now, so that a report includes them. Rejects when the store is unreachable. */
  readonly storeCounts: () => Promise<void>;
  /**
   * Announces the end of this instance: `/readyz` answers 503 from now on, so that a load balancer sends its requests to others.
   * Everything else goes on until `close`.
   */
  readonly drain: () => void;
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
export function createHandbill(given: HandbillOptions): Handbill {
  // A program without types may pass nothing.
  const options: HandbillOptions = Object(given);
  return createInstance(options, createSharedState(options, systemPause));
}

/**
 * Creates an ad server over a state that others may share. Promises, timers, turns and queues are its own. The options of the state are
 * those that it was created with. A simulation passes a `timing` of its own; then nothing waits for the platform.
 */
export function createInstance(
  options: HandbillOptions,
  state: SharedState,
  timing: Timing = systemTiming,
): Handbill {
  const { timer, stopwatch } = timing;
  const { log, clock, random, draw, timeoutMs, counter, liveIndex, logFailure } = state;
  const waits = { subject: "The store", timer, stopwatch };
  const operations = createDeadlines({ ...waits, timeoutMs: () => timeoutMs() * operationShare });
  const requests = createDeadlines({ ...waits, timeoutMs });
  const prefix = createPrefix(options);
  const hasHealth = options.health === true;
  const findPath: FindPath = ({ target, answersHealth }) =>
    servicePath(target, prefix(), answersHealth ?? hasHealth);
  const observer = createServingObserver(options, log, findPath, stopwatch);
  const observed = observer.store(options.store);
  const store = storeWithTimeout(observed, operations);
  const budgetBlockList = createBudgetBlockList(store, liveIndex.active, state.budgetBlocks);
  const awayCampaigns = createAwayCampaigns(() => store.places, liveIndex.active, state.awayCampaigns);
  const viewRates = createViewRates(store, liveIndex.rerank, state.viewRates);
  const creatives = createCreativeCache(store, liveIndex, state.creatives);
  const feedHooks: CatalogFeedHooks = {
    onChange: (change) => {
      // Views of delivered ads may still arrive.
      if (!change.isReload)
        for (const id of change.touched) liveIndex.creativesOf(id).forEach(creatives.note);
      liveIndex.change(change);
      awayCampaigns.change(change);
    },
    onChecked: async (snapshot, isFirst) => {
      awayCampaigns.check(snapshot);
      liveIndex.keepTime(storeClock());
      // No request waits for it, and it never rejects. The first refresh skips it, because the first requests would
      // wait behind it.
      if (!isFirst) void viewRates.learn(storeClock(), snapshot);
      pacer.check(snapshot);
      await budgetBlockList.recheck(snapshot);
    },
  };
  const feed = createCatalogFeed(store, clock, feedHooks, state.feed);
  const { storeClock } = feed;
  let isDraining = false;
  const readiness = createReadiness(feed.refresh, clock);
  const pacer = createPacer({
    store,
    clock: storeClock,
    participation: liveIndex.active,
    draw,
    state: state.pacer,
  });
  const queues = createStoreQueues({
    store,
    deadlines: operations,
    watch: readiness.watch,
    onTrouble: observer.onTrouble,
    origins: observer.origins,
  });
  const sensitive = createSensitiveFinder(options.sensitiveSubjects, state.sensitive);
  const limiter =
    options.limiter === undefined
      ? state.memoryLimiter
      : guardLimiter(options.limiter, {
          clock,
          log,
          onFailed: observer.onLimiterFailed,
          state: state.limiterGuard,
          timer,
          stopwatch,
        });
  const judge = createTrafficJudge({ classify: options.classify, clock, log, state: state.judge });
  const holds = createUnprovenHolds({
    limiter,
    unconfirmed: judge.unconfirmed,
    clock,
    state: state.holds,
  });
  const admission = createAdmission(stopwatch);
  const gate = createGate({ admission, random, onRefused: logFailure, findPath });
  const answerRequest = createPipeline({
    gate,
    observeServe: observer.observeServe,
    nextTick: createNextTick(timing),
    deadlines: requests,
    onTooLate: logFailure,
    findPath,
    configuration: state.configuration,
    feed,
    readiness: async () => {
      if (isDraining) return false;
      await readiness.check();
      return true;
    },
    limiter,
    networkHash: state.networkHash,
    onUnknownAddress: state.onUnknownAddress,
    judge,
    consent: createConsent({
      policy: options.consent,
      readConsent: options.readConsent,
      log,
      logged: state.consentWarnings,
    }),
    log,
    services: {
      liveIndex,
      budgetBlockList,
      recentCapRefusals: state.recentCapRefusals,
      recentCreatives: state.recentCreatives,
      counter,
      unconfirmed: judge.unconfirmed,
      holds,
      learning: state.learning,
      networkOfDay: state.networkOfDay,
      get places() {
        return store.places;
      },
      issue: queues.issue,
      issuePaced: pacer.around(queues.issue),
      record: queues.record,
      findDelivery: queues.findDelivery,
      isFirstReport: createIsFirstReport(limiter),
      creatives,
      findSensitive: sensitive.find,
      noteUnknownKey: state.noteUnknownKey,
      clock: storeClock,
      random,
      draw,
    },
  });
  observer.watch({ feed, counter, queues, admission });
  const pipeline = observer.answers.around(answerRequest);
  const { within } = operations;
  const counts = createCountWriter({ counter, store: observed, within, clock, log, state: state.counts });
  const upkeep = createUpkeep({
    store,
    counter,
    counts,
    clock,
    log,
    state: state.upkeep,
    timer: timing.quietTimer,
  });
  const answer = async (request: HttpRequest): Promise<HttpResponse> => {
    // Read before the first await: afterwards it may belong to another request.
    const waitUntil = request.waitUntil ?? platformWait();
    const response = await pipeline(request);
    upkeep.afterAnswer(waitUntil);
    return response;
  };
  return {
    answer,
    refuse: observer.answers.aroundRefusal(gate.refuseEarly),
    fetch: async (request, connection) => {
      const response = await answer(readRequest(request, connection));
      await discardBody(request);
      return writeResponse(response);
    },
    handles: (target) => isServicePath(target, prefix(), hasHealth),
    warmUp: async () => {
      if (state.configuration().ok) await sensitive.load();
    },
    faults: () => {
      const read = state.configuration();
      return read.ok ? [] : read.faults;
    },
    explain: async (request) => {
      const snapshot = await feed.refresh();
      return explainAt(request, { snapshot, liveIndex, findSensitive: sensitive.find, now: storeClock() });
    },
    maintain: upkeep.maintain,
    alsoMaintain: upkeep.alsoMaintain,
    storeCounts: counts.write,
    drain: () => {
      isDraining = true;
    },
    close: createClose({ upkeep, queues, counts, timer, timeoutMs, deadlines: [operations, requests], log }),
  };
}
