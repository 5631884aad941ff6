import type * as v from "valibot";
import type { Configuration } from "../configuration.ts";
import type { HttpRequest, HttpResponse } from "../contract/http.ts";
import type { Identity } from "../contract/identity.ts";
import { isProblem, type Problem } from "../contract/problem.ts";
import type { Snapshot } from "../selection/snapshot.ts";
import type { Caller, Requester } from "../serving/requester.ts";
import type { Services } from "../serving/services.ts";
import { hashIdentity } from "../signing/identity-hash.ts";
import {
  authenticate,
  bothCredentials,
  type Credentials,
  isWellFormed,
  readCredentials,
  unauthorized,
} from "./authenticate.ts";
import type { PipelineContext } from "./context.ts";
import { type LimitedBy, limitRate } from "./limit-rate.ts";
import { parseFields, parseJson, readBody } from "./read-json.ts";
import { ok } from "./responses.ts";

/** An endpoint that takes JSON from a caller we know and answers 200 with JSON, or a problem. */
export interface Endpoint<Body extends { readonly platform_id: string }, Answer extends object> {
  readonly schema: v.GenericSchema<unknown, Body>;
  /** Refused before the body is looked at. */
  readonly refuseEarly?: (credentials: Credentials) => Problem | undefined;
  readonly identify: (body: Body, fromBrowser: boolean) => Identity | Problem;
  /** What only a known caller may learn. */
  readonly check?: (body: Body, caller: Caller) => Problem | undefined;
  /** The limit on this endpoint; the subject is hashed already. */
  readonly limit: (requester: Requester, configuration: Configuration) => LimitedBy;
  readonly serve: (body: Body, requester: Requester, services: Services) => Promise<Answer | Problem>;
}

/** The checks of a call in their order: body, fields, caller, limits, then the endpoint's own. */
export async function answerJson<Body extends { readonly platform_id: string }, Answer extends object>(
  endpoint: Endpoint<Body, Answer>,
  request: HttpRequest,
  configuration: Configuration,
  engine: PipelineContext,
): Promise<HttpResponse | Problem> {
  const bytes = await readBody(request);
  if (isProblem(bytes)) return bytes;
  const credentials = readCredentials(request);
  const early = endpoint.refuseEarly?.(credentials);
  if (early !== undefined) return limitFailedAuth(early, request, configuration, engine);
  const parsed = parseJson(request, bytes);
  if (isProblem(parsed)) return parsed;
  const body = parseFields(endpoint.schema, parsed.json);
  if (isProblem(body)) return body;
  if (credentials.kind === "both") return bothCredentials;
  const identity = endpoint.identify(body, credentials.kind === "browser");
  if (isProblem(identity)) return identity;
  if (!isWellFormed(credentials)) return limitFailedAuth(unauthorized, request, configuration, engine);

  const snapshot = await engine.feed.current();
  const caller = authenticate(credentials, body.platform_id, registerOf(snapshot), engine.services.clock());
  if (isProblem(caller)) return limitFailedAuth(caller, request, configuration, engine);
  const unknown = endpoint.check?.(body, caller);
  if (unknown !== undefined) return unknown;

  const requester: Requester = {
    caller,
    holder: { caller: caller.kind, platformId: caller.platform.id, identity },
    userKey: hashIdentity(configuration.keyring.identity, caller.platform.id, identity),
  };
  // A key has a limit of its own, and one network may send the requests of many people under it.
  const isKeyless = caller.kind === "browser";
  const limited = await limitRate(engine.limiter, [
    ...(isKeyless ? networkLimit("requestsPerNetwork", request, configuration, engine) : []),
    endpoint.limit(requester, configuration),
  ]);
  if (limited !== undefined) return limited;

  const answer = await endpoint.serve(body, requester, { ...engine.services, configuration, snapshot });
  return isProblem(answer) ? answer : ok(answer);
}

function registerOf(snapshot: Snapshot): Parameters<typeof authenticate>[2] {
  return { platform: (id) => snapshot.platforms.get(id), apiKey: (id) => snapshot.apiKeys.get(id) };
}

/**
 * Too many refused keys from one network turn its 401 into a 429, and no other answer: it is counted once the key is known to be
 * wrong, so that nobody who guesses keys shuts out the holder of a valid one beside them.
 */
async function limitFailedAuth(
  problem: Problem,
  request: HttpRequest,
  configuration: Configuration,
  engine: PipelineContext,
): Promise<Problem> {
  if (problem.problem !== "unauthorized") return problem;
  const limited = await limitRate(
    engine.limiter,
    networkLimit("failedAuthPerNetwork", request, configuration, engine),
  );
  return limited ?? problem;
}

export function networkLimit(
  name: "requestsPerNetwork" | "failedAuthPerNetwork",
  request: HttpRequest,
  configuration: Configuration,
  engine: PipelineContext,
): readonly LimitedBy[] {
  const rate = configuration.rateLimits[name];
  const subject = rate === false ? undefined : engine.networkHash(request, configuration);
  return subject === undefined ? [] : [{ name, rate, subject }];
}
