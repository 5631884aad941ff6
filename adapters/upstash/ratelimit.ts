import type { RateClaim, RateDecision, RateLimiter } from "../../core/ratelimit/rate-limiter.ts";
import type { Clock } from "../../core/timing/clock.ts";
import { batchedLimiter } from "../kit/batched-limiter.ts";
import type { UpstashRedis } from "./client.ts";
import { nowArgument, slackMs } from "./context.ts";
import { misfit, parseNumber } from "./json.ts";
import { type Keys, keysOf } from "./keys.ts";
import { type RunScript, scriptRunner } from "./run-script.ts";
import { ratesScript } from "./scripts/rates.ts";

/** A rate limiter whose limits all instances on one database share. */
export interface UpstashRateLimiter extends RateLimiter {
  /** Waits for claims under way. There is no connection to end. */
  readonly close: () => Promise<void>;
}

/** Options of every rate limiter on Upstash Redis. */
export interface RateLimiterOptions {
  /** Limits are shared by limiters of one prefix; it may be the store's. Default `handbill`. */
  readonly prefix?: string | undefined;
  /** After this many milliseconds a claim is rejected as an outage; requests are then served unlimited. Default 250. */
  readonly timeoutMs?: number | undefined;
  /** For tests only: without it Redis TIME judges, as it must when there are several instances. */
  readonly clock?: Clock | undefined;
}

/** Options of a rate limiter on a client of the application. */
export interface UpstashRateLimiterOptions extends RateLimiterOptions {
  /** A client of @upstash/redis, with `retry: { retries: 0 }`: a claim that is sent twice takes twice. */
  readonly redis: UpstashRedis;
}

export const defaultTimeoutMs = 250;

/** Calls of `take` that leave together. */
const maxCalls = 64;

/**
 * A limiter on Upstash Redis, with the same decisions as the one in memory, which any number of instances share.
 * Concurrent claims are one script and one request; the next leaves when it has returned.
 */
export function createUpstashRateLimiter({
  redis,
  ...options
}: UpstashRateLimiterOptions): UpstashRateLimiter {
  return rateLimiterOn(async () => redis, options);
}

/** The limiter over a client that is made when it is first needed. */
export function rateLimiterOn(
  connect: () => Promise<UpstashRedis>,
  options: RateLimiterOptions,
): UpstashRateLimiter {
  const { clock, timeoutMs = defaultTimeoutMs } = options;
  const keys = keysOf(options.prefix);
  const run = scriptRunner(connect);
  return batchedLimiter({
    subject: "Redis",
    timeoutMs,
    maxCalls,
    decide: (claims) => decide(run, keys, clock, claims),
  });
}

async function decide(
  run: RunScript,
  keys: Keys,
  clock: Clock | undefined,
  claims: readonly RateClaim[],
): Promise<readonly RateDecision[]> {
  const places = new Map<string, number>();
  const args = claims.flatMap(({ key, limit, windowMs, cost }) => {
    const name = keys.rate(windowMs, key);
    const place = places.get(name) ?? places.size + 1;
    places.set(name, place);
    return [place, limit, windowMs, cost].map(String);
  });
  const head = [nowArgument({ clock }), String(slackMs({ clock }))];
  const reply = await run(ratesScript, [keys.root, ...places.keys()], [...head, ...args]);
  if (reply.head[0] !== "rates" || reply.lines.length !== claims.length) misfit("a decision for each claim");
  return reply.lines.map((line) => {
    const [granted, remaining, resetAfterMs, retryAfterMs] = line.split("\t");
    return {
      granted: granted === "1",
      remaining: parseNumber(remaining),
      resetAfterMs: parseNumber(resetAfterMs),
      retryAfterMs: parseNumber(retryAfterMs),
    };
  });
}
