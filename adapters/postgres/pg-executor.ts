import { startDeadline } from "./call-deadline.ts";
import { attempt, type Executor, type Parameter, type Row } from "./executor.ts";

/** The members of a pool of `pg` that the executor uses; `Pool` of `pg` and of `@neondatabase/serverless` has them. */
export interface PgPool {
  /** Runs a query whose parameters are `$1`, `$2` and so on, on any connection. */
  query(query: PgQuery): Promise<{ readonly rows: readonly unknown[] }>;
  /** Closes all connections. */
  end(): Promise<void>;
  /** Observes errors of idle connections. Without a listener they end the process. */
  on(event: "error", listener: (error: Error) => void): unknown;
}

/** A query as `pg` takes it. */
export interface PgQuery {
  /** The statement. */
  text: string;
  /** Its parameters. */
  values: Parameter[];
  /** After this many milliseconds the call is rejected, and the pool drops its connection. */
  query_timeout: number;
}

/** The options of {@link pgExecutor}. */
export interface PgExecutorOptions {
  /** After this many milliseconds a call is rejected as an outage; its outcome is unknown. Default 4,000. */
  readonly callTimeoutMs?: number | undefined;
  /** Whether `close` ends the pool. Default false: the application does. */
  readonly ownsPool?: boolean | undefined;
}

/** Longer than the lock timeout of the functions (3 s), so that the server gives up first and says why. */
const defaultTimeoutMs = 4_000;

/**
 * Runs each statement on a pool of `pg`, unprepared, in a transaction of its own. A statement needs one round trip, and works behind
 * any pooler.
 */
export function pgExecutor(pool: PgPool, options: PgExecutorOptions = {}): Executor {
  const { callTimeoutMs = defaultTimeoutMs, ownsPool = false } = options;
  // The pool replaces a connection that fails while it is idle.
  pool.on("error", () => undefined);
  return {
    server: true,
    async run(text, parameters) {
      const deadline = startDeadline(callTimeoutMs);
      const query = { text, values: [...parameters], query_timeout: callTimeoutMs };
      const call = attempt(async () =>
        deadline.isOver() ? deadline.passed : (await pool.query(query)).rows.filter(isRow),
      );
      try {
        return await Promise.race([call, deadline.passed]);
      } finally {
        deadline.end(call);
      }
    },
    close: async () => {
      if (ownsPool) await pool.end();
    },
  };
}

function isRow(value: unknown): value is Row {
  return typeof value === "object" && value !== null;
}
