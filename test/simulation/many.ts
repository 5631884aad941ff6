import type { BrokenPromise } from "./judge.ts";
import { type History, type PlayOptions, play } from "./play.ts";
import { stepsOf } from "./steps.ts";

/** What many histories came to. */
export interface Played {
  readonly histories: number;
  readonly steps: number;
  /** Answers to users. */
  readonly answers: number;
  /** The first history that broke a promise. */
  readonly broken: { readonly history: History; readonly promise: BrokenPromise } | undefined;
}

/** Seeds that are played on SQLite: every hundredth. */
const sqliteEvery = 100;

/** The history of a seed. */
export function historyOf(seed: number): History {
  return { seed, steps: stepsOf(seed), store: seed % sqliteEvery === sqliteEvery - 1 ? "sqlite" : "memory" };
}

/** Plays the histories of some seeds, until one breaks a promise. */
export async function playMany(seeds: Iterable<number>, options: PlayOptions = {}): Promise<Played> {
  let [histories, steps, answers] = [0, 0, 0];
  for (const seed of seeds) {
    const history = historyOf(seed);
    const { broken, statuses } = await play(history, options);
    histories += 1;
    steps += history.steps.length;
    for (const n of statuses.values()) answers += n;
    if (broken !== undefined) return { histories, steps, answers, broken: { history, promise: broken } };
  }
  return { histories, steps, answers, broken: undefined };
}
