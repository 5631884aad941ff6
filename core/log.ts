import { callHost } from "./host-callback.ts";
import { isOutage } from "./outage.ts";
import type { Clock } from "./timing/clock.ts";

/** The codes of all log entries, each with its meaning. A code never changes its meaning. */
export const logCodes = {
  access: "A request was answered. Only with the option `accessLog`.",
  "classify-failed": "The hook `classify` failed. Events are judged without it for a second.",
  "client-address-unknown": "Limits per network do not apply to a request.",
  "configuration-invalid": "A setting is missing or invalid. Requests get 503.",
  "configuration-risky": "A setting is valid and may cause trouble later.",
  "consent-failed": "A consent policy or reader failed or is missing. It counts as missing consent.",
  "counts-delayed": "Statistics could not be stored. They are kept and stored later.",
  "counts-lost": "The last statistics could not be stored before the end.",
  "currency-default": "Nobody chose a currency. The default is stored for ever.",
  "currency-mismatch": "The configured currency is not the stored one. The management side answers 503.",
  "ledger-out-of-balance":
    "Amounts of campaigns differ from their charges or open deliveries. `handbill audit` lists them.",
  "limiter-failed": "The rate limiter failed. Requests pass without limits.",
  "maintenance-failed": "A scheduled call of `maintain` failed. The next one does the remaining work.",
  "maintenance-missing": "The host does not call `maintain`.",
  "ranking-failed": "The campaigns could not be ranked again. The old ranking stays.",
  "request-failed": "A request got 503, because the store failed or because of a bug.",
  "server-note": "The command line reports about the start or the stop.",
  "server-started": "The command line accepts requests.",
  "server-stopping": "The command line answers the remaining requests and ends.",
  "unknown-signature": "A token was refused that no secret of this instance signed.",
  "webhook-dropped": "A webhook did not accept messages for three days, or refused them. They are lost.",
  "webhook-fetch-unchecked": "Webhooks are posted by a `fetch` that does not check addresses.",
  "webhook-retrying": "A webhook did not accept messages. They are sent again.",
} as const;

/** The code of a log entry. Alerts and filters can rely on it. */
export type LogCode = keyof typeof logCodes;

/** An answered request. Contains no path, because a path may hold a token. */
export interface AnsweredRequest {
  /** The method; `other` for methods that no endpoint has. */
  readonly method: string;
  /** The name of the endpoint, such as `ads`. */
  readonly endpoint: string;
  /** The HTTP status. */
  readonly status: number;
  /** The code of the error, or the reason for no ad. Empty for other answers. */
  readonly reason: string;
  /** The time from the call to the answer. */
  readonly durationMs: number;
}

/** One log entry. Contains no identity, user text, key, token or address. */
export interface LogEntry {
  /** `error`: something failed; `warn`: the operator should act soon; `info`: nothing to do. */
  readonly level: "info" | "warn" | "error";
  /** Names the kind of entry. */
  readonly code: LogCode;
  /** An English sentence for the operator. */
  readonly message: string;
  /** The `Request-Id` of the answer. Absent for entries that belong to no request. */
  readonly requestId?: string | undefined;
  /** Name and message of the error that caused the entry. */
  readonly error?: string | undefined;
  /** The number of similar entries that were suppressed since the last one. */
  readonly leftOut?: number | undefined;
  /** Only with the code `access`. */
  readonly request?: AnsweredRequest | undefined;
}

/** Receives log entries. May throw: the entry then goes to the console. */
export type Log = (entry: LogEntry) => void;

/** Writes an entry as one line of JSON. */
export function logLine(entry: LogEntry): string {
  return JSON.stringify({ time: new Date().toISOString(), ...entry });
}

/** Writes a JSON line to the console's error stream. */
export const consoleLog: Log = (entry) => {
  console.error(logLine(entry));
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
      code: "request-failed",
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
