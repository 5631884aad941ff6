import type { Configuration } from "../configuration.ts";
import type { HttpRequest, HttpResponse } from "../contract/http.ts";
import { isProblem, type Problem } from "../contract/problem.ts";
import { createFailureLog } from "../log.ts";
import { toBase64Url } from "../signing/base64url.ts";
import { answerClick } from "./click-endpoint.ts";
import type { PipelineContext } from "./context.ts";
import { preflight, readableByPages } from "./cors.ts";
import { ads, botAds, interactions, views } from "./endpoints.ts";
import { checkHost } from "./host.ts";
import { answerJson, type Endpoint, networkLimit } from "./json-endpoint.ts";
import { limitRate } from "./limit-rate.ts";
import { disclosurePage, testAdPage, testImage } from "./pages.ts";
import { ok, problemResponse } from "./responses.ts";
import { createRouter, type Route } from "./router.ts";

type Answer = HttpResponse | Problem;
type Handler = (request: HttpRequest, parameter: string) => Promise<Answer>;

const requestIdBytes = 16;

const notFound: Problem = {
  problem: "not_found",
  detail:
    "The endpoints are POST /api/v1/web/ads, /web/interact, /web/seen, /api/v1/ad and GET /api/v1/click/:id.",
};
const unavailable: Problem = {
  problem: "unavailable",
  detail: "The service cannot answer now. Try again later; do not repeat an ad request.",
  headers: { "retry-after": "1" },
};
const notConfigured: Problem = {
  problem: "not_configured",
  detail: "The service is not set up yet. Its operator finds what to do in its log.",
  headers: { "retry-after": "30" },
};

/** Request → Response, top to bottom as in contract.md §4. Never rejects. */
export function createPipeline(engine: PipelineContext): (request: HttpRequest) => Promise<HttpResponse> {
  const routes: readonly Route<HttpRequest, Answer>[] = [
    web("/api/v1/web/ads", calls(ads)),
    web("/api/v1/web/seen", calls(views)),
    web("/api/v1/web/interact", calls(interactions)),
    { path: "/api/v1/ad", methods: { POST: calls(botAds) } },
    { path: "/api/v1/click/:id", methods: getAndHead(configured(link)) },
    { path: "/api/v1/pages/disclosure", methods: getAndHead(async () => disclosurePage) },
    { path: "/api/v1/pages/test-ad", methods: getAndHead(async () => testAdPage) },
    { path: "/api/v1/pages/test-ad.svg", methods: getAndHead(async () => testImage) },
    { path: "/livez", methods: getAndHead(async () => ok({ ok: true })) },
    { path: "/readyz", methods: getAndHead(configured(readiness)) },
  ];
  const dispatch = createRouter<HttpRequest, Answer>({
    routes,
    notFound: () => notFound,
    methodNotAllowed: (allow) => ({
      problem: "method_not_allowed",
      detail: `Use ${allow}.`,
      headers: { allow },
    }),
  });

  const logFailure = createFailureLog(engine.log, engine.services.clock);

  return async (request) => {
    const path = engine.findPath(request);
    const refused = checkHost(request);
    const response =
      refused !== undefined || path === undefined
        ? writeProblem(refused ?? notFound)
        : await guarded(request, path);
    const readable = path?.startsWith("/api/v1/web/") ? readableByPages(response) : response;
    return request.method === "HEAD" ? { ...readable, body: "" } : readable;
  };

  async function guarded(request: HttpRequest, path: string): Promise<HttpResponse> {
    try {
      const answer = await dispatch(request.method, path, request);
      return isProblem(answer) ? writeProblem(answer) : answer;
    } catch (error) {
      const requestId = newRequestId();
      logFailure(error, requestId);
      return writeProblem(unavailable, requestId);
    }
  }

  function newRequestId(): string {
    return toBase64Url(engine.services.random(requestIdBytes));
  }

  function writeProblem(problem: Problem, requestId: string = newRequestId()): HttpResponse {
    engine.services.counter.add({
      metric: "rejected",
      reason: problem.problem,
      platformId: "",
      placement: "",
      format: "",
      language: "",
    });
    return problemResponse(problem, requestId);
  }

  /** Without its secret and base URL an installation can sign and link nothing. */
  function configured(
    handle: (request: HttpRequest, parameter: string, configuration: Configuration) => Promise<Answer>,
  ): Handler {
    return (request, parameter) => {
      const result = engine.configuration();
      return result.ok ? handle(request, parameter, result.configuration) : Promise.resolve(notConfigured);
    };
  }

  function calls<Body extends { readonly platform_id: string }, Result extends object>(
    endpoint: Endpoint<Body, Result>,
  ): Handler {
    return configured((request, _parameter, configuration) =>
      answerJson(endpoint, request, configuration, engine),
    );
  }

  async function link(request: HttpRequest, id: string, configuration: Configuration): Promise<Answer> {
    const limited = await limitRate(
      engine.limiter,
      networkLimit("requestsPerNetwork", request, configuration, engine),
    );
    if (limited !== undefined) return limited;
    const snapshot = await engine.feed.current();
    return answerClick(id, request, { ...engine.services, configuration, snapshot });
  }

  async function readiness(): Promise<Answer> {
    await engine.readiness();
    return ok({ ok: true });
  }
}

/** A web endpoint: POST, and the preflight of a browser. */
function web(path: string, post: Handler): Route<HttpRequest, Answer> {
  return { path, methods: { POST: post, OPTIONS: async () => preflight() } };
}

function getAndHead(handler: Handler): Route<HttpRequest, Answer>["methods"] {
  return { GET: handler, HEAD: handler };
}
