import { StoreUnavailable } from "../kit/errors.ts";

/** A query under way that can be cancelled. */
export interface CancellableQuery {
  cancel(): unknown;
}

/** The time of one call: when it is up, the call's query is cancelled. */
export interface CallDeadline {
  /** Rejected when the time is up. */
  readonly passed: Promise<never>;
  /** The query to cancel then, and whom to tell when even that is not answered for as long again. */
  readonly guard: (query: CancellableQuery, unanswered: () => void) => void;
  readonly isOver: () => boolean;
  readonly end: (call: Promise<unknown>) => void;
}

export function startDeadline(callTimeoutMs: number): CallDeadline {
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
      new StoreUnavailable(`PostgreSQL did not answer within ${callTimeoutMs} ms. ${help}`, {
        code: "CALL_TIMEOUT",
      }),
    );
    cancel();
    second = setTimeout(() => giveUp(), callTimeoutMs);
  }, callTimeoutMs);
  return {
    passed,
    guard(query, unanswered) {
      giveUp = unanswered;
      cancel = () => cancelQuietly(query);
      if (isOver) cancel();
    },
    isOver: () => isOver,
    end(call) {
      clearTimeout(first);
      const settled = (): void => clearTimeout(second);
      call.then(settled, settled);
    },
  };
}

/**
 * `cancel` of postgres.js 3.4.9 drops the promise of the connection that it cancels on. A refused connection would then be an
 * unhandled rejection, which ends the process. This calls the query's `canceller` itself and catches the rejection.
 */
function cancelQuietly(query: CancellableQuery): void {
  const cancelled =
    "canceller" in query && typeof query.canceller === "function" ? query.canceller(query) : query.cancel();
  Promise.resolve(cancelled).catch(() => undefined);
}
