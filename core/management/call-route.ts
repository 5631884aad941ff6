import type { HttpRequest, HttpResponse } from "../contract/http.ts";
import { isProblem } from "../contract/problem.ts";
import type { Handbill } from "../handbill.ts";
import { type BodyProblem, parseJson, readBody } from "../pipeline/read-json.ts";
import type { Random } from "../signing/random.ts";
import { amountTooLargeText, isAmountTooLarge } from "../storage/amount-too-large.ts";
import type { Clock } from "../timing/clock.ts";
import { type CatalogView, keyIn } from "./catalog-view.ts";
import type { ReadCurrency } from "./currency.ts";
import { decodeSegment } from "./decode-segment.ts";
import { isTooDeep, maxJsonDepth } from "./json-depth.ts";
import type { CallLimits } from "./limit-calls.ts";
import {
  type Authorize,
  authenticateToken,
  browserRefused,
  mayBeToken,
  type Principal,
  unauthorized,
} from "./principal.ts";
import { invalid, invalidField, type ManagementProblem } from "./problem.ts";
import {
  type CreateConsoleLink,
  type ManagedStore,
  type Route,
  type RouteAnswer,
  type WebhookTools,
  writesOf,
} from "./route.ts";
import type { ManagementSettings, SettingsResult } from "./settings.ts";
import type { TopicTraining } from "./topic-training.ts";

/** The answer of a call, or the reason of its refusal. */
export type RouteResult = { readonly response: HttpResponse } | { readonly problem: ManagementProblem };

/** The tools of every call. */
export interface CallOptions {
  readonly store: ManagedStore;
  readonly readView: () => Promise<CatalogView>;
  readonly training: TopicTraining;
  readonly callLimits: CallLimits;
  readonly clock: Clock;
  readonly random: Random;
  readonly authorize: Authorize | undefined;
  readonly settings: () => SettingsResult;
  readonly readCurrency: ReadCurrency;
  readonly webhooks: (secrets: readonly string[]) => WebhookTools;
  readonly explain: Handbill["explain"] | undefined;
  readonly consoleLink: CreateConsoleLink | undefined;
}

const tooDeep: BodyProblem = {
  problem: "invalid_request",
  detail: `Nest objects and lists at most ${maxJsonDepth} deep.`,
};
const always = { "cache-control": "no-store", "x-content-type-options": "nosniff" };

/**
 * Checks a call in this order, then runs the route: browser, identity, role, currency, limit of writes, body, id, query. The limit comes
 * after the body if the body decides whether it counts.
 */
export async function callRoute(
  route: Route,
  request: HttpRequest,
  id: string,
  options: CallOptions,
): Promise<RouteResult> {
  if (request.header("origin") !== undefined) return { problem: browserRefused };
  const settings = options.settings();
  if (!settings.ok) return { problem: notConfigured };
  const { secrets, allowLocalUrls, leastPriceMicros, review, limits, keyring } = settings.settings;
  const caller = await identify(request, settings.settings, options);
  if (caller === undefined) return { problem: await refuseUnknown(request, settings.settings, options) };
  const { principal, view } = caller;
  if (!route.roles.includes(principal.role)) return { problem: forbidden(route) };
  const read = await options.readCurrency(settings.settings.currency);
  if (!read.ok) return { problem: notConfigured };
  const decoded = decodeSegment(id);
  const count = async (json?: unknown): Promise<ManagementProblem | undefined> => {
    const writes = writesOf(route, { id: decoded ?? "", body: json }, caller);
    return writes === 0 ? undefined : options.callLimits.write(principal, settings.settings, writes);
  };
  const isByBody = typeof route.isNeverRefused === "function";
  const limited = isByBody ? undefined : await count();
  if (limited !== undefined) return { problem: limited };
  const body = await readRouteBody(request, route.maxBodyBytes ?? limits.objectBytes);
  if (isProblem(body)) {
    return { problem: body.problem === "invalid_request" ? invalidField("", body.detail) : body };
  }
  const late = isByBody ? await count(body.json) : undefined;
  if (late !== undefined) return { problem: late };
  if (decoded === undefined)
    return { problem: invalidField("id", "Percent-encode the id as a part of a URL path.") };
  const query = readQuery(request.target);
  if (query === undefined)
    return { problem: invalid([{ path: "", message: "Send each query parameter once." }]) };
  const input = { id: decoded, query, body: body.json, header: (name: string) => request.header(name) };
  const run = route.run(input, {
    principal,
    view,
    store: options.store,
    readView: options.readView,
    clock: options.clock,
    random: options.random,
    webhooks: options.webhooks(secrets),
    allowLocalUrls,
    leastPriceMicros,
    currency: read.currency,
    review,
    explain: options.explain,
    training: options.training,
    consoleLink: options.consoleLink,
    limits,
    keyring,
  });
  const answer = await run.catch((error: unknown): ManagementProblem => {
    if (isAmountTooLarge(error)) return invalid([{ path: "", message: amountTooLargeText }]);
    throw error;
  });
  return "problem" in answer ? { problem: answer } : { response: respond(answer) };
}

interface KnownCaller {
  readonly principal: Principal;
  readonly view: CatalogView;
}

/** Identifies the caller; `undefined`: unknown. A malformed token is refused without a call to the store. */
async function identify(
  request: HttpRequest,
  { operatorTokens }: ManagementSettings,
  { authorize, readView }: CallOptions,
): Promise<KnownCaller | undefined> {
  const host = await authorize?.(request);
  if (host !== undefined) return { principal: host, view: await readView() };
  if (!mayBeToken(request, operatorTokens)) return undefined;
  const view = await readView();
  const apiKey = (id: string) => keyIn(view, id);
  const principal = authenticateToken(request, { operatorTokens, apiKey }, view.at);
  return principal && { principal, view };
}

/** Counts failed sign-ins. A call without a token is not a guess. */
export async function refuseUnknown(
  request: HttpRequest,
  settings: ManagementSettings,
  { callLimits }: Pick<CallOptions, "callLimits">,
): Promise<ManagementProblem> {
  if (request.header("authorization") === undefined) return unauthorized;
  return (await callLimits.failedSignIn(request, settings)) ?? unauthorized;
}

function forbidden({ roles }: Route): ManagementProblem {
  return { problem: "forbidden", detail: `Only these roles may call this: ${roles.join(", ")}.` };
}

export const notConfigured: ManagementProblem = {
  problem: "not_configured",
  detail: "The service is not configured yet. The server's log says what is missing.",
  headers: { "retry-after": "30" },
};

async function readRouteBody(
  request: HttpRequest,
  maxBytes: number,
): Promise<{ readonly json: unknown } | BodyProblem> {
  if (request.method === "GET" || request.method === "DELETE") return { json: undefined };
  const bytes = await readBody(request, maxBytes);
  if (isProblem(bytes)) return bytes;
  if (bytes.length === 0) return { json: undefined };
  return isTooDeep(bytes) ? tooDeep : parseJson(request, bytes);
}

/** `undefined`: a name occurs twice. */
function readQuery(target: string): Readonly<Record<string, string>> | undefined {
  const start = target.indexOf("?");
  const pairs = [...new URLSearchParams(start < 0 ? "" : target.slice(start + 1).replace(/#.*$/s, ""))];
  return new Set(pairs.map(([name]) => name)).size === pairs.length ? Object.fromEntries(pairs) : undefined;
}

function respond(answer: RouteAnswer): HttpResponse {
  if ("response" in answer) return answer.response;
  if ("empty" in answer) return { status: 204, headers: always, body: "" };
  return {
    status: answer.status ?? 200,
    headers: { ...always, "content-type": "application/json", ...answer.headers },
    body: JSON.stringify(answer.json),
  };
}
