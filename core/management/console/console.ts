import type { HttpRequest, HttpResponse } from "../../pipeline/http.ts";
import type { RateLimiter } from "../../ratelimit.ts";
import type { Random } from "../../signing/random.ts";
import type { Clock } from "../../timing/clock.ts";
import type { CallLimits } from "../limit-calls.ts";
import type { Authorize } from "../principal.ts";
import type { ManagementProblem } from "../problem.ts";
import type { Register } from "../register.ts";
import type { ManagedStore, Route, WebhookTools, Work } from "../route.ts";
import type { SettingsResult } from "../settings.ts";
import type { TopicTraining } from "../topic-training.ts";
import { answerInside, type Sent } from "./answer-inside.ts";
import { answerAsset } from "./assets.ts";
import { type Frame, outsideFrame } from "./layout.ts";
import { openForm } from "./open-form.ts";
import { redirect } from "./respond.ts";
import { createSeal, type Seal } from "./seal.ts";
import { createSessionTrail } from "./session-trail.ts";
import { type SignInTools, signInRoutes } from "./sign-in.ts";
import { writePage } from "./write-page.ts";

export interface ConsoleOptions {
  readonly store: ManagedStore;
  readonly readRegister: () => Promise<Register>;
  readonly routes: readonly Route[];
  readonly settings: () => SettingsResult;
  readonly authorize: Authorize | undefined;
  readonly webhooks: (secrets: readonly string[]) => WebhookTools;
  readonly explain: Work["explain"];
  readonly callLimits: CallLimits;
  /** Remembers which links were used a moment ago. */
  readonly limiter: RateLimiter;
  readonly training: TopicTraining;
  readonly scriptUrl: string | undefined;
  readonly clock: Clock;
  readonly random: Random;
}

/**
 * The console: pages for people over the operations of the API. `path` is that below `/console/`, absent for `/console` itself.
 * Rejects when the store cannot be reached.
 */
export type Console = (request: HttpRequest, path: string | undefined) => Promise<HttpResponse>;

export function createConsole(options: ConsoleOptions): Console {
  const sealOf = createSeals();
  const trail = createSessionTrail(options.store, options.readRegister);

  return async (request, path) => {
    if (path === undefined) return redirect("console/");
    const asset = answerAsset(path, request);
    if (asset !== undefined) return await asset;
    const at = linksFrom(path);
    const settings = options.settings();
    if (!settings.ok) return writePage(notConfigured, outsideFrame(at));
    const { baseUrl, secrets, allowLocalUrls, leastPriceMicros, limits } = settings.settings;
    const form = request.method === "POST" ? await openForm(request, baseUrl) : new URLSearchParams();
    if (!(form instanceof URLSearchParams)) return writePage(form, outsideFrame(at));
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
      readRegister: options.readRegister,
      trail,
      callLimits: options.callLimits,
      limiter: options.limiter,
      clock: options.clock,
      random: options.random,
    };
    const answer =
      (await answerStranger(sent, tools, outsideFrame(at))) ??
      (await answerInside(sent, tools, {
        routes: options.routes,
        store: options.store,
        readAgain: options.readRegister,
        webhooks: options.webhooks(secrets),
        allowLocalUrls,
        leastPriceMicros,
        limits,
        explain: options.explain,
        training: options.training,
        authorize: options.authorize,
        scriptUrl: options.scriptUrl ?? `${baseUrl}/handbill.js`,
      }));
    return request.method === "HEAD" ? { ...answer, body: "" } : answer;
  };
}

/** Signing in is open to whoever comes. `undefined`: the path is another's. */
async function answerStranger(
  { request, path, query, form }: Sent,
  tools: SignInTools,
  frame: Frame,
): Promise<HttpResponse | undefined> {
  const method = request.method === "HEAD" ? "GET" : request.method;
  const answer = await signInRoutes.get(`${method} ${path}`)?.({ query, form }, tools);
  return answer && writePage(answer, frame);
}

/** Keys are derived once for the secrets that there are. */
function createSeals(): (secrets: readonly string[]) => Seal {
  let made: { readonly of: string; readonly seal: Seal } | undefined;
  return (secrets) => {
    const of = JSON.stringify(secrets);
    if (made?.of !== of) made = { of, seal: createSeal(secrets) };
    return made.seal;
  };
}

/** Links of a page at this path below `/console/`. */
function linksFrom(path: string): (to: string) => string {
  const up = "../".repeat(path.split("/").length - 1);
  return (to) => `${up}${to}` || "./";
}

const notConfigured: ManagementProblem = {
  problem: "not_configured",
  detail: "The service is not set up yet. Its operator finds what to do in its log.",
};
