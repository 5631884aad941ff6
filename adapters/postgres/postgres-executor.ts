import { StoreUnavailable } from "./errors.ts";
import { attempt, type Executor, type Parameter, type Row } from "./executor.ts";
import { fixedPool, type PostgresPool } from "./postgres-pool.ts";

/** What we use of a postgres.js instance; the one returned by `postgres(url)` fits. */
export interface PostgresJs {
  unsafe(query: string, parameters?: Parameter[], options?: { prepare?: boolean }): PostgresJsQuery;
  end(options?: { timeout?: number }): Promise<void>;
}

export interface PostgresJsQuery extends PromiseLike<Iterable<Row>> {
  cancel(): unknown;
}

export interface PostgresExecutorOptions {
  /**
   * A call that takes longer, repetitions included, is cancelled and rejected as an outage; its outcome is unknown.
   * Milliseconds.
   */
  readonly callTimeoutMs: number;
  /**
   * Named prepared statements. Only where the connection goes to the server, or to a pooler that knows them.
   */
  readonly prepare: boolean;
}

/** {@link pooledExecutor} on one instance of postgres.js; `ownsPool` says whether `close` ends it. */
export function postgresExecutor(
  sql: PostgresJs,
  { ownsPool, ...options }: PostgresExecutorOptions & { readonly ownsPool: boolean },
): Executor {
  return pooledExecutor(fixedPool(sql, ownsPool), options);
}

/** After a failover the old primary only reads: other connections may lead to the new one. */
const readOnly = "25006";

/**
 * Runs each statement on the pool, by itself. postgres.js 3.4.9 puts a reserved connection whose server died
 * back among the open ones, and the next query on it ends the process ("null (reading 'write')"), so nothing
 * here reserves a connection or begins a transaction: what must be atomic is one function call. That is also
 * why Kysely writes our queries and does not run them.
 */
export function pooledExecutor(pool: PostgresPool, options: PostgresExecutorOptions): Executor {
  const { callTimeoutMs, prepare } = options;
  return {
    server: true,
    async run(text, parameters) {
      const deadline = startDeadline(callTimeoutMs);
      const call = attempt(async () => {
        const sql = pool.current();
        const query = sql.unsafe(text, [...parameters], { prepare });
        deadline.guard(query, () => pool.discard(sql));
        return [...(await query)].filter(isRow);
      });
      try {
        return await Promise.race([call, deadline.passed]);
      } catch (error) {
        if (error instanceof StoreUnavailable && error.code === readOnly) pool.discard(pool.current());
        throw error;
      } finally {
        deadline.end(call);
      }
    },
    close: pool.end,
  };
}

/**
 * When a connection is lost within an answer, postgres.js 3.4.9 goes on counting its rows on the next one: that answer begins
 * with as many holes.
 */
function isRow(row: Row | undefined): row is Row {
  return row !== undefined;
}

interface Deadline {
  /** Rejected when the time is up. */
  readonly passed: Promise<never>;
  /** The query to cancel then, and whom to tell when even that is not answered for as long again. */
  readonly guard: (query: PostgresJsQuery, unanswered: () => void) => void;
  readonly end: (call: Promise<unknown>) => void;
}

function startDeadline(callTimeoutMs: number): Deadline {
  let cancel = (): void => undefined;
  let giveUp = (): void => undefined;
  let isOver = false;
  let second: ReturnType<typeof setTimeout> | undefined;
  const { promise: passed, reject } = Promise.withResolvers<never>();
  passed.catch(() => undefined);
  const first = setTimeout(() => {
    isOver = true;
    const help = "Check the server's load and locks; repeating the call is safe.";
    reject(
      new StoreUnavailable(`PostgreSQL did not answer within ${callTimeoutMs} ms. ${help}`, "CALL_TIMEOUT"),
    );
    cancel();
    second = setTimeout(() => giveUp(), callTimeoutMs);
  }, callTimeoutMs);
  return {
    passed,
    guard(query, unanswered) {
      giveUp = unanswered;
      cancel = () => void Promise.resolve(query.cancel()).catch(() => undefined);
      if (isOver) cancel();
    },
    end(call) {
      clearTimeout(first);
      const settled = (): void => clearTimeout(second);
      call.then(settled, settled);
    },
  };
}
