import { callHost } from "./host-callback.ts";
import { isOutage } from "./outage.ts";
import type { Clock } from "./timing/clock.ts";

/** One log entry. Contains no identity, user text, key, token or address. */
export interface LogEntry {
  /** `error`: something failed; `warn`: the operator should act soon; `info`: nothing to do. */
  readonly level: "info" | "warn" | "error";
  /** An English sentence for the operator. */
  readonly message: string;
  /** The `request_id` of the error answer. Absent for entries that belong to no request. */
  readonly requestId?: string | undefined;
  /** Name and message of the error that caused the entry. */
  readonly error?: string | undefined;
  /** The number of similar entries that were suppressed since the last one. */
  readonly leftOut?: number | undefined;
}

/** Receives log entries. May throw: the entry then goes to the console. */
export type Log = (entry: LogEntry) => void;

/** Writes a JSON line to the console's error stream. */
export const consoleLog: Log = (entry) => {
  console.error(JSON.stringify({ time: new Date().toISOString(), ...entry }));
};

/** Wraps the host's log so that it never throws. An entry that it fails on goes to the console. */
export function safeLog(log: Log): Log {
  return (entry) =>
    callHost(
      () => log(entry),
      () => consoleLog(entry),
    );
}

const outageLineEveryMs = 1_000;

/** Logs why a request failed: each bug, but at most one outage per second. */
export function createFailureLog(log: Log, clock: Clock): (error: unknown, requestId: string) => void {
  let loggedAt = Number.NEGATIVE_INFINITY;
  let leftOut = 0;
  return (error, requestId) => {
    if (isOutage(error)) {
      if (clock() - loggedAt < outageLineEveryMs) {
        leftOut += 1;
        return;
      }
      loggedAt = clock();
    }
    const message = "A request could not be answered.";
    log({
      level: "error",
      message,
      requestId,
      error: describeError(error),
      ...(leftOut > 0 && { leftOut }),
    });
    leftOut = 0;
  };
}

/** Name and message of an error, without attached data such as SQL or parameters. */
export function describeError(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : "unknown error";
}
