import * as v from "valibot";
import type { HttpRequest, HttpResponse } from "../../core/contract/http.ts";
import { isProblem } from "../../core/contract/problem.ts";
import type { CatalogView } from "../../core/management/catalog-view.ts";
import { type ManagementProblem, managementProblemResponse } from "../../core/management/problem.ts";
import { isAllowedOrigin } from "../../core/pipeline/allowed-origin.ts";
import { preflight, readableByPages } from "../../core/pipeline/cors.ts";
import { limitRate } from "../../core/pipeline/limit-rate.ts";
import { parseBody, readBody } from "../../core/pipeline/read-json.ts";
import { ok } from "../../core/pipeline/responses.ts";
import { explainInWords } from "../../core/serving/explain-in-words.ts";
import { explainRequest } from "../../core/serving/explain-request.ts";
import { toBase64Url } from "../../core/signing/base64url.ts";
import type { AuthenticatedTools } from "./authenticated-pages.ts";
import { type DebugGrant, openDebugToken } from "./debug-link.ts";
import type { SignInTools } from "./sign-in.ts";

/** The path of the endpoint below `/console/`. */
export const debugPath = "debug";

const maxTokenLength = 4_096;
const requestIdBytes = 16;
/** Explaining looks at every campaign. */
const rate = { limit: 60, windowMs: 60_000 } as const;
const explainName = "explain-request";

const question = v.strictObject({
  token: v.pipe(v.string(), v.maxLength(maxTokenLength)),
  /** The request to explain. Absent: only the link is checked. */
  request: v.optional(explainRequest),
  /** The delivery that the request got. */
  delivery_id: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{22}$/))),
});

type Tools = Pick<
  SignInTools,
  "request" | "seal" | "settings" | "readView" | "callLimits" | "clock" | "random"
> &
  Pick<SignInTools, "limiter"> &
  Pick<AuthenticatedTools, "routes" | "store" | "readCurrency" | "explain">;

/**
 * `POST /console/debug`: checks a debug link and explains a request of its platform to the debug overlay of a page. The token is the
 * only credential: no key, no session, no cookie.
 */
export async function answerDebug(tools: Tools): Promise<HttpResponse> {
  const { request, random } = tools;
  if (request.method === "OPTIONS") return preflight();
  const answer = await explainTo(request, tools);
  if (!("problem" in answer)) return readableByPages(ok(answer));
  return readableByPages(managementProblemResponse(answer, toBase64Url(random(requestIdBytes))));
}

async function explainTo(request: HttpRequest, tools: Tools): Promise<object | ManagementProblem> {
  if (request.method !== "POST") {
    return { problem: "method_not_allowed", detail: "Use POST.", headers: { allow: "POST" } };
  }
  const bytes = await readBody(request);
  if (isProblem(bytes)) return bytes;
  const sent = parseBody(question, request, bytes);
  if (isProblem(sent)) return invalidRequest(sent.detail);
  const grant = openDebugToken(sent.token, tools.seal);
  if (grant === undefined) {
    return (
      (await tools.callLimits.failedSignIn(request, tools.settings)) ??
      refuse("This debug link is not valid: its signature is wrong.")
    );
  }
  if (tools.clock() >= grant.expiresAt)
    return refuse("This debug link has expired: it works for 15 minutes.");
  const view = await tools.readView();
  const refused = refusalOf(grant, request.header("origin"), view);
  if (refused !== undefined) return refused;
  const { platformId: platform, expiresAt } = grant;
  if (sent.request === undefined) return { platform, expiresAt };
  if (sent.request.platform_id !== platform) {
    return refuse(`This debug link is for the platform ${platform} only.`);
  }
  const limits = [{ name: "debugPerPlatform", rate, subject: platform }];
  const limited = await limitRate(tools.limiter, limits);
  if (limited !== undefined) {
    return { problem: "rate_limited", detail: limited.detail, headers: limited.headers };
  }
  const currency = await tools.readCurrency(tools.settings.currency);
  if (tools.explain === undefined || !currency.ok) {
    return { problem: "not_configured", detail: "No ad server runs beside this console." };
  }
  const [delivery] =
    sent.delivery_id === undefined ? [] : await tools.store.findDeliveries([sent.delivery_id]);
  const mayExplain = tools.routes.some(
    ({ name, roles }) => name === explainName && roles.includes(grant.role),
  );
  const words = explainInWords(await tools.explain(sent.request), {
    currency: currency.currency,
    winner: delivery?.platformId === platform ? delivery.campaignId : undefined,
    nameOf: mayExplain ? (id) => view.campaigns.get(id)?.name ?? id : undefined,
  });
  return { platform, expiresAt, why: words };
}

/** Also refuses a link whose platform has lost the site since. */
function refusalOf(
  { platformId, origin }: DebugGrant,
  sentFrom: string | undefined,
  { platforms }: CatalogView,
): ManagementProblem | undefined {
  const allowed = platforms.get(platformId)?.allowedOrigins ?? [];
  if (sentFrom !== origin) return refuse(`This debug link is for pages of ${origin} only.`);
  return isAllowedOrigin(origin, allowed)
    ? undefined
    : refuse(`${origin} is not an allowed site of the platform ${platformId}.`);
}

function refuse(detail: string): ManagementProblem {
  return { problem: "forbidden", detail: `${detail} Make a new one on the platform's page of the console.` };
}

function invalidRequest(detail: string): ManagementProblem {
  return { problem: "invalid_request", detail };
}
