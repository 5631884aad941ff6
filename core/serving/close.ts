import { describeError, type Log } from "../log.ts";
import type { CountWriter } from "../reporting/count-writer.ts";
import { type Deadlines, TimedOut, type Timer } from "../timing/deadlines.ts";
import type { StoreQueues } from "./store-queues.ts";
import type { Upkeep } from "./upkeep.ts";

/** The parts that the end of an instance waits for or ends. */
export interface CloseOptions {
  readonly upkeep: Pick<Upkeep, "stop">;
  readonly queues: Pick<StoreQueues, "drained" | "unknownWrites">;
  readonly counts: Pick<CountWriter, "write">;
  readonly timer: Timer;
  /** The time that writes get, in milliseconds, unless the caller says. */
  readonly timeoutMs: () => number;
  /** Of operations and requests. When the time is over, all that wait for them are rejected. */
  readonly deadlines: readonly Deadlines[];
  readonly log: Log;
}

/** Waits until every accepted write is confirmed, and writes pending counts. See `Handbill.close`. */
export function createClose(options: CloseOptions): (withinMs?: number) => Promise<void> {
  const { upkeep, queues, counts, timer, timeoutMs, deadlines, log } = options;
  return async (withinMs) => {
    upkeep.stop();
    let gaveUp = false;
    const cancel = timer(withinMs ?? timeoutMs(), () => {
      gaveUp = true;
      for (const one of deadlines) one.missAll();
    });
    await queues.drained();
    const unknown = queues.unknownWrites();
    const isAway = gaveUp || unknown > 0;
    const flushed = isAway ? Promise.reject(new TimedOut("The store does not answer.")) : counts.write();
    await flushed.catch((error: unknown) => {
      log({
        level: "warn",
        code: "counts-lost",
        message: "The last counts were lost.",
        error: describeError(error),
      });
    });
    cancel();
    for (const one of deadlines) one.releaseTimer();
    if (unknown > 0) throw new TimedOut(unknownWrites(unknown));
  };
}

function unknownWrites(batches: number): string {
  return `The store did not answer ${batches} batches of writes in time. Their outcome is unknown. The requests got 503, and repeating them is safe.`;
}
