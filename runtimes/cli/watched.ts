import { systemClock } from "../../core/timing/clock.ts";
import type { CooperativeTask } from "../../core/timing/cooperative-task.ts";
import type { Terminal } from "./terminal.ts";

/** Work that is shorter shows no progress. */
const everyMs = 500;

/** Runs a task to its end, and shows on a terminal for how many seconds it runs. */
export function runWatched<T>(task: CooperativeTask<T>, name: string, { progress }: Terminal): T {
  const startedAt = systemClock();
  for (let shownAt = startedAt; ; ) {
    const step = task.next();
    if (step.done === true) return step.value;
    const now = systemClock();
    if (progress === undefined || now - shownAt < everyMs) continue;
    shownAt = now;
    progress(`${name}: ${Math.round((now - startedAt) / 1_000)} s …`);
  }
}
