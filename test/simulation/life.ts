/** Undoes a call that has not happened yet. */
export type Cancel = () => void;

/** Whether a process lives. What is in its memory is lost at its death: nothing that it awaits ever comes. */
export interface Life {
  /** False after its death. */
  readonly isAlive: () => boolean;
  /** Notes that a message is about to leave. Returns false when the process is dead, or dies instead. */
  readonly mayAct: () => boolean;
  /** Dies instead of sending the message after the next `messages`; 0: the next one. */
  readonly dieAfter: (messages: number) => void;
  /** Dies now. */
  readonly die: () => void;
}

/** Begins a life. */
export function beginLife(): Life {
  let alive = true;
  let left = Number.POSITIVE_INFINITY;
  return {
    isAlive: () => alive,
    mayAct: () => {
      if (left <= 0) alive = false;
      left -= 1;
      return alive;
    },
    dieAfter: (messages) => {
      left = messages;
    },
    die: () => {
      alive = false;
    },
  };
}
