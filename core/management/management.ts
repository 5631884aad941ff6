import type { Connection, HttpRequest, HttpResponse } from "../contract/http.ts";
import type { Handbill } from "../handbill.ts";
import { consoleLog, createFailureLog, type Log, safeLog } from "../log.ts";
import { countLog } from "../metrics/count-log.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { MetricsRegistry } from "../metrics/registry.ts";
import { usableMetrics, usableTracing, withFaults, withObservation } from "../metrics/usable.ts";
import { checkHost } from "../pipeline/host.ts";
import { logConfigErrors } from "../pipeline/log-config-errors.ts";
import { createAccessLog, observeAnswers } from "../pipeline/observe-answers.ts";
import { createPrefix } from "../pipeline/paths.ts";
import { platformWait } from "../pipeline/platform-wait.ts";
import { withRequestId } from "../pipeline/responses.ts";
import { createRouter } from "../pipeline/router.ts";
import { limiterFailures, measureAnswers, type ObservationOptions } from "../pipeline/serving-observer.ts";
import { discardBody, readRequest, writeResponse } from "../pipeline/web-standard.ts";
import { logUnknownAddress } from "../ratelimit/client-network.ts";
import { guardLimiter } from "../ratelimit/guard-limiter.ts";
import { createMemoryRateLimiter } from "../ratelimit/memory-rate-limiter.ts";
import type { RateLimiter } from "../ratelimit/rate-limiter.ts";
import { toBase64Url } from "../signing/base64url.ts";
import type { Random } from "../signing/random.ts";
import type { Clock } from "../timing/clock.ts";
import { createDeadlines } from "../timing/deadlines.ts";
import { usableSources } from "../usable-sources.ts";
import { callRoute, type RouteResult } from "./call-route.ts";
import { createCatalogView } from "./catalog-view.ts";
import type { CreateConsole } from "./console.ts";
import { createCurrencyReader } from "./currency.ts";
import { answerDescription } from "./description-page.ts";
import { createHourlyAudit } from "./hourly-audit.ts";
import type { LedgerBalance } from "./ledger-balance.ts";
import { createCallLimits } from "./limit-calls.ts";
import { answerMetrics } from "./metrics-page.ts";
import { openWebhooks } from "./open-webhooks.ts";
import { managedBase as base, createFindPage, describedAt, type ManagedPage } from "./paths.ts";
import type { Authorize } from "./principal.ts";
import { type ManagementProblem, managementProblemResponse } from "./problem.ts";
import type { ManagedStore, Route } from "./route.ts";
import { routes } from "./routes.ts";
import { readSettings, type SettingsOptions } from "./settings.ts";
import { createTopicTraining } from "./topic-training.ts";
import { watchStore } from "./watch-store.ts";
import type { AddressRules } from "./webhooks/address.ts";
import type { WebhookFetch } from "./webhooks/post.ts";

/** The options of {@link createManagement}. */
export interface ManagementOptions extends SettingsOptions, ObservationOptions {
  /** The store of the installation, the same as the server's. */
  readonly store: ManagedStore;
  /**
   * The server on this store. It explains requests, and its maintenance also delivers webhooks. Default: none; explain
   * calls answer 503.
   */
  readonly handbill?: (Pick<Handbill, "explain"> & Partial<Pick<Handbill, "alsoMaintain">>) | undefined;
  /** Identifies callers by the host's own means, before tokens are checked. Default: tokens only. */
  readonly authorize?: Authorize | undefined;
  /** The addresses that webhooks may have. Default: public https. */
  readonly webhookAddresses?: AddressRules | undefined;
  /**
   * Sends messages to webhooks. Default on Node, Bun and Deno: connects only to addresses that `webhookAddresses`
   * allows, whatever a name resolves to (also `createWebhookFetch` of `handbill/node`). Default on other platforms:
   * their `fetch`, and a warning in the log.
   */
  readonly webhookFetch?: WebhookFetch | undefined;
  /** The console below `/console`: `createConsole()` of `handbill/console`. Default: none. */
  readonly console?: CreateConsole | undefined;
  /**
   * Also serves the description at `/openapi.json`, for a server without pages of its own. Default false.
   * `/api/v1/manage/openapi.json` always serves it.
   */
  readonly openApiAtRoot?: boolean | undefined;
  /**
   * Counts writes and failed sign-ins. Default: a limiter in the memory of this process. A shared limiter counts for
   * all instances.
   */
  readonly limiter?: RateLimiter | undefined;
  /** Receives log entries. Default: JSON lines on the console's error stream. */
  readonly log?: Log | undefined;
  /**
   * Receives measurements, the same as the server's. `createMetrics()` is also served at `/api/v1/manage/metrics`. Default: none.
   */
  readonly metrics?: (Metrics & Partial<Pick<MetricsRegistry, "text">>) | undefined;
  /** For tests. Default: the system clock. */
  readonly clock?: Clock | undefined;
  /** For tests. Default: the platform's cryptographic random source. */
  readonly random?: Random | undefined;
}

/**
 * The management side, for operators, publishers and advertisers. Its handler is separate from the one that serves ads.
 */
export interface Management {
  /** Answers one web-standard request. Never rejects. */
  readonly fetch: (request: Request, connection?: Connection) => Promise<Response>;
  /** Answers one request without web-standard objects. Never rejects. */
  readonly answer: (request: HttpRequest) => Promise<HttpResponse>;
  /**
   * Whether a path (or URL) belongs to the management side: below `/api/v1/manage/`, and `/console` if there is a
   * console; with or without the path of the base URL. Reads the base URL when called.
   */
  readonly handles: (target: string) => boolean;
  /** The errors in the settings, those of serving included, each with what to do. Until they are corrected calls get 503. */
  readonly faults: () => readonly string[];
  /**
   * Collects events and delivers them to webhooks. A long-running server calls it every few seconds, a serverless host
   * from a cron job. Takes about 15 seconds at most. Rejects when the store is unreachable; the next call does the
   * remaining work. Without calls the same happens after answers. Pass the option `handbill`, so that a process without
   * visits to its management pages collects events of ad requests, too. Also audits the ledger, see `lastAudit`.
   */
  readonly maintain: () => Promise<void>;
  /**
   * The result of the last audit of the ledger by this process. In each hour one process of an installation audits, as a part of its
   * maintenance. `undefined`: this process has not audited yet.
   */
  readonly lastAudit: () => LedgerBalance | undefined;
}

const requestIdBytes = 16;
/** Training the topics of a large catalogue takes a while. */
const requestTimeoutMs = 120_000;

const noRoute: ManagementProblem = {
  problem: "not_found",
  detail: `GET ${describedAt} lists the endpoints below ${base}.`,
};

/**
 * Creates the management side of an installation on its store. Does no I/O and never throws. Missing configuration
 * answers 503 and is logged.
 */
export function createManagement(given: ManagementOptions): Management {
  // A program without types may pass nothing.
  const options: ManagementOptions = Object(given);
  const metrics = usableMetrics(options.metrics);
  const tracing = usableTracing(options.tracing);
  const log = countLog(safeLog(options.log ?? consoleLog), metrics);
  const sources = usableSources(options);
  const { clock, random } = sources;
  const { store } = options;
  const createPages = typeof options.console === "function" ? options.console : undefined;
  const consoleFaults =
    createPages === options.console
      ? []
      : ["Pass createConsole() of handbill/console as the option console, or leave it out."];
  const settings = logConfigErrors(
    () =>
      withFaults(withObservation(readSettings(options), options), [...consoleFaults, ...sources.faults()]),
    log,
  );
  const readView = createCatalogView(store);
  const readCurrency = createCurrencyReader(store, log);
  const webhooks = openWebhooks({
    store,
    readView,
    readCurrency,
    settings,
    clock,
    random,
    log,
    metrics,
    tracing,
    addresses: options.webhookAddresses,
    fetch: options.webhookFetch,
  });
  const hourlyAudit = createHourlyAudit({ store, readView, clock, random, log });
  if (metrics !== undefined) watchStore(metrics, store, hourlyAudit);
  options.handbill?.alsoMaintain?.(webhooks.run);
  options.handbill?.alsoMaintain?.(hourlyAudit.run);
  const deadlines = createDeadlines({
    subject: "The store",
    timeoutMs: () => requestTimeoutMs,
    keepTimer: false,
  });
  const logFailure = createFailureLog(log, clock);
  const training = createTopicTraining();
  const limiter = options.limiter ?? createMemoryRateLimiter({ clock });
  const callLimits = createCallLimits(
    guardLimiter(limiter, { clock, log, onFailed: limiterFailures(metrics) }),
    logUnknownAddress(log),
  );
  const call = (route: Route, request: HttpRequest, id: string): Promise<RouteResult> =>
    deadlines.within(
      callRoute(route, request, id, {
        store,
        readView,
        clock,
        random,
        authorize: options.authorize,
        settings,
        readCurrency,
        webhooks: webhooks.tools,
        explain: options.handbill?.explain,
        consoleLink: pages?.link,
        training,
        callLimits,
      }),
    );
  const dispatch = createRouter<HttpRequest, RouteResult>({
    routes: [...Map.groupBy(routes, ({ path }) => path)].map(([path, ofPath]) => ({
      path,
      methods: Object.fromEntries(
        ofPath.map((route) => [route.method, (request: HttpRequest, id: string) => call(route, request, id)]),
      ),
    })),
    notFound: () => ({ problem: noRoute }),
    methodNotAllowed: (allow) => ({
      problem: { problem: "method_not_allowed", detail: `Use ${allow}.`, headers: { allow } },
    }),
  });
  const pages = createPages?.({
    store,
    readView,
    routes,
    settings,
    readCurrency,
    authorize: options.authorize,
    webhooks: webhooks.tools,
    explain: options.handbill?.explain,
    training,
    callLimits,
    limiter,
    clock,
    random,
  });
  const findPage = createFindPage({
    prefix: createPrefix(options),
    hasConsole: pages !== undefined,
    openApiAtRoot: options.openApiAtRoot === true,
  });
  const resultOf = async (page: ManagedPage | undefined, request: HttpRequest): Promise<RouteResult> => {
    if (page?.kind === "endpoint") return dispatch(request.method, page.path, request);
    if (page?.kind !== "metrics") return { problem: noRoute };
    const { authorize } = options;
    return answerMetrics(request, { text: metrics?.text, settings, authorize, callLimits });
  };
  const answerAs = async (request: HttpRequest, requestId: string): Promise<HttpResponse> => {
    try {
      const refused = checkHost(request);
      if (refused !== undefined) return managementProblemResponse(refused, requestId);
      const page = findPage(request.target);
      if (pages !== undefined && page?.kind === "console") {
        return await deadlines.within(pages(request, page.path));
      }
      if (page?.kind === "description") return answerDescription(request, requestId);
      const result = await resultOf(page, request);
      return "response" in result ? result.response : managementProblemResponse(result.problem, requestId);
    } catch (error) {
      logFailure(error, requestId);
      return managementProblemResponse(unavailable, requestId);
    }
  };
  const observer = observeAnswers({
    observers: [createAccessLog(options.accessLog, log), metrics && measureAnswers(metrics)],
    tracing,
    nameEndpoint: ({ target }) => (findPage(target)?.kind === "console" ? "console" : "manage"),
  });
  const answerNow = observer.around(async (request) => {
    const requestId = toBase64Url(random(requestIdBytes));
    return withRequestId(await answerAs(request, requestId), () => requestId);
  });
  const answer = async (request: HttpRequest): Promise<HttpResponse> => {
    const waitUntil = request.waitUntil ?? platformWait();
    const response = await answerNow(request);
    webhooks.afterAnswer(waitUntil, request.method !== "GET" && request.method !== "HEAD");
    return response;
  };
  return {
    answer,
    faults: () => {
      const read = settings();
      return read.ok ? [] : read.faults;
    },
    maintain: async () => {
      await Promise.all([webhooks.run(), hourlyAudit.run()]);
    },
    lastAudit: hourlyAudit.last,
    fetch: async (request, connection) => {
      const response = await answer(readRequest(request, connection));
      await discardBody(request);
      return writeResponse(response);
    },
    handles: (target) => findPage(target)?.isClaimed === true,
  };
}

const unavailable: ManagementProblem = {
  problem: "unavailable",
  detail:
    "The store does not answer. Before you repeat a change, read the object again: the change may be stored.",
  headers: { "retry-after": "1" },
};
