import { PGlite } from "@electric-sql/pglite";
import type { Executor } from "../../adapters/postgres/executor.ts";
import { pgliteExecutor } from "../../adapters/postgres/pglite-executor.ts";
import { type PostgresRateLimiter, rateLimiterOn } from "../../adapters/postgres/ratelimit.ts";
import { openPostgresRateLimiter } from "../../adapters/postgres/ratelimit-open.ts";
import { storeOn } from "../../adapters/postgres/store.ts";
import type { Clock } from "../../core/timing/clock.ts";
import { type PostgresServer, startPostgresServer } from "../setup/postgres-server.ts";

/** A database on which limiters are opened; each of them is like an instance of its own. */
export interface LimiterBackend {
  /** Two limiters without any grants. One pair is open at a time. */
  readonly open: (clock?: { readonly now: Clock }) => Promise<{
    readonly limiters: readonly [PostgresRateLimiter, PostgresRateLimiter];
    readonly close: () => Promise<void>;
    /** Rows of the schema's table of limits. */
    readonly rows: () => Promise<number>;
  }>;
  readonly close: () => Promise<void>;
}

/** Long, so that a machine that is busy with other tests does not make an outage of it. */
const timeoutMs = 20_000;
const schema = "limits";
const forget = `delete from ${schema}.rate_limits; delete from ${schema}.rate_windows`;
const countRows = `select count(*)::int as n from ${schema}.rate_limits`;

export async function pgliteLimiters(): Promise<LimiterBackend> {
  const pglite = await PGlite.create();
  const executor = pgliteExecutor(pglite);
  await storeOn(executor, { schema }).migrate();
  return {
    open: async (clock) => {
      await pglite.exec(forget);
      const limiter = (): PostgresRateLimiter =>
        rateLimiterOn(
          { ...executor, close: async () => undefined },
          { schema, timeoutMs, clock: clock?.now },
        );
      return {
        limiters: [limiter(), limiter()],
        close: async () => undefined,
        rows: async () => countOf((await pglite.query(countRows)).rows),
      };
    },
    close: () => pglite.close(),
  };
}

export async function serverLimiters(server?: PostgresServer): Promise<LimiterBackend> {
  const { default: postgres } = await import("postgres");
  const own = server ?? (await startPostgresServer());
  const sql = postgres(own.url, { max: 1, onnotice: () => undefined });
  const run = async (text: string): Promise<readonly Record<string, unknown>[]> => [
    ...(await sql.unsafe<Record<string, unknown>[]>(text)),
  ];
  const executor: Executor = {
    server: true,
    run: (text, parameters) => sql.unsafe(text, [...parameters]),
    close: async () => undefined,
  };
  await storeOn(executor, { schema }).migrate();
  return {
    open: async (clock) => {
      await run(forget);
      const limiter = (): Promise<PostgresRateLimiter> =>
        openPostgresRateLimiter(own.url, { schema, timeoutMs, clock: clock?.now });
      const limiters = [await limiter(), await limiter()] as const;
      return {
        limiters,
        close: async () => void (await Promise.all(limiters.map((one) => one.close()))),
        rows: async () => countOf(await run(countRows)),
      };
    },
    close: async () => {
      await sql.end();
      if (server === undefined) await own.stop();
    },
  };
}

function countOf(rows: readonly unknown[]): number {
  const [row] = rows;
  return typeof row === "object" && row !== null && "n" in row ? Number(row.n) : Number.NaN;
}
