import { type Stopwatch, systemStopwatch } from "../../core/timing/deadlines.ts";
import { StoreUnavailable } from "../kit/errors.ts";
import { type CallDeadline, startDeadline } from "./call-deadline.ts";
import { connectionGate } from "./connection-gate.ts";
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

  const send = async (call: Call, deadline: CallDeadline, prepare: boolean): Promise<readonly Row[]> => {
    const sql = pool.current();
    const query = sql.unsafe(call.text, [...call.parameters], { prepare });
    deadline.guard(query, () => pool.discard(sql));
    const rows = [...(await query)].filter(isRow);
    if (prepare && repairedFaultOf(query) === "lost") lost();
    return rows;
  };

  const sendAsPossible = async (call: Call, deadline: CallDeadline): Promise<readonly Row[]> => {
    if (deadline.isOver()) return deadline.passed;
    if (!call.prepare || !statements.areUsed()) return send(call, deadline, false);
    let fault: StatementFault | undefined;
    try {
      return await send(call, deadline, true);
    } catch (error) {
      fault = statementFaultOf(error);
      if (fault === undefined) throw error;
    }
    // Nothing was executed.
    if (fault === "lost") lost();
    return send(call, deadline, false);
  };

  return {
    server: true,
    async run(text, parameters, { prepare = false, timeoutMs = callTimeoutMs } = {}) {
      const deadline = startDeadline(timeoutMs);
      const call = gate.within(() => attempt(() => sendAsPossible({ text, parameters, prepare }, deadline)));
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
