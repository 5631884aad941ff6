/** Calls `then` once after `ms` milliseconds, unless the function that is returned is called first. */
export type Timer = (ms: number, then: () => void) => () => void;

/** The platform's timer. It keeps a process alive until it has fired or was cancelled. */
export const systemTimer: Timer = (ms, then) => {
  const timer = setTimeout(then, ms);
  return () => clearTimeout(timer);
};

/** Milliseconds since some instant, by a clock that nobody sets. */
export type Stopwatch = () => number;

export const systemStopwatch: Stopwatch = () => performance.now();
/** The same, for work that can be left undone: it does not keep a process alive. */
export const quietTimer: Timer = (ms, then) => {
  const timer = setTimeout(then, ms);
  // Node, Bun and Deno return an object, browsers and edge platforms the number of the web standard.
  if (isUnrefable(timer)) timer.unref();
  return () => clearTimeout(timer);
};

function isUnrefable(timer: unknown): timer is { unref(): unknown } {
  return typeof timer === "object" && timer !== null && "unref" in timer;
}

/** Lets everything else that is due have its turn. */
export const systemPause: () => Promise<void> = () =>
  new Promise((resolve) => {
    systemTimer(0, resolve);
  });

/** Somebody did not answer in time; what was asked of them may still happen. */
export class TimedOut extends Error {
  override name = "TimedOut";
  readonly outage = true;
}

/** Something that must be over in time, between the one that was started before it and the one after. */
export interface Deadline {
  readonly stamp: number;
  readonly onMissed: (error: TimedOut) => void;
  before: Deadline | undefined;
  after: Deadline | undefined;
  isUnderWay: boolean;
}

/** Looks after many things at once. `isOver` says of a stamp whether its time is over. */
export type Sweeper = (isOver: (stamp: number) => boolean, late: () => TimedOut) => void;

/**
 * Deadlines of one length. A single timer looks after all of them every 20th of the time, so that one costs next to
 * nothing: a timer for each request took 4 % of an ad request on Node 24. One that is missed is told so after 95 to
 * 100 % of the time, or, where the event loop is held up for longer than a 20th, at the end of that turn: time is
 * measured, for under load a timer fires seldom.
 */
export interface Deadlines {
  readonly start: (onMissed: (error: TimedOut) => void) => Deadline;
  /** Met: `onMissed` will not be called. Does nothing when it was. */
  readonly end: (deadline: Deadline) => void;
  /** As `work` ends, or rejected with {@link TimedOut} if it does not in time; its own end is then ignored. */
  readonly within: <T>(work: Promise<T>) => Promise<T>;
  /** The time from which something else is to count, in milliseconds of the stopwatch, for a {@link Sweeper}. */
  readonly stamp: () => number;
  /** Calls `sweep` every 20th of the time until `unwatch`. */
  readonly watch: (sweep: Sweeper) => void;
  readonly unwatch: (sweep: Sweeper) => void;
  /** The time of everything is over now. */
  readonly missAll: () => void;
  /** Cancels the timer, which else runs on for a 20th of the time. Not while there is something to look after. */
  readonly releaseTimer: () => void;
}

export interface DeadlinesOptions {
  /** Who is waited for, for the error: “The store”. */
  readonly subject: string;
  /** Asked when there is something to wait for. */
  readonly timeoutMs: () => number;
  /** Waits are few: the timer is cancelled with the last of them, so that it never keeps a process alive. */
  readonly areSeldom?: boolean | undefined;
  /** For tests. */
  readonly timer?: Timer | undefined;
  /** For tests. */
  readonly stopwatch?: Stopwatch | undefined;
}

const partsOfTimeout = 20;
/** What is over before the timer's next look is told at this one. */
const shareOfTimeout = 1 - 1 / partsOfTimeout;

export function createDeadlines(options: DeadlinesOptions): Deadlines {
  const {
    subject: whom,
    timeoutMs,
    areSeldom = false,
    timer = systemTimer,
    stopwatch = systemStopwatch,
  } = options;
  let first: Deadline | undefined;
  let last: Deadline | undefined;
  const sweeps = new Set<Sweeper>();
  let cancel: (() => void) | undefined;

  const late = (): TimedOut => new TimedOut(`${whom} did not answer within ${timeoutMs()} ms.`);

  const start = (onMissed: (error: TimedOut) => void): Deadline => {
    const deadline: Deadline = {
      stamp: stopwatch(),
      onMissed,
      before: last,
      after: undefined,
      isUnderWay: true,
    };
    if (last === undefined) first = deadline;
    else last.after = deadline;
    last = deadline;
    if (cancel === undefined) arm();
    return deadline;
  };
  const end = (deadline: Deadline): void => {
    if (!deadline.isUnderWay) return;
    deadline.isUnderWay = false;
    const { before, after } = deadline;
    if (before === undefined) first = after;
    else before.after = after;
    if (after === undefined) last = before;
    else after.before = before;
    if (areSeldom) rest();
  };
  const look = (isOver: (stamp: number) => boolean): void => {
    // In order of their start, so the first that has time left ends the search.
    while (first !== undefined && isOver(first.stamp)) {
      const { onMissed } = first;
      end(first);
      onMissed(late());
    }
    for (const sweep of sweeps) sweep(isOver, late);
  };
  const isBusy = (): boolean => first !== undefined || sweeps.size > 0;
  const rest = (): void => {
    if (isBusy()) return;
    cancel?.();
    cancel = undefined;
  };
  const arm = (): void => {
    cancel = timer(timeoutMs() / partsOfTimeout, () => {
      cancel = undefined;
      const overSince = stopwatch() - timeoutMs() * shareOfTimeout;
      look((stamp) => stamp < overSince);
      if (cancel === undefined && isBusy()) arm();
    });
  };
  return {
    start,
    end,
    within: (work) =>
      new Promise((resolve, reject) => {
        const deadline = start(reject);
        work.then(resolve, reject).then(() => end(deadline));
      }),
    stamp: stopwatch,
    watch: (sweep) => {
      sweeps.add(sweep);
      if (cancel === undefined) arm();
    },
    unwatch: (sweep) => {
      sweeps.delete(sweep);
    },
    missAll: () => look(() => true),
    releaseTimer: rest,
  };
}
