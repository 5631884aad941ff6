import type { HttpRequest, HttpResponse } from "../../core/contract/http.ts";
import type { CatalogView } from "../../core/management/catalog-view.ts";
import type { ReadCurrency } from "../../core/management/currency.ts";
import type { Authorize, Principal } from "../../core/management/principal.ts";
import type { ManagementProblem } from "../../core/management/problem.ts";
import type { Route, RouteContext } from "../../core/management/route.ts";
import { createApiClient } from "./api-client.ts";
import { readCookie } from "./cookie.ts";
import { debugLifetimeMs, debugLink } from "./debug-link.ts";
import { findPage } from "./find-page.ts";
import { signedOutFrame } from "./layout.ts";
import { createNumberFormats } from "./number-formats.ts";
import type { PageContext } from "./page-context.ts";
import { pageRoutes } from "./page-routes.ts";
import { canSendAgain, otherSessionPage, signedOutPage } from "./send-again.ts";
import { openSession, principalOf, type Session } from "./session.ts";
import { type SignInTools, signInPage, signOut } from "./sign-in.ts";
import { writePage } from "./write-page.ts";

/** A request for a page. */
export interface Sent {
  readonly request: HttpRequest;
  /** The path below `/console/`. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** The fields of a sent form; empty for GET. */
  readonly form: URLSearchParams;
}

/** The tools of pages for signed-in users. */
export interface AuthenticatedTools
  extends Pick<
    RouteContext,
    | "store"
    | "readView"
    | "webhooks"
    | "allowLocalUrls"
    | "leastPriceMicros"
    | "review"
    | "keyring"
    | "explain"
    | "training"
    | "limits"
  > {
  readonly routes: readonly Route[];
  readonly readCurrency: ReadCurrency;
  readonly authorize: Authorize | undefined;
  readonly scriptUrl: string;
  readonly hasDemo: boolean;
}

interface SessionUser {
  readonly principal: Principal;
  /** Absent if the host identified the user. */
  readonly session: Session | undefined;
  readonly view: CatalogView;
}

export const notConfigured: ManagementProblem = {
  problem: "not_configured",
  detail: "The service is not configured yet. The server's log says what is missing.",
};

const otherSession: ManagementProblem = {
  problem: "forbidden",
  detail: "This form belongs to another session. Go back, reload the page and send it again.",
};

/** Answers a page for a signed-in user, and the sign-in page for others. */
export async function answerAuthenticated(
  sent: Sent,
  tools: SignInTools,
  pageTools: AuthenticatedTools,
): Promise<HttpResponse> {
  const { request, path, form } = sent;
  const { at, seal } = tools;
  const user = await authenticate(request, tools, pageTools.authorize);
  if (user === undefined) {
    const page = canSendAgain(sent)
      ? signedOutPage({ ...sent, at })
      : signInPage(tools, { next: request.method === "POST" ? "" : path });
    return writePage({ page: { ...page, status: 401 } }, signedOutFrame(at, pageTools.hasDemo));
  }
  const { principal, session, view } = user;
  const boundTo = session?.id ?? `host ${JSON.stringify(principal)}`;
  const currency = await pageTools.readCurrency(tools.settings.currency);
  if (!currency.ok) return writePage(notConfigured, signedOutFrame(at, pageTools.hasDemo));
  const formToken = seal.hash("console-form", boundTo);
  const context = pageContextOf({ principal, view, formToken, ...currency }, sent, tools, pageTools);
  const frame = { ...context, canSignOut: session !== undefined, hasDemo: pageTools.hasDemo };
  if (request.method === "POST" && !seal.isHash("console-form", boundTo, form.get("token") ?? "")) {
    return writePage(
      canSendAgain(sent) ? { page: otherSessionPage({ ...sent, at }, formToken) } : otherSession,
      frame,
    );
  }
  if (request.method === "POST" && path === "sign-out") {
    const ended = await signOut(session, principal, tools);
    return "problem" in ended ? writePage(ended, frame) : ended;
  }
  const found = findPage(pageRoutes, request.method, path);
  switch (found.found) {
    case "page":
      return writePage(await found.route.run({ ...context, ids: found.ids }), frame);
    case "other method": {
      const { allow } = found;
      return writePage({ problem: "method_not_allowed", detail: `Use ${allow}.`, headers: { allow } }, frame);
    }
    case "nothing":
      return writePage({ problem: "not_found", detail: "No such page exists, or it is not yours." }, frame);
    default:
      return found satisfies never;
  }
}

/** Identifies the user: by the host, or else by the session. Without a session the store is not read. */
async function authenticate(
  request: HttpRequest,
  { seal, settings, readView, trail, clock }: SignInTools,
  authorize: Authorize | undefined,
): Promise<SessionUser | undefined> {
  const host = await authorize?.(request);
  if (host !== undefined) return { principal: host, session: undefined, view: await readView() };
  const { operatorTokens, baseUrl } = settings;
  const cookie = readCookie(request.header("cookie"), baseUrl.startsWith("https:"));
  const session = cookie === undefined ? undefined : openSession(cookie, seal, clock());
  if (session === undefined) return undefined;
  const view = await readView();
  const principal = principalOf(session.credential, { seal, operatorTokens, view });
  if (principal === undefined || (await trail.isEnded(session, view))) return undefined;
  return { principal, session, view };
}

function pageContextOf(
  {
    principal,
    view,
    formToken,
    currency,
  }: Pick<PageContext, "principal" | "formToken"> & Pick<RouteContext, "view" | "currency">,
  { request, query, form }: Sent,
  { at, settings, seal, callLimits, clock, random }: SignInTools,
  pageTools: AuthenticatedTools,
): PageContext {
  const { routes, scriptUrl, readCurrency: _, authorize: __, hasDemo: ___, ...tools } = pageTools;
  const context = { ...tools, view, currency, clock, random };
  return {
    ...createApiClient(principal, routes, context, (writes) => callLimits.write(principal, settings, writes)),
    ...createNumberFormats(currency, request.header("accept-language")),
    principal,
    ids: {},
    query,
    form,
    at,
    formToken,
    baseUrl: settings.baseUrl,
    installation: settings.installation,
    scriptUrl,
    debugLink: (page, platformId) => {
      const role = principal.role === "operator" ? "operator" : "publisher";
      const grant = { platformId, origin: page.origin, role, expiresAt: clock() + debugLifetimeMs } as const;
      return debugLink(page, grant, seal);
    },
    clock,
  };
}
