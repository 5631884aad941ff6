import type { Environment } from "../environment.ts";

/** At most `limit` requests in any `windowMs` milliseconds. */
export interface RateLimit {
  /** A whole number of requests. */
  readonly limit: number;
  /** The length of the sliding window in milliseconds. */
  readonly windowMs: number;
}

/** contract.md §7, 429. Each is a setting; `false` switches it off. */
export interface RateLimits {
  /** Ad requests of one visitor from a browser. A batch counts as one for each slot. */
  readonly adsPerVisitor: RateLimit | false;
  /** Ad requests under one API key from a server. A batch counts as one for each slot. */
  readonly adsPerKey: RateLimit | false;
  /** Interact calls for one user. */
  readonly interactPerUser: RateLimit | false;
  /** Seen calls for one user. */
  readonly seenPerUser: RateLimit | false;
  /** Reports of ads by one user. */
  readonly reportsPerUser: RateLimit | false;
  /** Bot requests for one messenger user. */
  readonly botPerUser: RateLimit | false;
  /**
   * Requests of browsers and clicks from one network (IPv4 /24, IPv6 /48), where the client's address is known. A request with
   * a valid API key does not count, and is not refused for it. A batch counts as one for each slot.
   */
  readonly requestsPerNetwork: RateLimit | false;
  /** Refused API keys from one network; its 429 replaces a 401, never another answer. */
  readonly failedAuthPerNetwork: RateLimit | false;
}

export type RateLimitName = keyof RateLimits;

const minute = 60_000;

export const defaultRateLimits: RateLimits = {
  adsPerVisitor: { limit: 300, windowMs: minute },
  adsPerKey: { limit: 1_000, windowMs: 1_000 },
  interactPerUser: { limit: 120, windowMs: minute },
  seenPerUser: { limit: 240, windowMs: minute },
  reportsPerUser: { limit: 20, windowMs: 60 * minute },
  botPerUser: { limit: 60, windowMs: minute },
  requestsPerNetwork: { limit: 6_000, windowMs: minute },
  failedAuthPerNetwork: { limit: 600, windowMs: minute },
};

/** The environment variable of each limit. */
export const rateLimitNames: Readonly<Record<RateLimitName, string>> = {
  adsPerVisitor: "HANDBILL_LIMIT_ADS_PER_VISITOR",
  adsPerKey: "HANDBILL_LIMIT_ADS_PER_KEY",
  interactPerUser: "HANDBILL_LIMIT_INTERACT_PER_USER",
  seenPerUser: "HANDBILL_LIMIT_SEEN_PER_USER",
  reportsPerUser: "HANDBILL_LIMIT_REPORTS_PER_USER",
  botPerUser: "HANDBILL_LIMIT_BOT_PER_USER",
  requestsPerNetwork: "HANDBILL_LIMIT_REQUESTS_PER_NETWORK",
  failedAuthPerNetwork: "HANDBILL_LIMIT_FAILED_AUTH_PER_NETWORK",
};

/** The limits in force, and the names of those whose setting cannot be read. */
export function readRateLimits(
  options: Partial<RateLimits>,
  env: Environment,
): { readonly limits: RateLimits; readonly invalid: readonly RateLimitName[] } {
  const invalid: RateLimitName[] = [];
  const read = (name: RateLimitName): RateLimit | false => {
    const limit = readRate(options[name], env(rateLimitNames[name]), defaultRateLimits[name]);
    if (limit === undefined) invalid.push(name);
    return limit ?? defaultRateLimits[name];
  };
  const limits: RateLimits = {
    adsPerVisitor: read("adsPerVisitor"),
    adsPerKey: read("adsPerKey"),
    interactPerUser: read("interactPerUser"),
    seenPerUser: read("seenPerUser"),
    reportsPerUser: read("reportsPerUser"),
    botPerUser: read("botPerUser"),
    requestsPerNetwork: read("requestsPerNetwork"),
    failedAuthPerNetwork: read("failedAuthPerNetwork"),
  };
  return { limits, invalid };
}

/** One limit: the option, else the setting (`60/1m`, `false`), else the default; `undefined` for one that cannot be read. */
export function readRate(
  option: RateLimit | false | undefined,
  setting: string | undefined,
  otherwise: RateLimit | false,
): RateLimit | false | undefined {
  if (option !== undefined) return isRateLimit(option) ? option : undefined;
  return setting === undefined ? otherwise : parseRateLimit(setting);
}

/** Whether the limit consists of whole numbers, which every limiter needs. */
function isRateLimit(option: RateLimit | false): boolean {
  if (option === false) return true;
  if (typeof option !== "object" || option === null) return false;
  const { limit, windowMs } = option;
  return Number.isSafeInteger(limit) && limit >= 0 && Number.isSafeInteger(windowMs) && windowMs >= 1;
}

const unitMs = new Map([
  ["s", 1_000],
  ["m", minute],
  ["h", 60 * minute],
]);

/** `60/1m`, `1000/1s`, `false`. */
function parseRateLimit(setting: string): RateLimit | false | undefined {
  if (setting === "false") return false;
  const match = /^([1-9][0-9]{0,8})\/([1-9][0-9]{0,3})([smh])$/.exec(setting);
  const unit = unitMs.get(match?.[3] ?? "");
  if (match === null || unit === undefined) return undefined;
  return { limit: Number(match[1]), windowMs: Number(match[2]) * unit };
}
