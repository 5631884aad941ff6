import type { HttpRequest } from "../contract/http.ts";
import { type LimitedBy, limitRate } from "../pipeline/limit-rate.ts";
import { clientNetwork } from "../ratelimit/client-network.ts";
import type { RateLimiter } from "../ratelimit/rate-limiter.ts";
import { toBase64Url } from "../signing/base64url.ts";
import { sha256 } from "../signing/hash.ts";
import { hashAddress } from "../signing/identity-hash.ts";
import type { Principal } from "./principal.ts";
import type { ManagementProblem } from "./problem.ts";
import type { ManagementSettings } from "./settings.ts";

/** Enforces the limits of the settings. If the limiter fails, calls pass. */
export interface CallLimits {
  /** Counts a call as so many writes, at most as the whole limit. `undefined`: it is within the limit. */
  readonly write: (
    principal: Principal,
    settings: Pick<ManagementSettings, "limits">,
    writes: number,
  ) => Promise<ManagementProblem | undefined>;
  /** Counts a failed sign-in. `undefined`: the network is within the limit, including this failure. */
  readonly failedSignIn: (
    request: HttpRequest,
    settings: ManagementSettings,
  ) => Promise<ManagementProblem | undefined>;
  /**
   * Whether the audit trail may record a failed sign-in: at most {@link maxNotedFailures} a minute from all networks.
   */
  readonly mayNoteFailure: () => Promise<boolean>;
}

/** The maximum number of failed sign-ins per minute in the audit trail, which is never pruned. */
export const maxNotedFailures = 60;

/**
 * Creates the limits. Calls `onUnknown` for each failed sign-in from an unknown address, with the number of trusted
 * proxies.
 */
export function createCallLimits(
  limiter: RateLimiter,
  onUnknown: (trustProxy: number) => void = () => {},
): CallLimits {
  const limit = async (limits: readonly LimitedBy[]): Promise<ManagementProblem | undefined> => {
    const exceeded = await limitRate(limiter, limits);
    if (exceeded === undefined) return undefined;
    // The other headers of a limit would appear in every operation of /openapi.json.
    const seconds = exceeded.headers?.["retry-after"] ?? "1";
    return { problem: "rate_limited", detail: exceeded.detail, headers: { "retry-after": seconds } };
  };
  return {
    write: (principal, { limits }, writes) => {
      const rate = limits.writesPerPrincipal;
      // A claim above its limit is never granted.
      const cost = rate === false ? writes : Math.max(1, Math.min(writes, rate.limit));
      return limit([{ name: "writesPerPrincipal", rate, subject: subjectOf(principal), cost }]);
    },
    failedSignIn: async (request, { limits, keyring, trustProxy }) => {
      const network = clientNetwork(request, trustProxy);
      if (network === undefined) {
        onUnknown(trustProxy);
        return undefined;
      }
      const rate = limits.failedSignInsPerNetwork;
      const subject = hashAddress(keyring.identity, network);
      return limit([{ name: "failedSignInsPerNetwork", rate, subject }]);
    },
    mayNoteFailure: async () => {
      const rate = { limit: maxNotedFailures, windowMs: 60_000 };
      return (await limit([{ name: "notedFailures", rate, subject: "" }])) === undefined;
    },
  };
}

/** Returns a digest, so that a limiter sees no names. */
function subjectOf(principal: Principal): string {
  const owner =
    principal.role === "publisher"
      ? principal.publisherId
      : principal.role === "advertiser"
        ? principal.advertiser
        : "";
  const text = JSON.stringify([principal.role, principal.name, owner]);
  return toBase64Url(sha256(new TextEncoder().encode(text)));
}
