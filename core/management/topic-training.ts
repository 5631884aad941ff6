import { createTopicTrainer, type TopicTrainer } from "../planning/topic-models.ts";
import { quietTimer, type Timer } from "../timing/deadlines.ts";

/** Topic training in one process. One change at a time trains, and the last result is cached. */
export interface TopicTraining extends TopicTrainer {
  /**
   * Waits until no other change trains or stores its result. The holder ends its turn. A holder that waits longer than
   * {@link maxStoringMs} for its store loses the turn.
   */
  readonly takeTurn: () => Promise<Turn>;
}

/** The exclusive right to train topics. */
export interface Turn {
  /** Ends the training phase and starts the timeout of the storing phase. */
  readonly isTrained: () => void;
  /** Ends the turn. A second call does nothing. */
  readonly end: () => void;
  /** Whether the turn ended or was lost. */
  readonly isOver: () => boolean;
}

/** The maximum time in milliseconds that a change may block others while it stores its result. */
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
