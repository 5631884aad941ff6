import type { WaitUntil } from "../../contract/http.ts";
import type { Clock, EpochMs } from "../../timing/clock.ts";
import { quietTimer, type Timer } from "../../timing/deadlines.ts";

/** Delivers webhooks without calls of `maintain`. */
export interface RunBehind {
  /** Runs, and takes note of it. */
  readonly run: () => Promise<void>;
  /**
   * After an answer. A platform that stops the function gets the run of every change, and one every half minute; a process
   * that goes on runs every half minute, until an hour after its last request.
   */
  readonly afterAnswer: (waitUntil: WaitUntil | undefined, isChange: boolean) => void;
}

export interface RunBehindOptions {
  readonly run: () => Promise<void>;
  readonly clock: Clock;
  /** For tests. */
  readonly timer?: Timer | undefined;
}

const everyMs = 30_000;
const ticksAfterLastRequest = 120;

export function createRunBehind({ run, clock, timer = quietTimer }: RunBehindOptions): RunBehind {
  let ranAt: EpochMs | undefined;
  let hasRun = false;
  let ticksLeft = 0;
  let isArmed = false;

  const runNoted = (): Promise<void> => {
    ranAt = clock();
    hasRun = true;
    return run();
  };
  // What was not done is done the next time.
  const runSafely = (): Promise<void> => runNoted().catch(() => undefined);
  const arm = (): void => {
    if (isArmed) return;
    isArmed = true;
    timer(everyMs, () => {
      isArmed = false;
      ticksLeft -= 1;
      if (!hasRun) void runSafely();
      hasRun = false;
      if (ticksLeft > 0) arm();
    });
  };
  return {
    run: runNoted,
    afterAnswer: (waitUntil, isChange) => {
      if (waitUntil === undefined) {
        ticksLeft = ticksAfterLastRequest;
        arm();
        return;
      }
      const now = clock();
      ranAt ??= now;
      if (!isChange && Math.abs(now - ranAt) < everyMs) return;
      const running = runSafely();
      try {
        waitUntil(running);
      } catch {
        // A host whose request is over refuses it: the run goes on as far as it may.
      }
    },
  };
}
