import { systemStopwatch } from "./deadlines.ts";

/** Not a web standard. Node, Bun and Deno have it and call back after the pending I/O events. */
declare const setImmediate: ((then: () => void) => unknown) | undefined;

/** Read once: tests of a host may replace the global by a fake timer. */
const inNextTurn = typeof setImmediate === "undefined" ? undefined : setImmediate;

/** Target duration of the work that begins in one turn, in milliseconds. Sockets and stores wait meanwhile. */
const longestTurnMs = 20;
/** A turn begins at least as many as a batch of the store holds. */
const leastPerTurn = 64;
const mostPerTurn = 10_000;

let waiting: (() => void)[] = [];
let perTurn = leastPerTurn;
let begun = 0;
let begunAt = 0;

/**
 * Resolves in the next turn of the event loop, for all callers of this turn together, so that requests of one moment run side by
 * side. Callers whose work would take longer than {@link longestTurnMs} wait for later turns, in order. Resolves at once on
 * platforms without `setImmediate`.
 */
export function nextTick(): Promise<void> {
  if (inNextTurn === undefined) return Promise.resolve();
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) schedule();
  });
}

/** Number of callers that continued in the last turn, so that other work of a turn can be in proportion. */
export function begunRecently(): number {
  return begun;
}

/** The synchronous work of the callers runs between the two callbacks. */
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
