import { releaseExpiredHolds } from "../billing/release.ts";
import type { WaitUntil } from "../contract/http.ts";
import type { Log } from "../log.ts";
import type { CountWriter } from "../reporting/count-writer.ts";
import type { Counter } from "../reporting/counter.ts";
import type { ServingStore } from "../storage/serving-store.ts";
import { allOf } from "../timing/all-of.ts";
import type { Clock, EpochMs } from "../timing/clock.ts";
import { quietTimer, type Timer } from "../timing/deadlines.ts";
import { deliveryLifetimeMs } from "../timing/windows.ts";

/** Regular work, done whether or not the host calls `maintain`. */
export interface Upkeep {
  /** Does the due work after an answer. With `waitUntil` all statistics are due, else those that are some seconds old. */
  readonly afterAnswer: (waitUntil: WaitUntil | undefined) => void;
  /** Does all work now. Rejects when a part failed; the next call does that part again. */
  readonly maintain: () => Promise<void>;
  /** Adds work of the management side that is due with every maintenance. */
  readonly alsoMaintain: (work: () => Promise<void>) => void;
  /** Ends the timer. */
  readonly stop: () => void;
}

/** When the last upkeep began: plain data, which the instances of one isolate share. */
export interface UpkeepState {
  upkeptAt?: EpochMs | undefined;
}

export interface UpkeepOptions {
  /** Default: a new one. */
  readonly state?: UpkeepState | undefined;
  readonly store: ServingStore;
  readonly counter: Counter;
  readonly counts: CountWriter;
  readonly clock: Clock;
  readonly log: Log;
  /** For tests. */
  readonly timer?: Timer | undefined;
}

/** The longest time that counts wait while the process runs. */
export const countsMaxAgeMs = 5_000;
/** Expired holds are given back within a minute: this is the wait, the rest is for the store. */
export const upkeepEveryMs = 30_000;
/** The delay of due work after an answer, so that requests of the same moment come first. */
const soonMs = 250;
/** The log warns after this time without a call of `maintain`. */
const maintainExpectedMs = 60_000;
/** The timer runs on after the last request until everything that this process issued has expired and was given back. */
const ticksAfterLastRequest: number = (deliveryLifetimeMs + 2 * upkeepEveryMs) / countsMaxAgeMs;

export function createUpkeep(options: UpkeepOptions): Upkeep {
  const { store, counter, counts, clock, log, timer = quietTimer, state = {} } = options;
  const others: (() => Promise<void>)[] = [];
  let firstAt: EpochMs | undefined;
  let wasMaintained = false;
  let hasWarned = false;
  let upkeeping: Promise<void> | undefined;
  let cancel: (() => void) | undefined;
  let isSoon = false;
  let ticksLeft = 0;
  let isStopped = false;

  const upkeep = (): Promise<void> => {
    state.upkeptAt = clock();
    upkeeping ??= allOf([releaseExpiredHolds(store), ...others.map((work) => work())]).finally(() => {
      upkeeping = undefined;
    });
    return upkeeping;
  };
  const isUpkeepDue = (now: EpochMs): boolean => {
    state.upkeptAt ??= now;
    return Math.abs(now - state.upkeptAt) >= upkeepEveryMs;
  };
  /** Ignores failures: requests report an outage themselves, and failed work is due again. */
  const doDue = async (areCountsDue: boolean): Promise<void> => {
    const work: Promise<unknown>[] = [];
    if (areCountsDue) work.push(counts.writeBehind());
    if (isUpkeepDue(clock())) work.push(upkeep());
    await Promise.allSettled(work);
  };
  const areCountsOld = (): boolean => (counter.waitedMs() ?? 0) >= countsMaxAgeMs;
  const tick = (): void => {
    cancel = undefined;
    isSoon = false;
    ticksLeft -= 1;
    void doDue(areCountsOld());
    if (ticksLeft > 0 || counter.waitedMs() !== undefined) arm();
  };
  const arm = (): void => {
    if (!isStopped) cancel ??= timer(countsMaxAgeMs, tick);
  };
  const armSoon = (): void => {
    if (isStopped || isSoon) return;
    isSoon = true;
    cancel?.();
    cancel = timer(soonMs, tick);
  };
  const warnIfForgotten = (): void => {
    if (wasMaintained || hasWarned) return;
    firstAt ??= clock();
    if (clock() - firstAt < maintainExpectedMs) return;
    hasWarned = true;
    log({ level: "warn", code: "maintenance-missing", message: forgotten });
  };

  return {
    afterAnswer: (waitUntil) => {
      if (waitUntil !== undefined) {
        if (counter.waitedMs() === undefined && !isUpkeepDue(clock())) return;
        waitFor(doDue(true), waitUntil);
        return;
      }
      warnIfForgotten();
      ticksLeft = ticksAfterLastRequest;
      if (isUpkeepDue(clock())) armSoon();
      else arm();
      if (areCountsOld()) void counts.writeBehind();
    },
    maintain: async () => {
      wasMaintained = true;
      await allOf([counts.write(), upkeep()]);
    },
    alsoMaintain: (work) => void others.push(work),
    stop: () => {
      isStopped = true;
      cancel?.();
      cancel = undefined;
    },
  };
}

const forgotten =
  "handbill.maintain() was not called in a minute. This process stores statistics and gives back the holds of expired ads by itself while it runs, half a minute late. Statistics of its last seconds are lost unless it calls handbill.close() at its end. Call maintain() every few seconds, or from a cron where no process keeps running.";

/** Passes the work to `waitUntil`. It goes on even if the host refuses it. */
function waitFor(work: Promise<void>, waitUntil: WaitUntil): void {
  try {
    waitUntil(work);
  } catch {
    // A host refuses work after its request is over. The answer must not fail for that.
  }
}
