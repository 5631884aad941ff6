import type { Clock, EpochMs } from "../timing/clock.ts";
import { catalogMaxAgeMs } from "../timing/windows.ts";

/**
 * Whether the store can be reached, as far as this instance knows. However many ask, the store is asked once a second; in
 * between counts how the operations that requests need anyway come out.
 */
export interface Readiness {
  /** Learns from an operation of the store how it ends. */
  readonly watch: <T>(operation: Promise<T>) => Promise<T>;
  /** Rejects when the store cannot be reached. */
  readonly check: () => Promise<void>;
}

interface Evidence {
  readonly at: EpochMs;
  readonly isThere: boolean;
  /** How the check ended. */
  readonly ended: Promise<unknown>;
}

/** `ask` asks the store; those who call while it is asked share the answer. */
export function createReadiness(ask: () => Promise<unknown>, clock: Clock): Readiness {
  let last: Evidence | undefined;
  let underWay = 0;
  let next: PromiseWithResolvers<void> | undefined;

  const note = (isThere: boolean): void => {
    underWay -= 1;
    // What is newer counts: the store went away, or is back.
    if (last?.isThere !== isThere) last = undefined;
    next?.resolve();
    next = undefined;
  };
  const askNow = async (): Promise<void> => {
    const ended = ask();
    await ended.then(
      () => {
        last = { at: clock(), isThere: true, ended };
      },
      (error: unknown) => {
        last = { at: clock(), isThere: false, ended };
        throw error;
      },
    );
  };
  return {
    watch: (operation) => {
      underWay += 1;
      operation.then(
        () => note(true),
        () => note(false),
      );
      return operation;
    },
    check: async () => {
      // A wall clock may step back: then too it is out of date.
      if (last === undefined || Math.abs(clock() - last.at) >= catalogMaxAgeMs) return askNow();
      if (last.isThere && underWay > 0) {
        // The store may have stopped answering since: whatever ends first tells.
        next ??= Promise.withResolvers();
        await next.promise;
        if (last === undefined) return askNow();
      }
      await last.ended;
    },
  };
}
