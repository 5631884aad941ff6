import type { HttpResponse } from "../../core/contract/http.ts";
import type { Console, ConsoleTools, CreateConsole } from "../../core/management/console.ts";
import { headersOnly } from "../../core/pipeline/responses.ts";
import { answerAsset } from "./assets.ts";
import { answerAuthenticated, notConfigured, type Sent } from "./authenticated-pages.ts";
import { answerDebug, debugPath } from "./debug-endpoint.ts";
import { type Frame, signedOutFrame } from "./layout.ts";
import { consoleLink } from "./link.ts";
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
  /** Whether the demo is served at the base URL: every page links to it. Default false. */
  readonly hasDemo?: boolean | undefined;
}

/** Creates the console, web pages over the operations of the API. Pass it to `createManagement`. */
export function createConsole(options: ConsoleOptions = {}): CreateConsole {
  return (tools) => consoleOn(tools, options);
}

function consoleOn(options: ConsoleTools, { scriptUrl, hasDemo = false }: ConsoleOptions): Console {
  const sealOf = createSeals();
  const trail = createSessionTrail(options.store, options.readView);

  const answer: Console = async (request, path) => {
    if (path === undefined) return redirect("console/");
    const asset = answerAsset(path, request);
    if (asset !== undefined) return await asset;
    const at = linksFrom(path);
    const settings = options.settings();
    if (!settings.ok) return writePage(notConfigured, signedOutFrame(at, hasDemo));
    const { baseUrl, secrets, allowLocalUrls, leastPriceMicros, review, limits, keyring } = settings.settings;
    const seal = sealOf(secrets);
    if (path === debugPath) {
      const { settings: _, ...tools } = options;
      return answerDebug({ ...tools, request, seal, settings: settings.settings });
    }
    const form = request.method === "POST" ? await openForm(request, baseUrl) : new URLSearchParams();
    if (!(form instanceof URLSearchParams)) return writePage(form, signedOutFrame(at, hasDemo));
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
      seal,
      readView: options.readView,
      trail,
      callLimits: options.callLimits,
      limiter: options.limiter,
      clock: options.clock,
      random: options.random,
    };
    const found =
      (await answerSignIn(sent, tools, signedOutFrame(at, hasDemo))) ??
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
        hasDemo,
      }));
    return request.method === "HEAD" ? headersOnly(found) : found;
  };
  return Object.assign(answer, {
    link: (advertiser: string | undefined) => {
      const { clock, random } = options;
      const read = options.settings();
      return read.ok ? consoleLink({ ...read.settings, advertiser, clock, random }) : undefined;
    },
  });
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
