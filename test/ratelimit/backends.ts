import { PGlite } from "@electric-sql/pglite";
import { pgliteExecutor } from "../../adapters/postgres/pglite-executor.ts";
import { type PostgresRateLimiter, rateLimiterOn } from "../../adapters/postgres/ratelimit.ts";
import { openPostgresRateLimiter } from "../../adapters/postgres/ratelimit-open.ts";
import { storeOn } from "../../adapters/postgres/store.ts";
import type { Clock } from "../../core/timing/clock.ts";
import { type PostgresServer, startPostgresServer } from "../setup/postgres-server.ts";

/** A database on which limiters are opened; each of them is like an instance of its own. */
export interface LimiterBackend {
  /** Two limiters on a fresh schema. */
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
let schemas = 0;

export async function pgliteLimiters(): Promise<LimiterBackend> {
  const pglite = await PGlite.create();
  const executor = pgliteExecutor(pglite);
  return {
    open: async (clock) => {
      const schema = nextSchema();
      await storeOn(executor, { schema }).migrate();
      const limiter = (): PostgresRateLimiter =>
        rateLimiterOn(
          { ...executor, close: async () => undefined },
          { schema, timeoutMs, clock: clock?.now },
        );
      return {
        limiters: [limiter(), limiter()],
        close: async () => undefined,
        rows: async () => countOf((await pglite.query(countRows(schema))).rows),
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
  return {
    open: async (clock) => {
      const schema = nextSchema();
      await storeOn(
        {
          server: true,
          run: (text, parameters) => sql.unsafe(text, [...parameters]),
          close: async () => undefined,
        },
        { schema },
      ).migrate();
      const limiter = (): Promise<PostgresRateLimiter> =>
        openPostgresRateLimiter(own.url, { schema, timeoutMs, clock: clock?.now });
      const limiters = [await limiter(), await limiter()] as const;
      return {
        limiters,
        close: async () => void (await Promise.all(limiters.map((one) => one.close()))),
        rows: async () => countOf(await run(countRows(schema))),
      };
    },
    close: async () => {
      await sql.end();
      if (server === undefined) await own.stop();
    },
  };
}

function nextSchema(): string {
  schemas += 1;
  return `limits_${schemas}`;
}

function countRows(schema: string): string {
  return `select count(*)::int as n from ${schema}.rate_limits`;
}

function countOf(rows: readonly unknown[]): number {
  const [row] = rows;
  return typeof row === "object" && row !== null && "n" in row ? Number(row.n) : Number.NaN;
}
