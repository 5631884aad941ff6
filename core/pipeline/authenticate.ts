import type { ApiKeyRecord, Platform } from "../catalog/entities.ts";
import type { HttpRequest } from "../contract/http.ts";
import type { Problem } from "../contract/problem.ts";
import type { Caller } from "../serving/requester.ts";
import { isKeyOf, isRevoked, type ParsedApiKey, parseApiKey } from "../signing/api-key.ts";
import type { EpochMs } from "../timing/clock.ts";
import { isAllowedOrigin } from "./allowed-origin.ts";

/** The credentials of a request (contract.md §5). */
export type Credentials =
  | { readonly kind: "browser"; readonly origin: string }
  /** `key`: `undefined` for a text that cannot be an API key. */
  | { readonly kind: "server"; readonly key: ParsedApiKey | undefined }
  | { readonly kind: "none" }
  | { readonly kind: "both" };

/** The part of the catalogue that authentication reads. */
export interface KnownPlatforms {
  readonly platforms: ReadonlyMap<string, Platform>;
  readonly apiKeys: ReadonlyMap<string, ApiKeyRecord>;
}

/** An Authorization header of another scheme counts as a server with an invalid key. */
export function readCredentials(request: HttpRequest): Credentials {
  const origin = request.header("origin");
  const authorization = request.header("authorization");
  if (authorization === undefined)
    return origin === undefined ? { kind: "none" } : { kind: "browser", origin };
  if (origin !== undefined) return { kind: "both" };
  const [scheme = "", key = "", ...rest] = authorization.split(" ", 3);
  const isBearer = scheme.toLowerCase() === "bearer" && rest.length === 0;
  return { kind: "server", key: isBearer ? parseApiKey(key) : undefined };
}

/** Whether the credentials need a lookup. Missing and malformed ones are refused without the store. */
export function isWellFormed(credentials: Credentials): boolean {
  if (credentials.kind === "server") return credentials.key !== undefined;
  return credentials.kind !== "none";
}

/** contract.md §5.4: 401 for the key, 403 for the platform, the site address and another publisher's key. */
export function authenticate(
  credentials: Exclude<Credentials, { kind: "both" }>,
  platformId: string,
  known: KnownPlatforms,
  storeNow: EpochMs,
): Caller | Problem {
  if (credentials.kind === "none") return unauthorized;
  if (credentials.kind === "browser") {
    const platform = known.platforms.get(platformId);
    if (platform?.status !== "active") return platformUnavailable;
    return isAllowedOrigin(credentials.origin, platform.allowedOrigins)
      ? { kind: "browser", platform }
      : originNotAllowed;
  }
  const parsed = credentials.key;
  const record = parsed && known.apiKeys.get(parsed.id);
  if (
    parsed === undefined ||
    record === undefined ||
    !isKeyOf(parsed, record) ||
    isRevoked(record, storeNow)
  ) {
    return unauthorized;
  }
  if (record.mode === "manage") return unauthorized;
  const platform = known.platforms.get(platformId);
  if (platform === undefined) return platformUnavailable;
  if (platform.publisherId !== record.publisherId) return foreignKey;
  if (platform.status !== "active") return platformUnavailable;
  return { kind: record.mode === "test" ? "test_key" : "live_key", platform, apiKeyId: record.id };
}

export const unauthorized: Problem = {
  problem: "unauthorized",
  detail: "From a server, send Authorization: Bearer with an API key of the platform's publisher.",
  headers: { "www-authenticate": "Bearer" },
};
const platformUnavailable: Problem = {
  problem: "platform_unavailable",
  detail: "Send the platform_id of an active platform.",
};
const originNotAllowed: Problem = {
  problem: "origin_not_allowed",
  detail: "Add this site's origin to the platform's allowed sites.",
};
const foreignKey: Problem = {
  problem: "foreign_key",
  detail: "Use an API key of the publisher that the platform belongs to.",
};
/** contract.md §5: a server omits Origin, a browser sends no key. */
export const bothCredentials: Problem = {
  problem: "invalid_request",
  detail: "Send Origin (browser) or Authorization (server), not both.",
};
