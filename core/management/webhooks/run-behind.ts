import type { WaitUntil } from "../../contract/http.ts";
import type { Clock, EpochMs } from "../../timing/clock.ts";
import { quietTimer, type Timer } from "../../timing/deadlines.ts";

/** Delivers webhooks even if the host never calls `maintain`. */
export interface RunBehind {
  /** Runs, and records the time of the run. */
  readonly run: () => Promise<void>;
  /**
   * Call it after each answer. A platform that stops functions runs after every change, and otherwise at most every 30
   * s. A long-running process runs every 30 s, until an hour after its last request.
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

  const runRecorded = (): Promise<void> => {
    ranAt = clock();
    hasRun = true;
    return run();
  };
  // The next run does the remaining work.
  const runSafely = (): Promise<void> => runRecorded().catch(() => undefined);
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
    run: runRecorded,
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
        // A host refuses it after the end of its request; the run continues as long as the host lets it.
      }
    },
  };
}
