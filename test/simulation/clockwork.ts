import { setImmediate } from "node:timers";
import type { Timing } from "../../core/timing/system-timing.ts";
import type { Cancel, Life } from "./life.ts";

/** Virtual time: a list of events in the order of their times. Nothing happens but by an event. */
export interface Clockwork {
  /** Milliseconds since 1970, with fractions. */
  readonly now: () => number;
  /** Runs `event` after so many milliseconds; equal times in the order of the calls. */
  readonly after: (ms: number, event: () => void | Promise<void>) => Cancel;
  /** Runs every event of the next `ms` milliseconds, each after all promises of the one before it. */
  readonly run: (ms: number) => Promise<void>;
  /** Lets so much time pass without events, as a machine that is suspended: they run late, in their order. */
  readonly leap: (ms: number) => void;
  /** The timers of something that can die. */
  readonly timingOf: (life: Life) => Timing;
  /** Adds a line to the trace. */
  readonly trace: (line: string) => void;
  /** A hash of the trace so far, and its lines when they are kept. */
  readonly traced: () => { readonly hash: number; readonly lines: readonly string[] };
}

interface Entry {
  readonly at: number;
  readonly order: number;
  readonly event: () => void | Promise<void>;
  isCancelled: boolean;
}

/** Lets all promises run that can: the platform's turn comes after its microtasks. */
export function turn(): Promise<void> {
  return new Promise((next) => setImmediate(next));
}

/** Creates a clockwork that begins at `start`. Lines of the trace are kept only if asked for. */
export function createClockwork(start: number, keepsLines: boolean): Clockwork {
  const heap: Entry[] = [];
  const lines: string[] = [];
  let now = start;
  let orders = 0;
  let hash = 0x811c9dc5;

  const isBefore = (a: Entry, b: Entry): boolean => a.at < b.at || (a.at === b.at && a.order < b.order);
  const push = (entry: Entry): void => {
    let index = heap.push(entry) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = heap[parent];
      if (above === undefined || isBefore(above, entry)) break;
      heap[index] = above;
      index = parent;
    }
    heap[index] = entry;
  };
  const pop = (): void => {
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let index = 0;
    for (;;) {
      const [left, right] = [heap[2 * index + 1], heap[2 * index + 2]];
      const isRight = left !== undefined && right !== undefined && isBefore(right, left);
      const child = isRight ? right : left;
      if (child === undefined || isBefore(last, child)) break;
      heap[index] = child;
      index = 2 * index + (isRight ? 2 : 1);
    }
    heap[index] = last;
  };
  const after: Clockwork["after"] = (ms, event) => {
    orders += 1;
    const entry: Entry = { at: now + Math.max(0, ms), order: orders, event, isCancelled: false };
    push(entry);
    return () => {
      entry.isCancelled = true;
    };
  };
  return {
    now: () => now,
    after,
    run: async (ms) => {
      const end = now + ms;
      for (let [next] = heap; next !== undefined && next.at <= end; [next] = heap) {
        pop();
        if (next.isCancelled) continue;
        now = Math.max(now, next.at);
        const running = next.event();
        // What a promise is returned for has had its turns when the promise is fulfilled.
        await (running ?? turn());
      }
      now = end;
    },
    leap: (ms) => {
      now += ms;
    },
    timingOf: (life) => {
      const timer = (ms: number, then: () => void): Cancel =>
        after(ms, () => {
          if (life.isAlive()) then();
        });
      return { timer, quietTimer: timer, stopwatch: () => now, inNextTurn: (then) => timer(0, then) };
    },
    trace: (line) => {
      const text = `${(now - start).toFixed(2).padStart(12)} ms  ${line}`;
      for (let index = 0; index < text.length; index++)
        hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
      if (keepsLines) lines.push(text);
    },
    traced: () => ({ hash: hash >>> 0, lines }),
  };
}
