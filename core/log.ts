import { callHost } from "./host-callback.ts";
import { isOutage } from "./outage.ts";
import type { Clock } from "./timing/clock.ts";

/** One line of the log. Holds no identity, text, key, token or address of anybody. */
export interface LogEntry {
  readonly level: "info" | "warn" | "error";
  readonly message: string;
  /** The `request_id` of the error answer. */
  readonly requestId?: string | undefined;
  readonly error?: string | undefined;
  /** How many like it were left out since the last such line. */
  readonly leftOut?: number | undefined;
}

export type Log = (entry: LogEntry) => void;

/** A JSON line on the console's error stream. */
export const consoleLog: Log = (entry) => {
  console.error(JSON.stringify({ time: new Date().toISOString(), ...entry }));
};

/** The host's log, made safe. An entry that it fails on goes to the console. */
export function safeLog(log: Log): Log {
  return (entry) =>
    callHost(
      () => log(entry),
      () => consoleLog(entry),
    );
}

const outageLineEveryMs = 1_000;

/** Says what kept a request from its answer: a bug each time, an outage once a second, however many requests meet it. */
export function createFailureLog(log: Log, clock: Clock): (error: unknown, requestId: string) => void {
  let saidAt = Number.NEGATIVE_INFINITY;
  let leftOut = 0;
  return (error, requestId) => {
    if (isOutage(error)) {
      if (clock() - saidAt < outageLineEveryMs) {
        leftOut += 1;
        return;
      }
      saidAt = clock();
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

/** What an error says of itself, without what it may carry along (SQL, parameters). */
export function describeError(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : "unknown error";
}
