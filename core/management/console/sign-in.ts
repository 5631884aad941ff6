import type { HttpResponse } from "../../pipeline/http.ts";
import type { RateLimiter } from "../../ratelimit.ts";
import { parseApiKey } from "../../signing/api-key.ts";
import { toBase64Url } from "../../signing/base64url.ts";
import type { Random } from "../../signing/random.ts";
import type { Clock } from "../../timing/clock.ts";
import { authenticateToken } from "../principal.ts";
import { keyIn, type Register } from "../register.ts";
import { writeCookie } from "./cookie.ts";
import { textField } from "./fields.ts";
import { type Html, html } from "./html.ts";
import { isInside } from "./inside.ts";
import { linkLifetimeMs, openLink } from "./link.ts";
import { redirect } from "./respond.ts";
import type { Seal } from "./seal.ts";
import { type Credential, sealSession, sessionLifetimeMs } from "./session.ts";
import type { Page } from "./visit.ts";

export interface SignInTools {
  readonly at: (path: string) => string;
  readonly baseUrl: string;
  readonly seal: Seal;
  readonly operatorTokens: readonly string[];
  readonly register: Register;
  readonly limiter: RateLimiter;
  readonly clock: Clock;
  readonly random: Random;
}

interface SignInSent {
  readonly query: URLSearchParams;
  readonly form: URLSearchParams;
}

type SignInAnswer = { readonly page: Page } | { readonly response: HttpResponse };

type SignInStep = (sent: SignInSent, tools: SignInTools) => Promise<SignInAnswer>;

const signIn: SignInStep = async ({ form }, tools) => {
  const next = form.get("next") ?? "";
  const credential = credentialOf((form.get("credential") ?? "").trim(), tools);
  return credential === undefined
    ? { page: signInPage(tools, { next, isWrong: true }) }
    : { response: enter(credential, next, tools) };
};

const showLink: SignInStep = async ({ query }, tools) => {
  const link = query.get("link") ?? "";
  const opened = openLink(link, tools.seal, tools.clock());
  return { page: opened === undefined ? deadLink(tools) : enterPage(link, tools) };
};

const followLink: SignInStep = async ({ form }, tools) => {
  const opened = openLink(form.get("link") ?? "", tools.seal, tools.clock());
  if (opened === undefined || !(await claim(opened.nonce, tools))) return { page: deadLink(tools) };
  return { response: enter(opened.credential, "", tools) };
};

/** What is open to whoever is not signed in, by method and path. */
export const signInRoutes: ReadonlyMap<string, SignInStep> = new Map([
  ["GET sign-in", async (_sent, tools) => ({ page: signInPage(tools, {}) })],
  ["POST sign-in", signIn],
  ["GET enter", showLink],
  ["POST enter", followLink],
]);

/** True for the first who asks. Windows slide, so one that is longer than a link lives remembers it until it is dead. */
async function claim(nonce: string, { limiter, seal }: SignInTools): Promise<boolean> {
  const key = `console-link ${seal.hash("console-nonce", nonce)}`;
  const [decision] = await limiter.take([{ key, limit: 1, windowMs: 2 * linkLifetimeMs, cost: 1 }]);
  return decision?.granted === true;
}

/** An operator's token, or a publisher's management key. */
function credentialOf(typed: string, tools: SignInTools): Credential | undefined {
  const { operatorTokens, register, seal } = tools;
  const request = {
    method: "GET",
    target: "",
    header: (name: string) => (name === "authorization" ? `Bearer ${typed}` : undefined),
    readBody: async () => new Uint8Array(0),
  };
  const apiKey = (id: string) => keyIn(register, id);
  const principal = authenticateToken(request, { operatorTokens, apiKey }, register.at);
  if (principal === undefined) return undefined;
  const key = parseApiKey(typed);
  return key === undefined
    ? { by: "token", hash: seal.hash("console-token", typed) }
    : { by: "key", keyId: key.id };
}

const idBytes = 16;

function enter(credential: Credential, next: string, tools: SignInTools): HttpResponse {
  const { seal, clock, random, baseUrl, at } = tools;
  const id = toBase64Url(random(idBytes));
  const session = sealSession({ id, expiresAt: clock() + sessionLifetimeMs, credential }, seal);
  return redirect(at(isInside(next) ? next : ""), {
    "set-cookie": writeCookie(session, baseUrl.startsWith("https:")),
  });
}

export function signOut({ at, baseUrl }: SignInTools): HttpResponse {
  return redirect(at("sign-in"), { "set-cookie": writeCookie(undefined, baseUrl.startsWith("https:")) });
}

export function signInPage(
  { at }: Pick<SignInTools, "at">,
  { next = "", isWrong = false }: { readonly next?: string; readonly isWrong?: boolean },
): Page {
  const wrong =
    "This opens nothing. Paste an operator token, or a publisher's management key that is not revoked.";
  const errors = isWrong ? [{ path: "credential", message: wrong }] : [];
  return {
    title: "Sign in",
    section: "none",
    status: isWrong ? 401 : 200,
    errors,
    content: html`<form method="post" action="${at("sign-in")}" class="card narrow">
<input type="hidden" name="next" value="${next}">
${textField({ name: "credential", label: "Token or key", type: "password", value: "", required: true, errors, hint: "An operator token, or a publisher's management key (hb_manage_…)." })}
<div class="buttons"><button class="primary">Sign in</button></div>
</form>
${otherWays()}`,
  };
}

function otherWays(): Html {
  return html`<p class="hint">No token at hand? <code>handbill console link</code>, run where the server's settings are, prints a link that opens the console once.</p>`;
}

/** A button, so that what only looks at a link uses nothing up. */
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
    title: "This link has ended",
    section: "none",
    status: 410,
    content: html`<p class="lead">A link works once, for 15 minutes. Ask for a new one, or <a href="${at("sign-in")}">sign in with a token</a>.</p>`,
  };
}
