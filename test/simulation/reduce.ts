import { type Ending, type History, type PlayOptions, play } from "./play.ts";
import type { Step } from "./steps.ts";

/** A history that breaks a promise, as short as leaving out steps makes it. */
export interface Reduced {
  readonly history: History;
  readonly ending: Ending;
  /** How many histories were played for it. */
  readonly played: number;
}

/**
 * Leaves out steps while the same promise is broken: first halves, then ever smaller parts, until no single step can be left out (the
 * delta debugging of Zeller).
 */
export async function reduce(history: History, promised: string, options: PlayOptions): Promise<Reduced> {
  let { steps } = history;
  let played = 0;
  const breaks = async (some: readonly Step[]): Promise<boolean> => {
    played += 1;
    const { broken } = await play({ ...history, steps: some }, options);
    return broken?.promised === promised;
  };
  for (let size = Math.ceil(steps.length / 2); size >= 1; ) {
    let isShorter = false;
    for (let from = 0; from < steps.length; ) {
      const rest = [...steps.slice(0, from), ...steps.slice(from + size)];
      if (await breaks(rest)) {
        steps = rest;
        isShorter = true;
      } else from += size;
    }
    // Single steps are tried again until none can be left out: one may have needed another that is gone now.
    if (size > 1) size = Math.ceil(size / 2);
    else if (!isShorter) break;
  }
  const shortest = { ...history, steps };
  const ending = await play(shortest, { ...options, keepsTrace: true });
  return { history: shortest, ending, played };
}
