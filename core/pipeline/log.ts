/** One line of the log. Holds no identity, text, key, token or address of anybody. */
export interface LogEntry {
  readonly level: "info" | "warn" | "error";
  readonly message: string;
  /** The `request_id` of the error answer. */
  readonly requestId?: string | undefined;
  readonly error?: string | undefined;
}

export type Log = (entry: LogEntry) => void;

/** A JSON line on the console's error stream. */
export const consoleLog: Log = (entry) => {
  console.error(JSON.stringify({ time: new Date().toISOString(), ...entry }));
};

/** What an error says of itself, without what it may carry along (SQL, parameters). */
export function describeError(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : "unknown error";
}
