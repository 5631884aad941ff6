import { systemTiming, type Timing } from "./system-timing.ts";

/** Target duration of the work that begins in one turn, in milliseconds. Sockets and stores wait meanwhile. */
const longestTurnMs = 20;
/** A turn begins at least as many as a batch of the store holds. */
const leastPerTurn = 64;
const mostPerTurn = 10_000;

/**
 * Resolves in the next turn of the event loop, for all callers of this turn together, so that requests of one moment run side by
 * side. Callers whose work would take longer than {@link longestTurnMs} wait for later turns, in order. Resolves at once on
 * platforms without `setImmediate`.
 */
export type NextTick = () => Promise<void>;

/** Creates the turns of one instance. */
export function createNextTick({
  inNextTurn,
  stopwatch,
}: Pick<Timing, "inNextTurn" | "stopwatch"> = systemTiming): NextTick {
  let waiting: (() => void)[] = [];
  let perTurn = leastPerTurn;
  let begun = 0;
  let begunAt = 0;

  /** The synchronous work of the callers runs between the two callbacks. */
  const schedule = (): void => {
    inNextTurn?.(begin);
    inNextTurn?.(measure);
  };
  const begin = (): void => {
    const due = waiting;
    waiting = due.length > perTurn ? due.splice(perTurn) : [];
    begun = due.length;
    begunAt = stopwatch();
    if (waiting.length > 0) schedule();
    for (const resolve of due) resolve();
  };
  const measure = (): void => {
    if (begun < leastPerTurn) return;
    const took = stopwatch() - begunAt;
    const fits = (begun * longestTurnMs) / Math.max(took, 0.01);
    perTurn = Math.round(Math.min(mostPerTurn, Math.max(leastPerTurn, (perTurn + fits) / 2)));
  };
  return () =>
    inNextTurn === undefined
      ? Promise.resolve()
      : new Promise((resolve) => {
          if (waiting.push(resolve) === 1) schedule();
        });
}
