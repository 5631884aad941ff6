import type { ApiKeyRecord } from "../catalog/entities.ts";
import type { HttpRequest } from "../contract/http.ts";
import { isKeyOf, isRevoked, parseApiKey } from "../signing/api-key.ts";
import { equalBytes, sha256 } from "../signing/hash.ts";
import type { EpochMs } from "../timing/clock.ts";
import type { ManagementProblem } from "./problem.ts";

/**
 * The caller of the management side. A publisher sees its own platforms, an advertiser its own campaigns, the operator
 * everything. `name` appears in the audit trail.
 */
export type Principal =
  | {
      readonly role: "operator";
      /** The name in the audit trail; may be empty. */
      readonly name: string;
    }
  | {
      readonly role: "publisher";
      /** The name in the audit trail. */
      readonly name: string;
      /** The id of a publisher in the catalogue. */
      readonly publisherId: string;
    }
  | {
      readonly role: "advertiser";
      /** The name in the audit trail. */
      readonly name: string;
      /** The `advertiser` of its campaigns. */
      readonly advertiser: string;
    };

/** The role of a {@link Principal}. */
export type Role = Principal["role"];

/**
 * Identifies a caller by the host's own means, such as a session. `undefined`: unknown, so that tokens are checked. A
 * rejection answers 503.
 */
export type Authorize = (request: HttpRequest) => Principal | undefined | Promise<Principal | undefined>;

/** The name of a principal in the audit trail. */
export function actorOf(principal: Principal): string {
  return principal.name === "" ? principal.role : `${principal.role}:${principal.name}`;
}

/** The known tokens. */
export interface KnownTokens {
  readonly operatorTokens: readonly string[];
  /** Finds an API key by its id. */
  readonly apiKey: (id: string) => ApiKeyRecord | undefined;
}

/**
 * Identifies the sender of `Authorization: Bearer` with an operator token or a publisher's management key
 * (`hb_manage_…`). Ad keys are refused.
 */
export function authenticateToken(
  request: HttpRequest,
  { operatorTokens, apiKey }: KnownTokens,
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

/** False if the token is certainly invalid: neither an operator token nor in the form of a management key. */
export function mayBeToken(request: HttpRequest, operatorTokens: readonly string[]): boolean {
  const token = tokenOf(request);
  if (token === undefined) return false;
  return parseApiKey(token)?.mode === "manage" || operatorTokens.some((own) => isSame(own, token));
}

function tokenOf(request: HttpRequest): string | undefined {
  const [scheme = "", token = "", ...rest] = (request.header("authorization") ?? "").split(" ", 3);
  return scheme.toLowerCase() !== "bearer" || token === "" || rest.length > 0 ? undefined : token;
}

/** Compares in constant time, whatever the lengths. */
function isSame(one: string, other: string): boolean {
  const encoder = new TextEncoder();
  return equalBytes(sha256(encoder.encode(one)), sha256(encoder.encode(other)));
}

export const unauthorized: ManagementProblem = {
  problem: "unauthorized",
  detail: "Send Authorization: Bearer with an operator token or a publisher's management key (hb_manage_…).",
  headers: { "www-authenticate": "Bearer" },
};

/** Browsers send Origin. The console calls in process. */
export const browserRefused: ManagementProblem = {
  problem: "browser_refused",
  detail: "Call this from a server, without an Origin header: a web page must not hold a management token.",
};
