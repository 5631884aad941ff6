import type { ApiKeyRecord } from "../catalog/entities.ts";
import type { HttpRequest } from "../contract/http.ts";
import { isKeyOf, isRevoked, parseApiKey } from "../signing/api-key.ts";
import { equalBytes, sha256 } from "../signing/hash.ts";
import type { EpochMs } from "../timing/clock.ts";
import type { ManagementProblem } from "./problem.ts";

/** Who manages. A publisher sees its own side, an advertiser its own campaigns, the operator everything. */
export type Principal =
  | { readonly role: "operator"; readonly name: string }
  | { readonly role: "publisher"; readonly name: string; readonly publisherId: string }
  | { readonly role: "advertiser"; readonly name: string; readonly advertiser: string };

export type Role = Principal["role"];

/** A host's own way to know who asks; `undefined`: nobody. */
export type Authorize = (request: HttpRequest) => Principal | undefined | Promise<Principal | undefined>;

/** How the audit trail names somebody. */
export function actorOf(principal: Principal): string {
  return principal.name === "" ? principal.role : `${principal.role}:${principal.name}`;
}

export interface TokenRegister {
  readonly operatorTokens: readonly string[];
  readonly apiKey: (id: string) => ApiKeyRecord | undefined;
}

/**
 * `Authorization: Bearer` with an operator token, or with a publisher's management key (`hb_manage_…`). A key for ads
 * opens nothing here.
 */
export function authenticateToken(
  request: HttpRequest,
  { operatorTokens, apiKey }: TokenRegister,
  storeNow: EpochMs,
): Principal | undefined {
  const token = tokenOf(request);
  if (token === undefined) return undefined;
  const parsed = parseApiKey(token);
  if (parsed === undefined) {
    return operatorTokens.some((own) => isSame(own, token)) ? { role: "operator", name: "" } : undefined;
  }
  if (parsed.mode !== "manage") return undefined;
  const record = apiKey(parsed.id);
  if (record === undefined || !isKeyOf(parsed, record) || isRevoked(record, storeNow)) return undefined;
  return { role: "publisher", name: record.publisherId, publisherId: record.publisherId };
}

/** False for what opens nothing whatever is stored: neither an operator token nor of the form of a management key. */
export function mayBeToken(request: HttpRequest, operatorTokens: readonly string[]): boolean {
  const token = tokenOf(request);
  if (token === undefined) return false;
  return parseApiKey(token)?.mode === "manage" || operatorTokens.some((own) => isSame(own, token));
}

function tokenOf(request: HttpRequest): string | undefined {
  const [scheme = "", token = "", ...rest] = (request.header("authorization") ?? "").split(" ", 3);
  return scheme.toLowerCase() !== "bearer" || token === "" || rest.length > 0 ? undefined : token;
}

/** In constant time, whatever their lengths. */
function isSame(one: string, other: string): boolean {
  const encoder = new TextEncoder();
  return equalBytes(sha256(encoder.encode(one)), sha256(encoder.encode(other)));
}

export const unauthorized: ManagementProblem = {
  problem: "unauthorized",
  detail: "Send Authorization: Bearer with an operator token or a publisher's management key (hb_manage_…).",
  headers: { "www-authenticate": "Bearer" },
};

/** Browsers send Origin; the console calls from the server's side. */
export const browserRefused: ManagementProblem = {
  problem: "browser_refused",
  detail: "Call this from a server, without Origin: a page must not hold a management token.",
};
