import process from "node:process";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { median } from "../median.ts";

/** Of single calls, in microseconds. */
export interface CallTimes {
  readonly median: number;
  readonly p99: number;
}

/** Times each call by itself. */
export function timeCalls(calls: number, call: (index: number) => void): CallTimes {
  const times = new Float64Array(calls);
  for (let index = 0; index < calls; index++) {
    const start = performance.now();
    call(index);
    times[index] = (performance.now() - start) * 1_000;
  }
  times.sort();
  return { median: times[calls >> 1] ?? 0, p99: times[Math.floor(calls * 0.99)] ?? 0 };
}

/** The medians over rounds. */
export function overRounds(rounds: readonly CallTimes[]): CallTimes {
  return {
    median: median(rounds.map((round) => round.median)),
    p99: median(rounds.map((round) => round.p99)),
  };
}

/**
 * Work in the background, in milliseconds: how long it took, and by the CPU time of this thread, which other work of the
 * machine does not change, how long it was at work, and the longest that it kept others from their turn.
 */
export interface Stalls {
  readonly pause: () => Promise<void>;
  /** From a call on. */
  readonly start: () => void;
  readonly stop: () => { readonly totalMs: number; readonly longestMs: number; readonly busyMs: number };
}

export function watchStalls(): Stalls {
  let begun = 0;
  let since = 0;
  let longest = 0;
  let busy = 0;
  const note = (): void => {
    const held = cpuMs() - since;
    longest = Math.max(longest, held);
    busy += held;
  };
  return {
    pause: async () => {
      note();
      await new Promise((resolve) => setTimeout(resolve, 0));
      since = cpuMs();
    },
    start: () => {
      begun = performance.now();
      since = cpuMs();
      longest = 0;
      busy = 0;
    },
    stop: () => {
      note();
      return { totalMs: performance.now() - begun, longestMs: longest, busyMs: busy };
    },
  };
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Bytes in use after everything unused was thrown away. */
export function bytesInUse(): number {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  if (typeof collect === "function") for (let round = 0; round < 3; round++) collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
