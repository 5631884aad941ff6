import type { Stopwatch } from "../../core/timing/deadlines.ts";
import { StoreDataError, StoreUnavailable } from "../kit/errors.ts";
import { isEarlyEnd } from "./early-end.ts";
import { isSqlState } from "./errors.ts";

/**
 * Knows whether the server accepts connections. While it does not, calls are rejected at once, except one that tries: after a
 * tenth of a second, then at growing intervals up to one second. The first answer of the server lets all calls through again.
 */
export interface ConnectionGate {
  /** Rejects as `call` does, or at once with the last refusal. `call` is begun when fewer than `maxUnderWay` others are under way. */
  readonly within: <T>(call: () => Promise<T>) => Promise<T>;
}

export interface ConnectionGateOptions {
  /**
   * Calls that the pool has connections for. Others wait here, where they can be rejected together: postgres.js 3.4.9 opens a
   * refused connection again four times a second, and each time rejects one of the calls that wait for it.
   */
  readonly maxUnderWay: number;
  readonly stopwatch: Stopwatch;
}

/** A restart takes a moment: the first tries are soon, later ones each second. */
const firstRetryAfterMs = 100;
const retryAfterMs = 1_000;

/**
 * No connection can be opened, and the failure is quick: no process listens, the host is unknown or unreachable, the server
 * starts or stops, has no connection left, or closes a connection before the first byte. A wrong
 * password or database does not count, because the server answers.
 */
const refusals: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ENOENT",
  "EACCES",
  "EHOSTUNREACH",
  "EHOSTDOWN",
  "ENETUNREACH",
  "ENETDOWN",
  "ENOTFOUND",
  "EAI_AGAIN",
  "57P03",
  "53300",
]);

interface Waiting {
  readonly begin: () => void;
  readonly reject: (error: unknown) => void;
}

export function connectionGate({ maxUnderWay, stopwatch }: ConnectionGateOptions): ConnectionGate {
  let refusal: StoreUnavailable | undefined;
  let tryAt = 0;
  let pauseMs = firstRetryAfterMs;
  /** A call was let through to try, and was not refused yet. */
  let isTrying = false;
  let underWay = 0;
  /** Answers so far: a call that is refused while others are answered tells of a full server, not of one that is away. */
  let answers = 0;
  const waiting: Waiting[] = [];

  const answered = (): void => {
    answers += 1;
    refusal = undefined;
    pauseMs = firstRetryAfterMs;
  };
  const refused = (error: StoreUnavailable, answersBefore: number): void => {
    if (answers !== answersBefore) return;
    // Of calls that are refused together the first one counts.
    if (refusal === undefined || isTrying) {
      tryAt = stopwatch() + pauseMs;
      pauseMs = Math.min(pauseMs * 2, retryAfterMs);
    }
    isTrying = false;
    refusal = error;
    for (const { reject } of waiting.splice(0)) reject(error);
  };
  const passOrThrow = (): void => {
    if (refusal === undefined) return;
    if (stopwatch() < tryAt) throw refusal;
    tryAt = stopwatch() + retryAfterMs;
    isTrying = true;
  };
  const begin = async (): Promise<void> => {
    if (underWay < maxUnderWay) underWay += 1;
    else await new Promise<void>((resolve, reject) => waiting.push({ begin: resolve, reject }));
  };
  const end = (): void => {
    const next = waiting.shift();
    // Its place goes on to the next one.
    if (next === undefined) underWay -= 1;
    else next.begin();
  };

  return {
    async within(call) {
      passOrThrow();
      await begin();
      const answersBefore = answers;
      try {
        const result = await call();
        answered();
        return result;
      } catch (error) {
        if (error instanceof StoreUnavailable && isRefusal(error)) refused(error, answersBefore);
        else if (isAnswer(error)) answered();
        throw error;
      } finally {
        end();
      }
    },
  };
}

function isRefusal({ code, cause }: StoreUnavailable): boolean {
  return refusals.has(code) || isEarlyEnd(cause);
}

/** Said by a server that is up: any SQLSTATE but those of connections that break (class 08) and of sessions that are ended (57P…). */
function isAnswer(error: unknown): boolean {
  if (error instanceof StoreDataError) return true;
  return error instanceof StoreUnavailable && isSqlState(error.code) && !/^(?:08|57P)/.test(error.code);
}
