import { createTopicTrainer, type TopicTrainer } from "../planning/topic-models.ts";
import { quietTimer, type Timer } from "../timing/deadlines.ts";

/** Training in one process: one change at a time trains, and the last result is kept. */
export interface TopicTraining extends TopicTrainer {
  /**
   * Waits until no other change trains, or stores what it trained. Whoever has the turn ends it; a change that waits for
   * its store longer than {@link maxStoringMs} loses it.
   */
  readonly takeTurn: () => Promise<Turn>;
}

export interface Turn {
  /** Training is over: from now on the time to store the change counts. */
  readonly isTrained: () => void;
  /** Does nothing when it ended already. */
  readonly end: () => void;
  /** Whether it ended, or was lost. */
  readonly isOver: () => boolean;
}

/** How long a change may keep others waiting for its store. */
export const maxStoringMs = 30_000;

export function createTopicTraining(timer: Timer = quietTimer): TopicTraining {
  const trainer = createTopicTrainer();
  let last: Promise<void> = Promise.resolve();
  return {
    ...trainer,
    takeTurn: async () => {
      const before = last;
      const { promise, resolve } = Promise.withResolvers<void>();
      last = promise;
      await before;
      let isOver = false;
      let cancel: (() => void) | undefined;
      const end = (): void => {
        cancel?.();
        isOver = true;
        resolve();
      };
      return {
        isTrained: () => {
          cancel ??= timer(maxStoringMs, end);
        },
        end,
        isOver: () => isOver,
      };
    },
  };
}
