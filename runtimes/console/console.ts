import type { HttpResponse } from "../../core/contract/http.ts";
import type { Console, ConsoleTools, CreateConsole } from "../../core/management/console.ts";
import { answerAsset } from "./assets.ts";
import { answerAuthenticated, notConfigured, type Sent } from "./authenticated-pages.ts";
import { type Frame, signedOutFrame } from "./layout.ts";
import { openForm } from "./open-form.ts";
import { redirect } from "./respond.ts";
import { createSeal, type Seal } from "./seal.ts";
import { createSessionTrail } from "./session-trail.ts";
import { type SignInTools, signInRoutes } from "./sign-in.ts";
import { writePage } from "./write-page.ts";

/** The options of {@link createConsole}. */
export interface ConsoleOptions {
  /** The address from which sites load the SDK. Default: `/handbill.js` below the base URL. */
  readonly scriptUrl?: string | undefined;
}

/** Creates the console, web pages over the operations of the API. Pass it to `createManagement`. */
export function createConsole({ scriptUrl }: ConsoleOptions = {}): CreateConsole {
  return (tools) => consoleOn(tools, scriptUrl);
}

function consoleOn(options: ConsoleTools, scriptUrl: string | undefined): Console {
  const sealOf = createSeals();
  const trail = createSessionTrail(options.store, options.readView);

  return async (request, path) => {
    if (path === undefined) return redirect("console/");
    const asset = answerAsset(path, request);
    if (asset !== undefined) return await asset;
    const at = linksFrom(path);
    const settings = options.settings();
    if (!settings.ok) return writePage(notConfigured, signedOutFrame(at));
    const { baseUrl, secrets, allowLocalUrls, leastPriceMicros, review, limits, keyring } = settings.settings;
    const form = request.method === "POST" ? await openForm(request, baseUrl) : new URLSearchParams();
    if (!(form instanceof URLSearchParams)) return writePage(form, signedOutFrame(at));
    const sent = {
      request,
      path,
      query: new URLSearchParams(/\?([^#]*)/.exec(request.target)?.[1] ?? ""),
      form,
    };
    const tools: SignInTools = {
      request,
      at,
      settings: settings.settings,
      seal: sealOf(secrets),
      readView: options.readView,
      trail,
      callLimits: options.callLimits,
      limiter: options.limiter,
      clock: options.clock,
      random: options.random,
    };
    const answer =
      (await answerSignIn(sent, tools, signedOutFrame(at))) ??
      (await answerAuthenticated(sent, tools, {
        routes: options.routes,
        store: options.store,
        readView: options.readView,
        readCurrency: options.readCurrency,
        webhooks: options.webhooks(secrets),
        allowLocalUrls,
        leastPriceMicros,
        review,
        limits,
        keyring,
        explain: options.explain,
        training: options.training,
        authorize: options.authorize,
        scriptUrl: scriptUrl ?? `${baseUrl}/handbill.js`,
      }));
    return request.method === "HEAD" ? { ...answer, body: "" } : answer;
  };
}

/** Answers the sign-in pages, which are public. `undefined`: another path. */
async function answerSignIn(
  { request, path, query, form }: Sent,
  tools: SignInTools,
  frame: Frame,
): Promise<HttpResponse | undefined> {
  const method = request.method === "HEAD" ? "GET" : request.method;
  const answer = await signInRoutes.get(`${method} ${path}`)?.({ query, form }, tools);
  return answer && writePage(answer, frame);
}

/** Derives the keys once per set of secrets. */
function createSeals(): (secrets: readonly string[]) => Seal {
  let made: { readonly of: string; readonly seal: Seal } | undefined;
  return (secrets) => {
    const of = JSON.stringify(secrets);
    if (made?.of !== of) made = { of, seal: createSeal(secrets) };
    return made.seal;
  };
}

/** Returns a function that makes links relative to this path below `/console/`. */
function linksFrom(path: string): (to: string) => string {
  const up = "../".repeat(path.split("/").length - 1);
  return (to) => `${up}${to}` || "./";
}
