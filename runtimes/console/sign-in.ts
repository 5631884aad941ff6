import type { HttpRequest, HttpResponse } from "../../core/contract/http.ts";
import { type CatalogView, keyIn } from "../../core/management/catalog-view.ts";
import type { CallLimits } from "../../core/management/limit-calls.ts";
import { authenticateToken, mayBeToken, type Principal } from "../../core/management/principal.ts";
import type { ManagementProblem } from "../../core/management/problem.ts";
import type { ManagementSettings } from "../../core/management/settings.ts";
import type { RateLimiter } from "../../core/ratelimit/rate-limiter.ts";
import { parseApiKey } from "../../core/signing/api-key.ts";
import { toBase64Url } from "../../core/signing/base64url.ts";
import type { Random } from "../../core/signing/random.ts";
import type { Clock } from "../../core/timing/clock.ts";
import { writeCookie } from "./cookie.ts";
import { textField } from "./fields.ts";
import { labelled } from "./form-error.ts";
import { type Html, html } from "./html.ts";
import { linkLifetimeMs, openLink } from "./link.ts";
import type { Page } from "./page-context.ts";
import { redirect } from "./respond.ts";
import { isConsolePath } from "./safe-path.ts";
import type { Seal } from "./seal.ts";
import { type Credential, principalOfLink, type Session, sealSession, sessionLifetimeMs } from "./session.ts";
import { type SessionTrail, sessionOfLink } from "./session-trail.ts";

export interface SignInTools {
  readonly request: HttpRequest;
  readonly at: (path: string) => string;
  readonly settings: ManagementSettings;
  readonly seal: Seal;
  readonly readView: () => Promise<CatalogView>;
  readonly trail: SessionTrail;
  readonly callLimits: CallLimits;
  readonly limiter: RateLimiter;
  readonly clock: Clock;
  readonly random: Random;
}

interface SignInSent {
  readonly query: URLSearchParams;
  readonly form: URLSearchParams;
}

type SignInAnswer = { readonly page: Page } | { readonly response: HttpResponse } | ManagementProblem;

type SignInStep = (sent: SignInSent, tools: SignInTools) => Promise<SignInAnswer>;

const signIn: SignInStep = async ({ form }, tools) => {
  const next = form.get("next") ?? "";
  const known = await credentialOf((form.get("credential") ?? "").trim(), tools);
  if (known === undefined) return refuse(signInPage(tools, { next, isWrong: true }), tools);
  const id = toBase64Url(tools.random(idBytes));
  const expiresAt = tools.clock() + sessionLifetimeMs;
  return enter({ id, expiresAt, credential: known.credential }, known.principal, next, tools);
};

const showLink: SignInStep = async ({ query }, tools) => {
  const link = query.get("link") ?? "";
  const opened = openLink(link, tools.seal, tools.clock());
  return { page: opened === undefined ? deadLink(tools) : enterPage(link, tools) };
};

const followLink: SignInStep = async ({ form }, tools) => {
  const opened = openLink(form.get("link") ?? "", tools.seal, tools.clock());
  if (opened === undefined || !(await claim(opened.nonce, tools))) return refuse(deadLink(tools), tools);
  const session = sessionOfLink(opened.nonce, opened.credential, tools.clock() + sessionLifetimeMs);
  return enter(session, principalOfLink(opened.credential), "", tools);
};

/** The public pages, by method and path. */
export const signInRoutes: ReadonlyMap<string, SignInStep> = new Map([
  ["GET sign-in", async (_sent, tools) => ({ page: signInPage(tools, {}) })],
  ["POST sign-in", signIn],
  ["GET enter", showLink],
  ["POST enter", followLink],
]);

/**
 * Claims a link; false: it was used a moment ago. Needs no store. Between instances, the audit trail decides which use
 * was first. Rejects when the limiter is unavailable. Windows slide, so a window longer than the life of a link
 * remembers it until it expires.
 */
async function claim(nonce: string, { limiter, seal }: SignInTools): Promise<boolean> {
  const key = `console-link ${seal.hash("console-nonce", nonce)}`;
  const [decision] = await limiter.take([{ key, limit: 1, windowMs: 2 * linkLifetimeMs, cost: 1 }]);
  return decision?.granted === true;
}

/** Counts a failed sign-in and records it, up to a limit. */
async function refuse(page: Page, tools: SignInTools): Promise<SignInAnswer> {
  const { request, settings, callLimits, trail } = tools;
  const limited = await callLimits.failedSignIn(request, settings);
  if (limited !== undefined) return limited;
  if (await callLimits.mayNoteFailure()) await trail.fail();
  return { page };
}

interface KnownCredential {
  readonly credential: Credential;
  readonly principal: Principal;
}

/** Checks a typed operator token or management key. `undefined`: invalid. */
async function credentialOf(typed: string, tools: SignInTools): Promise<KnownCredential | undefined> {
  const { settings, readView, seal } = tools;
  const { operatorTokens } = settings;
  const request = {
    method: "GET",
    target: "",
    header: (name: string) => (name === "authorization" ? `Bearer ${typed}` : undefined),
    readBody: async () => new Uint8Array(0),
  };
  if (!mayBeToken(request, operatorTokens)) return undefined;
  const view = await readView();
  const apiKey = (id: string) => keyIn(view, id);
  const principal = authenticateToken(request, { operatorTokens, apiKey }, view.at);
  if (principal === undefined) return undefined;
  const key = parseApiKey(typed);
  const credential: Credential =
    key === undefined
      ? { by: "token", hash: seal.hash("console-token", typed) }
      : { by: "key", keyId: key.id };
  return { credential, principal };
}

const idBytes = 16;

/** Opens a session after the audit trail recorded it. */
async function enter(
  session: Session,
  principal: Principal,
  next: string,
  tools: SignInTools,
): Promise<SignInAnswer> {
  const { seal, settings, at, trail } = tools;
  const begun = await trail.begin(session, principal);
  switch (begun) {
    case "known":
      return refuse(deadLink(tools), tools);
    case "busy":
      return busy;
    case "noted": {
      const cookie = writeCookie(sealSession(session, seal), settings.baseUrl.startsWith("https:"));
      return { response: redirect(at(isConsolePath(next) ? next : ""), { "set-cookie": cookie }) };
    }
    default:
      return begun satisfies never;
  }
}

const busy: ManagementProblem = {
  problem: "busy",
  detail: "Nothing was done, because of concurrent changes to the catalogue. Try again.",
};

/** Ends the session in the audit trail and in this browser. */
export async function signOut(
  session: Session | undefined,
  principal: Principal,
  { at, settings, trail }: SignInTools,
): Promise<HttpResponse | ManagementProblem> {
  if (session !== undefined && (await trail.end(session, principal)) === "busy") return busy;
  return redirect(at("sign-in"), {
    "set-cookie": writeCookie(undefined, settings.baseUrl.startsWith("https:")),
  });
}

export function signInPage(
  { at }: Pick<SignInTools, "at">,
  { next = "", isWrong = false }: { readonly next?: string; readonly isWrong?: boolean },
): Page {
  const wrong =
    "Invalid token or key. Paste an operator token, or a publisher's management key that is not revoked.";
  const field = { name: "credential", label: "Token or key", type: "password", required: true } as const;
  const errors = labelled(isWrong ? [{ path: field.name, message: wrong }] : [], [field]);
  return {
    title: "Sign in",
    section: "none",
    status: isWrong ? 401 : 200,
    errors,
    content: html`<form method="post" action="${at("sign-in")}" class="card narrow">
<input type="hidden" name="next" value="${next}">
${textField({ ...field, value: "", errors, hint: "An operator token, or a publisher's management key (hb_manage_…)." })}
<div class="buttons"><button class="primary">Sign in</button></div>
</form>
${otherWays()}`,
  };
}

function otherWays(): Html {
  return html`<p class="hint">No token? Run <code>handbill console link</code> with the server's settings. It prints a link that opens the console once.</p>`;
}

/** The page has a button, so that a link preview does not use up the link. */
function enterPage(link: string, { at }: SignInTools): Page {
  return {
    title: "Open the console",
    section: "none",
    content: html`<form method="post" action="${at("enter")}" class="card narrow">
<input type="hidden" name="link" value="${link}">
<p>This link opens the console in this browser for 12 hours. It works once.</p>
<div class="buttons"><button class="primary" autofocus>Open the console</button></div>
</form>`,
  };
}

function deadLink({ at }: SignInTools): Page {
  return {
    title: "This link is no longer valid",
    section: "none",
    status: 410,
    content: html`<p class="lead">A link works once, within 15 minutes. Get a new one, or <a href="${at("sign-in")}">sign in with a token</a>.</p>`,
  };
}
