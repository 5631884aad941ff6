import type { Configuration } from "../configuration.ts";
import type { IdentityUse } from "../consent/consent.ts";
import type { HttpRequest, HttpResponse } from "../contract/http.ts";
import type { Identity } from "../contract/identity.ts";
import { isProblem, type Problem } from "../contract/problem.ts";
import { createFailureLog } from "../log.ts";
import type { Caller } from "../serving/requester.ts";
import { toBase64Url } from "../signing/base64url.ts";
import { hashIdentity } from "../signing/identity-hash.ts";
import {
  authenticate,
  bothCredentials,
  isWellFormed,
  readCredentials,
  unauthorized,
} from "./authenticate.ts";
import { answerClick } from "./click-endpoint.ts";
import type { PipelineContext } from "./context.ts";
import { preflight, readableByPages } from "./cors.ts";
import { adBatches, ads, botAds, type Endpoint, interactions, reports, views } from "./endpoints.ts";
import { checkHost } from "./host.ts";
import { judgeCall } from "./judge-call.ts";
import { limitRate } from "./limit-rate.ts";
import { limitFailedAuth, networkLimit } from "./network-limit.ts";
import { disclosurePage, testAdPage, testImage } from "./pages.ts";
import { parseBody, readBody } from "./read-json.ts";
import { createRequestDeadline } from "./request-deadline.ts";
import { headersOnly, ok, problemResponse, unavailable, withRequestId } from "./responses.ts";
import { createRouter, type Route } from "./router.ts";

type Answer = HttpResponse | Problem;
type Handler = (request: HttpRequest, parameter: string) => Promise<Answer>;

const requestIdBytes = 16;

const notFound: Problem = {
  problem: "not_found",
  detail:
    "The endpoints are POST /api/v1/web/ads, /web/ads/batch, /web/interact, /web/seen, /web/report, /api/v1/ad and GET /api/v1/click/:id.",
};
const draining: Problem = { ...unavailable, detail: "This instance is about to stop. Ask another one." };
const notConfigured: Problem = {
  problem: "not_configured",
  detail: "The service is not set up yet. The server's log tells its operator what is missing.",
  headers: { "retry-after": "30" },
};

/** Request → Response, top to bottom as in contract.md §4. Never rejects. */
export function createPipeline(context: PipelineContext): (request: HttpRequest) => Promise<HttpResponse> {
  const { gate, services } = context;
  const logFailure = createFailureLog(context.log, services.clock);
  const withDeadline = createRequestDeadline({ ...context, newRequestId });

  const dispatch = createRouter<HttpRequest, Answer>({
    routes: [
      web("/api/v1/web/ads", call(ads)),
      web("/api/v1/web/ads/batch", call(adBatches)),
      web("/api/v1/web/seen", call(views)),
      web("/api/v1/web/interact", call(interactions)),
      web("/api/v1/web/report", call(reports)),
      { path: "/api/v1/ad", methods: { POST: call(botAds) } },
      { path: "/api/v1/click/:id", methods: getAndHead(configured(click)) },
      { path: "/api/v1/pages/disclosure", methods: getAndHead(async () => disclosurePage) },
      { path: "/api/v1/pages/test-ad", methods: getAndHead(async () => testAdPage) },
      { path: "/api/v1/pages/test-ad.svg", methods: getAndHead(async () => testImage) },
      { path: "/livez", methods: getAndHead(async () => ok({ ok: true })) },
      { path: "/readyz", methods: getAndHead(configured(readiness)) },
    ],
    notFound: () => notFound,
    methodNotAllowed: (allow) => ({
      problem: "method_not_allowed",
      detail: `Use ${allow}.`,
      headers: { allow },
    }),
  });

  /** Every request: an early refusal, or host, path, endpoint, and the headers that all answers of a path have. */
  return async (request) => {
    const refusal = gate.refuseEarly(request, request.clientAddress);
    if (refusal !== undefined) return refusal;
    const path = context.findPath(request);
    const refused = checkHost(request);
    const response =
      refused !== undefined || path === undefined
        ? writeProblem(refused ?? notFound)
        : await guarded(() => dispatch(request.method, path, request));
    const readable = path?.startsWith("/api/v1/web/") ? readableByPages(response) : response;
    const named = withRequestId(readable, newRequestId);
    return request.method === "HEAD" ? headersOnly(named) : named;
  };

  /**
   * An endpoint that takes JSON: body, admission and deadline, fields, authentication, limits, answer. The deadline begins when
   * the body is there, because a slow client is no reason to refuse it.
   */
  function call<Body extends { readonly platform_id: string }, Result extends object>(
    endpoint: Endpoint<Body, Result>,
  ): Handler {
    return configured(async (request, _parameter, configuration) => {
      const bytes = await readBody(request);
      if (isProblem(bytes)) return bytes;
      return admitted(request, async () => {
        await context.nextTick();
        return answerCall(endpoint, request, bytes, configuration);
      });
    });
  }

  async function answerCall<Body extends { readonly platform_id: string }, Result extends object>(
    endpoint: Endpoint<Body, Result>,
    request: HttpRequest,
    bytes: Uint8Array,
    configuration: Configuration,
  ): Promise<Answer> {
    const credentials = readCredentials(request);
    const early = endpoint.refuseEarly?.(credentials);
    if (early !== undefined) return limitFailedAuth(early, request, configuration, context);

    const body = parseBody(endpoint.schema, request, bytes);
    if (isProblem(body)) return body;
    if (credentials.kind === "both") return bothCredentials;
    const identity = endpoint.identify(body, credentials.kind === "browser");
    if (isProblem(identity)) return identity;

    if (!isWellFormed(credentials)) return limitFailedAuth(unauthorized, request, configuration, context);
    const snapshot = await context.feed.current();
    const caller = authenticate(credentials, body.platform_id, snapshot, services.clock());
    if (isProblem(caller)) return limitFailedAuth(caller, request, configuration, context);
    const refused = endpoint.check?.(body, caller);
    if (refused !== undefined) return refused;
    const use = await endpoint.identityUse(body, request, context.consent);
    const userKey = userKeyFor(use, identity, caller, configuration);
    const judged = await judgeCall({ endpoint, request, body, caller, userKey }, configuration, context);
    if (isProblem(judged)) return judged;

    const holder = { caller: caller.kind, platformId: caller.platform.id, identity };
    const requester = { caller, holder, userKey, ...judged };
    const serve = (own: typeof services): Promise<Result | Problem> =>
      endpoint.serve(body, requester, { ...own, configuration, snapshot });
    const headers = judged.refused?.headers;
    if (context.observeServe === undefined) return answerOf(await serve(services), headers);
    const { result, reason } = await context.observeServe(endpoint, services, serve);
    return answerOf(result, headers, reason);
  }

  /** A click link: admission and deadline, limits, judgement, answer. A click has no identity but its delivery's. */
  function click(request: HttpRequest, id: string, configuration: Configuration): Promise<Answer> {
    return admitted(request, async () => {
      const network = context.networkHash(request, configuration);
      const limits = networkLimit("requestsPerNetwork", network, configuration, context);
      const limited = await limitRate(context.limiter, limits);
      if (limited !== undefined) return limited;
      const snapshot = await context.feed.current();
      return answerClick(id, { request, network }, { ...services, configuration, snapshot }, context);
    });
  }

  function readiness(request: HttpRequest): Promise<Answer> {
    return admitted(request, async () => {
      return (await context.readiness()) ? ok({ ok: true }) : draining;
    });
  }

  /** An installation without a secret and a base URL can neither sign nor link. */
  function configured(
    handle: (request: HttpRequest, parameter: string, configuration: Configuration) => Promise<Answer>,
  ): Handler {
    return (request, parameter) => {
      const result = context.configuration();
      return result.ok ? handle(request, parameter, result.configuration) : Promise.resolve(notConfigured);
    };
  }

  /** Answers 503 at once when there is no room, and 503 when the answer misses the deadline (contract.md §7). */
  function admitted(request: HttpRequest, answer: () => Promise<Answer>): Promise<HttpResponse> {
    const admission = gate.admission.enter(request.clientAddress);
    if (admission === undefined) return Promise.resolve(gate.refuse(request));
    return withDeadline(
      () => guarded(answer),
      () => gate.admission.leave(admission),
    );
  }

  async function guarded(answer: () => Promise<Answer>): Promise<HttpResponse> {
    try {
      const answered = await answer();
      return isProblem(answered) ? writeProblem(answered) : answered;
    } catch (error) {
      const requestId = newRequestId();
      logFailure(error, requestId);
      return writeProblem(unavailable, requestId);
    }
  }

  function newRequestId(): string {
    return toBase64Url(services.random(requestIdBytes));
  }

  function writeProblem(problem: Problem, requestId: string = newRequestId()): HttpResponse {
    services.counter.add({
      metric: "rejected",
      reason: problem.problem,
      platformId: "",
      placement: "",
      format: "",
      language: "",
    });
    return problemResponse(problem, requestId);
  }
}

function answerOf(result: object, headers: HttpResponse["headers"] | undefined, reason?: string): Answer {
  if (isProblem(result)) return result;
  const answer = ok(result, reason);
  return headers === undefined ? answer : { ...answer, headers: { ...answer.headers, ...headers } };
}

/** A web endpoint: POST, and the preflight of a browser. */
function web(path: string, post: Handler): Route<HttpRequest, Answer> {
  return { path, methods: { POST: post, OPTIONS: async () => preflight() } };
}

function getAndHead(handler: Handler): Route<HttpRequest, Answer>["methods"] {
  return { GET: handler, HEAD: handler };
}

/** The keyed hash of an identity. Empty: the identity is not used beyond its delivery. */
function userKeyFor(
  use: IdentityUse,
  identity: Identity,
  { platform }: Caller,
  { keyring }: Configuration,
): string {
  return use === "full" ? hashIdentity(keyring.identity, platform.id, identity) : "";
}
