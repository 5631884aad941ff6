import type { Stopwatch } from "../../core/timing/deadlines.ts";

/** Whether the statements of one pool are prepared. */
export interface PreparedStatements {
  readonly areUsed: () => boolean;
  /**
   * Reports a prepared statement that the session does not know. A pooler in transaction mode sends each call to any session, so
   * statements are sent unprepared for an hour. If `isDirect` resolves with true, no pooler is in between and a session has
   * discarded its statements: then preparing goes on. `isDirect` is called once for losses that happen together.
   */
  readonly lost: (isDirect: () => Promise<boolean>) => void;
}

const pauseMs = 3_600_000;

export function preparedStatements(isWanted: boolean, stopwatch: Stopwatch): PreparedStatements {
  let pausedUntil = Number.NEGATIVE_INFINITY;
  const areUsed = (): boolean => isWanted && stopwatch() >= pausedUntil;
  return {
    areUsed,
    lost(isDirect) {
      // Calls that were under way together lose their statements together.
      if (!areUsed()) return;
      pausedUntil = stopwatch() + pauseMs;
      isDirect().then(
        (yes) => {
          if (yes) pausedUntil = Number.NEGATIVE_INFINITY;
        },
        // The pause goes on.
        () => undefined,
      );
    },
  };
}

/**
 * Whether the session is the one that the server has named to the client: a pooler gives its clients numbers of its own, so that
 * it can tell whose call is cancelled.
 */
export async function isServerItself(sql: PidSource): Promise<boolean> {
  const rows = await sql.unsafe("select pg_backend_pid() as pid");
  const [row] = rows;
  const named = "state" in rows ? rows.state : undefined;
  return typeof named === "object" && named !== null && "pid" in named && named.pid === row?.["pid"];
}

interface PidSource {
  unsafe(query: string): PromiseLike<Iterable<Readonly<Record<string, unknown>>>>;
}

/** The session does not know the statement, or another one has its name already. */
const lostCodes: ReadonlySet<string> = new Set(["26000", "42P05"]);

/** Of `cached plan must not change result type`; PostgreSQL has no code of its own for it. */
const notSupported = "0A000";

/** The errors about a prepared statement, which PostgreSQL raises before it executes anything. */
export type StatementFault = "lost" | "outdated";

export function statementFaultOf(error: unknown): StatementFault | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  if (typeof error.code === "string" && lostCodes.has(error.code)) return "lost";
  const text = error instanceof Error ? error.message : "";
  return error.code === notSupported && text.includes("cached plan") ? "outdated" : undefined;
}

/**
 * The fault that postgres.js met and repaired by itself: it prepares a statement that is gone once more, under another name, and
 * notes the error at its query (3.4.9, `retry` in connection.js). Behind a pooler in transaction mode it would do so without
 * end, and leave each of these statements in the sessions of the server.
 */
export function repairedFaultOf(query: object): StatementFault | undefined {
  return "retried" in query ? statementFaultOf(query.retried) : undefined;
}
