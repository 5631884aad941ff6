import { onceDone } from "../../core/once.ts";
import { openClient, type UpstashAddress } from "./client.ts";
import {
  defaultTimeoutMs as defaultLimiterTimeoutMs,
  type RateLimiterOptions,
  rateLimiterOn,
  type UpstashRateLimiter,
} from "./ratelimit.ts";
import { type StoreOptions, storeOn, type UpstashStore } from "./store.ts";

export const defaultTimeoutMs = 4_000;

/** Every operation is idempotent, so that a command whose reply was lost may be sent again. */
const storeRetries = 2;

/** Options of a store on a client of its own. */
export interface OpenUpstashOptions extends StoreOptions, UpstashAddress {
  /** After this many milliseconds a command is rejected as an outage, retries included. Default 4,000. */
  readonly timeoutMs?: number | undefined;
}

/** A store on a client of its own. Nothing is sent, and @upstash/redis is not loaded, before the first operation. */
export function openUpstash(options: OpenUpstashOptions): UpstashStore {
  const { url, token, headers, timeoutMs = defaultTimeoutMs, ...rest } = options;
  return storeOn(
    onceDone(() => openClient({ url, token, headers, timeoutMs, retries: storeRetries })),
    rest,
  );
}

/** Options of a rate limiter on a client of its own. */
export interface OpenUpstashRateLimiterOptions extends RateLimiterOptions, UpstashAddress {}

/** A limiter on a client of its own, which sends no command twice, because a repeated claim takes twice. */
export function openUpstashRateLimiter(options: OpenUpstashRateLimiterOptions): UpstashRateLimiter {
  const { url, token, headers, ...rest } = options;
  const timeoutMs = rest.timeoutMs ?? defaultLimiterTimeoutMs;
  return rateLimiterOn(
    onceDone(() => openClient({ url, token, headers, timeoutMs, retries: 0 })),
    rest,
  );
}
