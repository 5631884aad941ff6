import type { Clock, EpochMs } from "../timing/clock.ts";
import { catalogMaxAgeMs } from "../timing/windows.ts";

/**
 * Whether the store can be reached, as far as this instance knows. The store is checked at most once a second, with any number
 * of callers. In between, the outcomes of the operations that requests need decide.
 */
export interface Readiness {
  /** Notes the outcome of an operation of the store, and returns the operation. */
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

/** `checkStore` checks the store. Callers during a check share its outcome. */
export function createReadiness(checkStore: () => Promise<unknown>, clock: Clock): Readiness {
  let last: Evidence | undefined;
  let underWay = 0;
  let next: PromiseWithResolvers<void> | undefined;

  const note = (isThere: boolean): void => {
    underWay -= 1;
    // The newer outcome counts: the store failed, or is back.
    if (last?.isThere !== isThere) last = undefined;
    next?.resolve();
    next = undefined;
  };
  const checkNow = async (): Promise<void> => {
    const ended = checkStore();
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
      // After a step back of the wall clock the outcome is out of date, too.
      if (last === undefined || Math.abs(clock() - last.at) >= catalogMaxAgeMs) return checkNow();
      if (last.isThere && underWay > 0) {
        // The store may have stopped answering since, so the outcome that comes first decides.
        next ??= Promise.withResolvers();
        await next.promise;
        if (last === undefined) return checkNow();
      }
      await last.ended;
    },
  };
}
