/** Long work that stops after each piece of a millisecond or two, so that others get their turn in between. */
export type CooperativeTask<T> = Generator<void, T, void>;

/** Lets others have their turn. */
export type Pause = () => Promise<void>;

/** Does all of it at once. */
export function runSync<T>(steps: CooperativeTask<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Does it piece by piece, with a pause after each. */
export async function runYielding<T>(steps: CooperativeTask<T>, pause: Pause): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await pause();
  }
}
