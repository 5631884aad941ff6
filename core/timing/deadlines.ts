/** Calls `then` once after `ms` milliseconds, unless the function that is returned is called first. */
export type Timer = (ms: number, then: () => void) => () => void;

/** The platform's timer. Keeps the process alive until it fires or is cancelled. */
export const systemTimer: Timer = (ms, then) => {
  const timer = setTimeout(then, ms);
  return () => clearTimeout(timer);
};

/** Milliseconds since an arbitrary instant, by a monotonic clock. */
export type Stopwatch = () => number;

/** The platform's monotonic clock. */
export const systemStopwatch: Stopwatch = () => performance.now();

/** A timer for work that may be dropped: does not keep the process alive. */
export const quietTimer: Timer = (ms, then) => {
  const timer = setTimeout(then, ms);
  // Node, Bun and Deno return an object, browsers and edge platforms the number of the web standard.
  if (isUnrefable(timer)) timer.unref();
  return () => clearTimeout(timer);
};

function isUnrefable(timer: unknown): timer is { unref(): unknown } {
  return typeof timer === "object" && timer !== null && "unref" in timer;
}

/** Resolves after all other work that is due. */
export const systemPause: () => Promise<void> = () =>
  new Promise((resolve) => {
    systemTimer(0, resolve);
  });

/** An operation did not end in time. It may still take effect. */
export class TimedOut extends Error {
  override name = "TimedOut";
  /** A time-out counts as an outage, not as a bug. */
  readonly outage = true;
}

/** A running deadline: a node of a list in the order of the starts. */
export interface Deadline {
  /** When it started, in milliseconds of the stopwatch. */
  readonly stamp: number;
  /** Called once when the time is over. */
  readonly onMissed: (error: TimedOut) => void;
  /** The previous deadline of the list. */
  before: Deadline | undefined;
  /** The next deadline of the list. */
  after: Deadline | undefined;
  /** Whether it neither ended nor was missed. */
  isUnderWay: boolean;
}

/** Checks many stamps in one call. `isOver` returns whether the time of a stamp is over; `late` makes the error. */
export type Sweeper = (isOver: (stamp: number) => boolean, late: () => TimedOut) => void;

/**
 * Deadlines of one length. A single timer checks all of them every 20th of the time, so that a deadline costs almost nothing: a
 * timer per request took 4 % of an ad request on Node 24. A missed deadline is reported after 95 to 100 % of the time. When the
 * event loop is blocked for longer than a 20th, it is reported at the end of that turn, by the measured time.
 */
export interface Deadlines {
  /** Starts a deadline. */
  readonly start: (onMissed: (error: TimedOut) => void) => Deadline;
  /** Ends a deadline in time: `onMissed` is not called. Does nothing when it was called. */
  readonly end: (deadline: Deadline) => void;
  /** Settles like `work`, or rejects with {@link TimedOut} when `work` does not end in time. A later result is ignored. */
  readonly within: <T>(work: Promise<T>) => Promise<T>;
  /** The current time of the stopwatch in milliseconds, as a stamp for a {@link Sweeper}. */
  readonly stamp: () => number;
  /** Calls `sweep` every 20th of the time, until `unwatch`. */
  readonly watch: (sweep: Sweeper) => void;
  /** Stops the calls of `sweep`. */
  readonly unwatch: (sweep: Sweeper) => void;
  /** Misses all running deadlines now. */
  readonly missAll: () => void;
  /** Cancels the timer, which otherwise runs for another 20th of the time. Does nothing while a deadline or a sweeper is left. */
  readonly releaseTimer: () => void;
}

/** The length of the deadlines and the words of the error. */
export interface DeadlinesOptions {
  /** The subject of the error text, for example “The store”. */
  readonly subject: string;
  /** The length of all deadlines in milliseconds. Called when a deadline runs. */
  readonly timeoutMs: () => number;
  /** False: the timer is cancelled with the last deadline, so that it never keeps the process alive. Default: true. */
  readonly keepTimer?: boolean | undefined;
  /** For tests. */
  readonly timer?: Timer | undefined;
  /** For tests. */
  readonly stopwatch?: Stopwatch | undefined;
}

const partsOfTimeout = 20;
/** Deadlines that would be over before the next check are missed at this one. */
const shareOfTimeout = 1 - 1 / partsOfTimeout;

/** Creates deadlines of one length. */
export function createDeadlines(options: DeadlinesOptions): Deadlines {
  const { subject, timeoutMs, keepTimer = true, timer = systemTimer, stopwatch = systemStopwatch } = options;
  let first: Deadline | undefined;
  let last: Deadline | undefined;
  const sweeps = new Set<Sweeper>();
  let cancel: (() => void) | undefined;

  const late = (): TimedOut => new TimedOut(`${subject} did not answer within ${timeoutMs()} ms.`);

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
    if (!keepTimer) releaseTimer();
  };
  const check = (isOver: (stamp: number) => boolean): void => {
    // In the order of the starts, so the first deadline with time left ends the search.
    while (first !== undefined && isOver(first.stamp)) {
      const { onMissed } = first;
      end(first);
      onMissed(late());
    }
    for (const sweep of sweeps) sweep(isOver, late);
  };
  const isBusy = (): boolean => first !== undefined || sweeps.size > 0;
  const releaseTimer = (): void => {
    if (isBusy()) return;
    cancel?.();
    cancel = undefined;
  };
  const arm = (): void => {
    cancel = timer(timeoutMs() / partsOfTimeout, () => {
      cancel = undefined;
      const overSince = stopwatch() - timeoutMs() * shareOfTimeout;
      check((stamp) => stamp < overSince);
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
    missAll: () => check(() => true),
    releaseTimer,
  };
}
