import type { RateLimiter } from "../../core/ratelimit/rate-limiter.ts";
import type { Clock } from "../../core/timing/clock.ts";
import { batchedLimiter } from "../kit/batched-limiter.ts";
import { parseJson } from "../kit/stored-values.ts";
import type { Executor } from "./executor.ts";
import { postgresExecutor } from "./postgres-executor.ts";
import type { PostgresJs } from "./postgres-js.ts";
import { rateBatch } from "./ratelimit-batch.ts";
import { checkedSchema, defaultSchema } from "./schema-name.ts";

/** A rate limiter whose limits all instances on one database share. */
export interface PostgresRateLimiter extends RateLimiter {
  /** Ends the connections that this limiter has opened itself. */
  readonly close: () => Promise<void>;
}

/** Options of every rate limiter on PostgreSQL. */
export interface RateLimiterOptions {
  /** The schema of the store, made by its migrations. Default `handbill`. */
  readonly schema?: string | undefined;
  /** After this many milliseconds a claim is rejected as an outage; requests are then served unlimited. Default 250. */
  readonly timeoutMs?: number | undefined;
  /** For tests only: without it the database's own clock judges, as it must when there are several instances. */
  readonly clock?: Clock | undefined;
}

/** Options of a rate limiter on connections of the application. */
export interface PostgresRateLimiterOptions extends RateLimiterOptions {
  /**
   * A postgres.js instance: `postgres(url)`. The application ends it. Better not the store's own: a store that is
   * busy would take the limiter's time.
   */
  readonly sql: PostgresJs;
  /** See `PostgresStoreOptions.prepare`. Default true. */
  readonly prepare?: boolean | undefined;
}

export const defaultTimeoutMs = 250;

/** Calls of `take` that leave together. */
const maxCalls = 256;

/** The statement is cancelled before the batch gives up, so that the database ends it. */
export const statementShare = 0.9;

/**
 * A limiter on a PostgreSQL server, with the same decisions as the one in memory, which any number of instances share.
 * Concurrent claims are one statement and one transaction; the next leaves when it has returned. A crash of the server
 * forgets all grants.
 */
export function createPostgresRateLimiter(options: PostgresRateLimiterOptions): PostgresRateLimiter {
  const { sql, prepare = true, timeoutMs = defaultTimeoutMs } = options;
  const callTimeoutMs = timeoutMs * statementShare;
  return rateLimiterOn(postgresExecutor(sql, { callTimeoutMs, prepare, ownsPool: false }), options);
}

/** The limiter over any executor. */
export function rateLimiterOn(executor: Executor, options: RateLimiterOptions = {}): PostgresRateLimiter {
  const schema = checkedSchema(options.schema ?? defaultSchema);
  const { clock, timeoutMs = defaultTimeoutMs } = options;
  const text = `select "${schema}".take_rates($1::text::jsonb, $2::bigint)::text as json`;
  const limiter = batchedLimiter({
    subject: "PostgreSQL",
    timeoutMs,
    maxCalls,
    decide: async (claims) => {
      const { rows, decisions } = rateBatch(claims);
      const [row] = await executor.run(text, [JSON.stringify(rows), clock?.() ?? null], { prepare: true });
      return decisions(parseJson(row?.["json"]));
    },
  });
  return {
    take: limiter.take,
    close: async () => {
      await limiter.close();
      await executor.close();
    },
  };
}
