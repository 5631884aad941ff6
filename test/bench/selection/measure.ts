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
 * machine does not change, how long it was at work, and how long each piece kept others from their turn, with what the
 * garbage collector did meanwhile.
 */
export interface StallTimes {
  readonly totalMs: number;
  readonly busyMs: number;
  readonly pieces: readonly number[];
}

export interface Stalls {
  readonly pause: () => Promise<void>;
  /** From a call on. */
  readonly start: () => void;
  readonly stop: () => StallTimes;
}

export function watchStalls(): Stalls {
  let begun = 0;
  let since = 0;
  let pieces: number[] = [];
  const note = (): void => void pieces.push(cpuMs() - since);
  return {
    pause: async () => {
      note();
      await new Promise((resolve) => setTimeout(resolve, 0));
      since = cpuMs();
    },
    start: () => {
      begun = performance.now();
      since = cpuMs();
      pieces = [];
    },
    stop: () => {
      note();
      const busyMs = pieces.reduce((sum, ms) => sum + ms, 0);
      return { totalMs: performance.now() - begun, busyMs, pieces };
    },
  };
}

/**
 * The longest of the same pieces in several runs, each by the run in which it took least: the collector stops another one
 * each time.
 */
export function longestByItself(runs: readonly StallTimes[]): number {
  const [first, ...others] = runs;
  const least = (ms: number, index: number): number =>
    Math.min(ms, ...others.map(({ pieces }) => pieces[index] ?? ms));
  return first === undefined ? Number.NaN : first.pieces.map(least).reduce((a, b) => Math.max(a, b), 0);
}

/** The longest of all pieces of all runs. */
export function longestOf(runs: readonly StallTimes[]): number {
  return runs.flatMap(({ pieces }) => pieces).reduce((a, b) => Math.max(a, b), 0);
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
