import { type Stopwatch, systemStopwatch } from "../../core/timing/deadlines.ts";
import { type CallDeadline, startDeadline } from "./call-deadline.ts";
import { connectionGate } from "./connection-gate.ts";
import { isEarlyEnd } from "./early-end.ts";
import { codeOf } from "./errors.ts";
import { attempt, type Executor, type Parameter, type Row } from "./executor.ts";
import type { PostgresJs } from "./postgres-js.ts";
import { fixedPool, type PostgresPool } from "./postgres-pool.ts";
import {
  isServerItself,
  preparedStatements,
  repairedFaultOf,
  type StatementFault,
  statementFaultOf,
} from "./prepared-statements.ts";

export interface PostgresExecutorOptions {
  /**
   * A call that takes longer, repetitions included, is cancelled and rejected as an outage; its outcome is unknown.
   * Milliseconds.
   */
  readonly callTimeoutMs: number;
  /** Whether statements may be prepared. Where they get lost, they are sent unprepared for a while. */
  readonly prepare: boolean;
  /** For tests. */
  readonly stopwatch?: Stopwatch | undefined;
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
/** postgres.js 3.4.9 ends a new connection so when the server is a standby (`target_session_attrs`), and calls of a discarded pool. */
const destroyed = "CONNECTION_DESTROYED";
/** Of a server that starts or stops, and of one that does not answer. */
const unusable: ReadonlySet<string> = new Set(["57P03", "CONNECT_TIMEOUT"]);

/**
 * Runs each statement on the pool, by itself. postgres.js 3.4.9 puts a reserved connection whose server died
 * back among the open ones, and the next query on it ends the process ("null (reading 'write')"), so nothing
 * here reserves a connection or begins a transaction: what must be atomic is one function call. That is also
 * why Kysely writes our queries and does not run them.
 */
export function pooledExecutor(pool: PostgresPool, options: PostgresExecutorOptions): Executor {
  const { callTimeoutMs, stopwatch = systemStopwatch } = options;
  const statements = preparedStatements(options.prepare, stopwatch);
  const maxUnderWay = pool.current().options?.max ?? Number.POSITIVE_INFINITY;
  const gate = connectionGate({ maxUnderWay, stopwatch });

  const lost = (): void => statements.lost(() => gate.within(() => isServerItself(pool.current())));

  const send = async (
    sql: PostgresJs,
    call: Call,
    deadline: CallDeadline,
    prepare: boolean,
  ): Promise<readonly Row[]> => {
    const query = sql.unsafe(call.text, [...call.parameters], { prepare });
    deadline.guard(query, () => pool.discard(sql));
    const rows = [...(await query)].filter(isRow);
    if (prepare && repairedFaultOf(query) === "lost") lost();
    return rows;
  };

  const sendAsPossible = async (
    sql: PostgresJs,
    call: Call,
    deadline: CallDeadline,
  ): Promise<readonly Row[]> => {
    if (deadline.isOver()) return deadline.passed;
    if (!call.prepare || !statements.areUsed()) return send(sql, call, deadline, false);
    let fault: StatementFault | undefined;
    try {
      return await send(sql, call, deadline, true);
    } catch (error) {
      fault = statementFaultOf(error);
      if (fault === undefined) throw error;
    }
    // Nothing was executed.
    if (fault === "lost") lost();
    return send(sql, call, deadline, false);
  };

  /** Tries each host once: a server that is away, or only reads, has done nothing. */
  const sendToPrimary = async (call: Call, deadline: CallDeadline): Promise<readonly Row[]> => {
    for (let tries = 1; ; tries += 1) {
      const sql = pool.current();
      try {
        return await sendAsPossible(sql, call, deadline);
      } catch (error) {
        const code = codeOf(error);
        const isUseless = unusable.has(code) || (code === destroyed && sql === pool.current());
        const isWrongServer = code === readOnly || (pool.hosts > 1 && isUseless);
        if (isWrongServer) pool.discard(sql);
        if (tries >= pool.hosts || !(isWrongServer || isEarlyEnd(error))) throw error;
      }
    }
  };

  return {
    server: true,
    async run(text, parameters, { prepare = false, timeoutMs = callTimeoutMs } = {}) {
      const deadline = startDeadline(timeoutMs);
      const call = gate.within(() => attempt(() => sendToPrimary({ text, parameters, prepare }, deadline)));
      try {
        return await Promise.race([call, deadline.passed]);
      } finally {
        deadline.end(call);
      }
    },
    close: pool.end,
  };
}

interface Call {
  readonly text: string;
  readonly parameters: readonly Parameter[];
  readonly prepare: boolean;
}

/**
 * When a connection is lost within an answer, postgres.js 3.4.9 goes on counting its rows on the next one: that answer begins
 * with as many holes.
 */
function isRow(row: Row | undefined): row is Row {
  return row !== undefined;
}
