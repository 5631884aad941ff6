import type * as v from "valibot";
import type { Configuration } from "../configuration.ts";
import type { IdentityUse, JudgeConsent } from "../consent/consent.ts";
import type {
  AdBatchResponse,
  AdResponse,
  BotAdResponse,
  InteractResponse,
  ReportResponse,
  SeenResponse,
} from "../contract/ad.ts";
import { type AdBatchRequest, type AdRequest, adBatchRequest, adRequest } from "../contract/ad-request.ts";
import { type BotAdRequest, botAdRequest } from "../contract/bot-ad-request.ts";
import type { HttpRequest } from "../contract/http.ts";
import { chooseIdentity, type Identity, type IdentityFields } from "../contract/identity.ts";
import { type InteractRequest, interactRequest } from "../contract/interact-request.ts";
import type { Problem } from "../contract/problem.ts";
import { type ReportRequest, reportRequest } from "../contract/report-request.ts";
import { type SeenRequest, seenRequest } from "../contract/seen-request.ts";
import { confirmView } from "../serving/confirm-view.ts";
import { interact } from "../serving/interact.ts";
import { reportAd } from "../serving/report-ad.ts";
import type { Caller, Requester } from "../serving/requester.ts";
import { checkPlacement, checkPlacements, serveAd, serveAds } from "../serving/serve-ad.ts";
import { serveBotAd } from "../serving/serve-bot-ad.ts";
import type { Services } from "../serving/services.ts";
import { isWithoutIdentity } from "../signing/delivery-id.ts";
import type { Surface } from "../storage/delivery.ts";
import type { EventKind } from "../traffic/judgement.ts";
import { type Credentials, unauthorized } from "./authenticate.ts";
import type { LimitedBy } from "./limit-rate.ts";
import { invalidFields } from "./read-json.ts";

/** An endpoint that takes JSON from a known caller and answers 200 with JSON, or a problem. */
export interface Endpoint<Body extends { readonly platform_id: string }, Answer extends object> {
  readonly schema: v.GenericSchema<unknown, Body>;
  /** How the judge of traffic calls it. */
  readonly kind: Exclude<EventKind, "click">;
  readonly surface: Surface;
  /** The delivery whose age is judged. */
  readonly deliveryId?: (body: Body) => string;
  /** How many slots a request is for; each takes a unit of the limits and counts as an ad request. Default 1. */
  readonly slotsOf?: (body: Body) => number;
  /** A refusal before the body is parsed. */
  readonly refuseEarly?: (credentials: Credentials) => Problem | undefined;
  readonly identify: (body: Body, fromBrowser: boolean) => Identity | Problem;
  /** Whether the identity is used beyond the delivery: the policy decides at its issue, and its id says so later. */
  readonly identityUse: (
    body: Body,
    request: HttpRequest,
    consent: JudgeConsent,
  ) => IdentityUse | Promise<IdentityUse>;
  /** A refusal that only a known caller may see. */
  readonly check?: (body: Body, caller: Caller) => Problem | undefined;
  /** The limit on this endpoint; the subject is hashed already. */
  readonly limit: (asker: Pick<Requester, "caller" | "userKey">, configuration: Configuration) => LimitedBy;
  readonly serve: (body: Body, requester: Requester, services: Services) => Promise<Answer | Problem>;
}

/** `POST /api/v1/web/ads` (contract.md §4.1). */
export const ads: Endpoint<AdRequest, AdResponse> = {
  schema: adRequest,
  kind: "ad_request",
  surface: "web",
  identify,
  identityUse: (body, request, consent) => consent(request, body),
  check: checkPlacement,
  limit: adLimit,
  serve: serveAd,
};

/** `POST /api/v1/web/ads/batch` (contract.md §4.10). */
export const adBatches: Endpoint<AdBatchRequest, AdBatchResponse> = {
  schema: adBatchRequest,
  kind: "ad_request",
  surface: "web",
  slotsOf: (body) => body.slots.length,
  identify,
  identityUse: (body, request, consent) => consent(request, body),
  check: checkPlacements,
  limit: adLimit,
  serve: serveAds,
};

/** `POST /api/v1/web/interact` (contract.md §4.2). */
export const interactions: Endpoint<InteractRequest, InteractResponse> = {
  schema: interactRequest,
  kind: "press",
  surface: "web",
  deliveryId: (body) => body.delivery_id,
  identify,
  identityUse: useAtIssue,
  limit: ({ userKey }, { rateLimits }) => ({
    name: "interactPerUser",
    rate: rateLimits.interactPerUser,
    subject: userKey,
  }),
  serve: interact,
};

/** `POST /api/v1/web/seen` (contract.md §4.3). */
export const views: Endpoint<SeenRequest, SeenResponse> = {
  schema: seenRequest,
  kind: "view",
  surface: "web",
  identify,
  identityUse: useAtIssue,
  limit: ({ userKey }, { rateLimits }) => ({
    name: "seenPerUser",
    rate: rateLimits.seenPerUser,
    subject: userKey,
  }),
  serve: confirmView,
};

/** `POST /api/v1/web/report` (contract.md §4.8). */
export const reports: Endpoint<ReportRequest, ReportResponse> = {
  schema: reportRequest,
  kind: "report",
  surface: "web",
  identify,
  identityUse: useAtIssue,
  limit: ({ userKey }, { rateLimits }) => ({
    name: "reportsPerUser",
    rate: rateLimits.reportsPerUser,
    subject: userKey,
  }),
  serve: reportAd,
};

/** `POST /api/v1/ad` (contract.md §4.4): servers only. The fields are read after a well-formed key was found. */
export const botAds: Endpoint<BotAdRequest, BotAdResponse> = {
  schema: botAdRequest,
  kind: "ad_request",
  surface: "bot",
  refuseEarly: (credentials) => {
    if (credentials.kind === "both") return undefined;
    return credentials.kind === "server" && credentials.key !== undefined ? undefined : unauthorized;
  },
  identify: (body) => ({ kind: "messenger", value: String(body.user_id) }),
  identityUse: (body, request, consent) => consent(request, body),
  limit: ({ userKey }, { rateLimits }) => ({
    name: "botPerUser",
    rate: rateLimits.botPerUser,
    subject: userKey,
  }),
  serve: serveBotAd,
};

function adLimit(
  { caller, userKey }: Pick<Requester, "caller" | "userKey">,
  { rateLimits }: Configuration,
): LimitedBy {
  return caller.kind === "browser"
    ? { name: "adsPerVisitor", rate: rateLimits.adsPerVisitor, subject: userKey }
    : { name: "adsPerKey", rate: rateLimits.adsPerKey, subject: caller.apiKeyId ?? "" };
}

function identify(body: IdentityFields, fromBrowser: boolean): Identity | Problem {
  const choice = chooseIdentity(body, fromBrowser);
  if (choice.ok) return choice.identity;
  return invalidFields([{ path: choice.path, message: choice.message }]);
}

function useAtIssue({ delivery_id: id }: { readonly delivery_id: string }): IdentityUse {
  return isWithoutIdentity(id) ? "none" : "full";
}
