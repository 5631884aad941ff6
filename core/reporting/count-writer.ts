import { describeError, type Log } from "../log.ts";
import type { Count } from "../storage/counts.ts";
import { maxBatch, type ServingStore } from "../storage/serving-store.ts";
import type { Clock, EpochMs } from "../timing/clock.ts";
import type { Deadlines } from "../timing/deadlines.ts";
import type { Counter } from "./counter.ts";

/** Takes counts from the counter to the store, one write at a time. */
export interface CountWriter {
  /**
   * Stores all counts from before the call. Rejects when the store cannot be reached; counts that were not stored are back in the
   * counter.
   */
  readonly write: () => Promise<void>;
  /** The same, but never rejects. After a failure it pauses for 1 second, then twice as long each time, up to 60. */
  readonly writeBehind: () => Promise<void>;
}

/** The unfinished work of a writer: plain data that the instances of one isolate share. */
export interface CountWriterState {
  readonly late: Set<LateBatch>;
  failures: number;
  failedAt: EpochMs;
}

/** Nothing is late. */
export function createCountWriterState(): CountWriterState {
  return { late: new Set(), failures: 0, failedAt: Number.NEGATIVE_INFINITY };
}

/** Options of a count writer. */
export interface CountWriterOptions {
  /** Default: a new one. */
  readonly state?: CountWriterState | undefined;
  readonly counter: Counter;
  readonly store: Pick<ServingStore, "addCounts">;
  readonly within: Deadlines["within"];
  readonly clock: Clock;
  readonly log: Log;
}

/** A batch whose write did not end in time and may still be stored. */
export interface LateBatch {
  readonly lines: readonly Count[];
  readonly since: EpochMs;
}

const firstPauseMs = 1_000;
const longestPauseMs = 60_000;
/** A batch that is neither stored nor refused after this time is counted again. */
const longestLateMs = 60_000;

/** Creates the writer of a counter. */
export function createCountWriter(options: CountWriterOptions): CountWriter {
  const { counter, store, within, clock, log, state = createCountWriterState() } = options;
  const { late } = state;

  const add = async (lines: readonly Count[]): Promise<void> => {
    let isOver = false;
    const end = (): void => {
      isOver = true;
    };
    const writing = (async () => store.addCounts(lines))();
    writing.then(end, end);
    try {
      await within(writing);
    } catch (error) {
      if (isOver) counter.putBack(lines);
      else holdBack(writing, lines);
      throw error;
    }
  };
  /** Waits before counting again: a late write that succeeds would count twice. */
  const holdBack = (writing: Promise<void>, lines: readonly Count[]): void => {
    const batch: LateBatch = { lines, since: clock() };
    late.add(batch);
    writing.then(
      () => late.delete(batch),
      () => {
        if (late.delete(batch)) counter.putBack(lines);
      },
    );
  };
  const giveUpLate = (): void => {
    for (const batch of late) {
      if (clock() - batch.since < longestLateMs) continue;
      late.delete(batch);
      counter.putBack(batch.lines);
    }
  };
  const writeAll = async (): Promise<void> => {
    giveUpLate();
    const lines = counter.take();
    for (let start = 0; start < lines.length; start += maxBatch) {
      try {
        await add(lines.slice(start, start + maxBatch));
      } catch (error) {
        counter.putBack(lines.slice(start + maxBatch));
        state.failures += 1;
        state.failedAt = clock();
        throw error;
      }
    }
    state.failures = 0;
  };

  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const start = (): Promise<void> => {
    running = writeAll().finally(() => {
      running = undefined;
    });
    return running;
  };
  const write = (): Promise<void> => {
    if (next !== undefined) return next;
    if (running === undefined) return start();
    // The lines of the write under way were taken before this call, so it waits for the next write.
    next = running
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return start();
      });
    return next;
  };
  const isPausing = (): boolean => {
    const pausedMs = clock() - state.failedAt;
    const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** (state.failures - 1));
    return state.failures > 0 && pausedMs >= 0 && pausedMs < pauseMs;
  };
  return {
    write,
    writeBehind: async () => {
      if (isPausing()) return;
      await write().catch((error: unknown) => {
        if (state.failures !== 1) return;
        const message = "Statistics could not be stored. They are kept, and stored later.";
        log({ level: "warn", code: "counts-delayed", message, error: describeError(error) });
      });
    },
  };
}
