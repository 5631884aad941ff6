/** Not in the web's standards; Node, Bun and Deno have it, and call back once everything that has come was seen. */
declare const setImmediate: ((then: () => void) => unknown) | undefined;

/** As it was in the beginning: tests of a host may put another one in its place, which waits to be told. */
const inNextTurn = typeof setImmediate === "undefined" ? undefined : setImmediate;

let waiting: (() => void)[] = [];

/**
 * Fulfilled in the next turn of the event loop, for all who wait in this one together: what came at one moment goes on side
 * by side, step by step. Where a platform has no such turns, at once.
 */
export function nextTurn(): Promise<void> {
  if (inNextTurn === undefined) return Promise.resolve();
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) inNextTurn(begin);
  });
}

function begin(): void {
  const due = waiting;
  waiting = [];
  for (const resolve of due) resolve();
}
