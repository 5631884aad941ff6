import { systemStopwatch } from "./deadlines.ts";

/** Not in the web's standards; Node, Bun and Deno have it, and call back once everything that has come was seen. */
declare const setImmediate: ((then: () => void) => unknown) | undefined;

/** As it was in the beginning: tests of a host may put another one in its place, which waits to be told. */
const inNextTurn = typeof setImmediate === "undefined" ? undefined : setImmediate;

/** What begins in one turn is to be done in about so many milliseconds: meanwhile nothing is read and no store is heard. */
const longestTurnMs = 20;
/** As many as a batch of the store takes may begin in any case. */
const leastPerTurn = 64;
const mostPerTurn = 10_000;

let waiting: (() => void)[] = [];
let perTurn = leastPerTurn;
let begun = 0;
let begunAt = 0;

/**
 * Fulfilled in the next turn of the event loop, for those who wait in this one together: what came at one moment goes on side
 * by side, step by step. What would take longer than {@link longestTurnMs} is left for the turns after it, in order. Where a platform
 * has no such turns, at once.
 */
export function nextTick(): Promise<void> {
  if (inNextTurn === undefined) return Promise.resolve();
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) schedule();
  });
}

/** How many began in the last turn in which any did: what else is done in a turn is to be in proportion. */
export function begunRecently(): number {
  return begun;
}

/** Between the two everything happens that what begins does without waiting. */
function schedule(): void {
  inNextTurn?.(begin);
  inNextTurn?.(measure);
}

function begin(): void {
  const due = waiting;
  waiting = due.length > perTurn ? due.splice(perTurn) : [];
  begun = due.length;
  begunAt = systemStopwatch();
  if (waiting.length > 0) schedule();
  for (const resolve of due) resolve();
}

function measure(): void {
  if (begun < leastPerTurn) return;
  const took = systemStopwatch() - begunAt;
  const fits = (begun * longestTurnMs) / Math.max(took, 0.01);
  perTurn = Math.round(Math.min(mostPerTurn, Math.max(leastPerTurn, (perTurn + fits) / 2)));
}
