/** Long work that yields after each step of a millisecond or two, so that other work can run in between. */
export type CooperativeTask<T> = Generator<void, T, void>;

/** Yields to other work. */
export type Pause = () => Promise<void>;

/** Runs a task without pauses. */
export function runSync<T>(task: CooperativeTask<T>): T {
  for (;;) {
    const step = task.next();
    if (step.done === true) return step.value;
  }
}

/** Runs a task with a pause after each step. */
export async function runYielding<T>(task: CooperativeTask<T>, pause: Pause): Promise<T> {
  for (;;) {
    const step = task.next();
    if (step.done === true) return step.value;
    await pause();
  }
}
