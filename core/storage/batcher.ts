import type { SpanReference } from "../metrics/tracing.ts";
import { isOutage } from "../outage.ts";
import { type Deadlines, type Sweeper, TimedOut } from "../timing/deadlines.ts";

/**
 * Group commit: concurrent items leave as one batch, and the next batch leaves when the previous one has returned.
 * No wait when idle. An item's promise is fulfilled after the store has confirmed its batch.
 *
 * With deadlines an item is rejected as an outage when it has not been confirmed in time, counted from `submit`,
 * whether it still waits (then it is never sent) or is on its way (then its outcome is unknown). A batch that has not
 * returned in time is given up: the next one leaves beside it, and its late answer is dropped. A late commit does no
 * harm, since the store's operations are idempotent. At most `maxHanging` batches are given up at a time; while so
 * many have not returned, all that waits and comes is refused at once. When one of them returns, items leave again.
 */
export interface Batcher<Item, Outcome> {
  readonly submit: (item: Item) => Promise<Outcome>;
  /** Fulfilled when nothing is waiting or under way; batches that were given up are not waited for. */
  readonly drained: () => Promise<void>;
  /** Batches that were given up and have not returned. */
  readonly hanging: () => number;
  /** Items that wait for the next batch. */
  readonly waiting: () => number;
}

/**
 * A reason why items were refused without being sent, or `given_up` for a batch: `full`: too many wait; `slow`: they waited longer
 * than `maxWaitMs`; `silent`: too many batches have not returned; `late`: the deadline passed.
 */
export type BatcherTrouble = (typeof batcherTroubles)[number];
export const batcherTroubles = ["full", "slow", "silent", "late", "given_up"] as const;

export interface BatcherOptions<Item, Outcome> {
  readonly run: (items: readonly Item[]) => Promise<readonly Outcome[]>;
  /** Observes the requests of each batch. Default: nothing does. */
  readonly origins?: BatchOrigins | undefined;
  /** Items of one identity are sent to the store once; see `repeated`. */
  readonly identity: (item: Item) => string;
  /** The outcome of the second and later items of one identity in a batch, given that of the first. */
  readonly repeated: (first: Outcome) => Outcome;
  readonly maxBatch: number;
  /** More waiting items than this are refused at once, with {@link QueueFull}. */
  readonly maxWaiting: number;
  /** Without them an item waits for as long as the store takes. */
  readonly deadlines?: Deadlines | undefined;
  /**
   * While more items wait than the next batch takes, those that have waited longer than this are refused with {@link QueueFull},
   * the oldest first, because clients still wait for later ones. While the store has stalled and more than half a batch is there,
   * all that have waited longer are refused. An item that was sent is never refused. Milliseconds; needs `deadlines`. Default: no end.
   */
  readonly maxWaitMs?: number | undefined;
  /** Called with the number of refused items, and for each batch that is given up. */
  readonly onTrouble?: ((trouble: BatcherTrouble, n: number) => void) | undefined;
}

/** Links a batch to the requests that it serves. */
export interface BatchOrigins {
  /** The request that submits an item now. */
  readonly current: () => SpanReference | undefined;
  /** Called with the requests of all items, repeated ones too, right before `items` are sent. */
  readonly note: (items: readonly unknown[], origins: readonly SpanReference[]) => void;
}

/** Batches that may be given up at a time. */
export const maxHanging = 4;

/** Times as long as the batch before it. */
const stalledAfter = 4;

/** The store cannot keep up; nothing was sent. */
export class QueueFull extends Error {
  override name = "QueueFull";
  readonly outage = true;
}

interface Waiting<Item, Outcome> {
  readonly item: Item;
  readonly origin: SpanReference | undefined;
  readonly stamp: number;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
  /** Later ones of the same identity in the same batch. */
  repeats: Waiting<Item, Outcome>[] | undefined;
}

/** A batch that was sent. */
interface Sent<Item, Outcome> {
  readonly entries: readonly Waiting<Item, Outcome>[];
  readonly stamp: number;
  isGivenUp: boolean;
}

export function createBatcher<Item, Outcome>(options: BatcherOptions<Item, Outcome>): Batcher<Item, Outcome> {
  const { deadlines, maxBatch, maxWaitMs = Number.POSITIVE_INFINITY, onTrouble, origins } = options;
  const waiting: Waiting<Item, Outcome>[] = [];
  let underWay: Promise<void> | undefined;
  let sent: Sent<Item, Outcome> | undefined;
  let stopWaiting: () => void = () => {};
  let hanging = 0;
  let lastBatchMs = 0;

  const submit = (item: Item): Promise<Outcome> =>
    new Promise((resolve, reject) => {
      if (waiting.length >= options.maxWaiting) {
        onTrouble?.("full", 1);
        reject(waitedTooLong());
      } else if (hanging >= maxHanging) {
        onTrouble?.("silent", 1);
        reject(doesNotAnswer());
      } else {
        waiting.push({ item, origin: origins?.current(), stamp: now(), resolve, reject, repeats: undefined });
        underWay ??= work();
      }
    });

  const now = (): number => deadlines?.stamp() ?? 0;

  const work = async (): Promise<void> => {
    // One turn of the event loop's microtasks, so that requests of the same moment share the first batch.
    await undefined;
    deadlines?.watch(sweep);
    while (waiting.length > 0) {
      refuseStale(waiting.length - maxBatch);
      const entries = waiting.splice(0, maxBatch);
      const leftAt = now();
      await returnOrGiveUp({ entries, stamp: leftAt, isGivenUp: false });
      lastBatchMs = now() - leftAt;
      sent = undefined;
    }
    deadlines?.unwatch(sweep);
    underWay = undefined;
  };

  const returnOrGiveUp = (batch: Sent<Item, Outcome>): Promise<void> =>
    new Promise((done) => {
      sent = batch;
      stopWaiting = done;
      send(firstsOf(batch.entries), batch).then(() => {
        if (batch.isGivenUp) hanging -= 1;
        else done();
      });
    });

  const sweep: Sweeper = (isOver, late) => {
    if (sent !== undefined) {
      for (const { stamp, reject } of sent.entries) if (isOver(stamp)) reject(late());
      if (!sent.isGivenUp && isOver(sent.stamp)) giveUp(sent);
    }
    refuse(
      waiting.splice(
        0,
        countWhile(({ stamp }) => isOver(stamp)),
      ),
      late,
      "late",
    );
    refuseStale(
      waiting.length - maxBatch + (sent !== undefined && isStalled(sent) ? sent.entries.length : 0),
    );
  };

  /** A store that was quicker until now: nobody knows when the next batch leaves. */
  const isStalled = ({ stamp }: Sent<Item, Outcome>): boolean =>
    now() - stamp > Math.max(maxWaitMs, lastBatchMs * stalledAfter);

  /** Refuses those that have waited too long, the oldest first and at most so many. */
  const refuseStale = (most: number): void => {
    if (most <= 0) return;
    const staleSince = now() - maxWaitMs;
    const stale = countWhile(({ stamp }) => stamp < staleSince);
    refuse(waiting.splice(0, Math.min(most, stale)), waitedTooLong, "slow");
  };

  /** How many, from the oldest. */
  const countWhile = (holds: (entry: Waiting<Item, Outcome>) => boolean): number => {
    const end = waiting.findIndex((entry) => !holds(entry));
    return end === -1 ? waiting.length : end;
  };

  const giveUp = (batch: Sent<Item, Outcome>): void => {
    batch.isGivenUp = true;
    hanging += 1;
    onTrouble?.("given_up", 1);
    if (hanging >= maxHanging) refuse(waiting.splice(0), doesNotAnswer, "silent");
    stopWaiting();
  };

  const refuse = (
    entries: readonly Waiting<Item, Outcome>[],
    why: () => Error,
    trouble: BatcherTrouble,
  ): void => {
    if (entries.length > 0) onTrouble?.(trouble, entries.length);
    for (const { reject } of entries) reject(why());
  };

  /** Those that are sent; each knows the others of its identity. */
  const firstsOf = (entries: readonly Waiting<Item, Outcome>[]): readonly Waiting<Item, Outcome>[] => {
    if (entries.length === 1) return entries;
    const firsts = new Map<string, Waiting<Item, Outcome>>();
    for (const entry of entries) {
      const identity = options.identity(entry.item);
      const first = firsts.get(identity);
      if (first === undefined) firsts.set(identity, entry);
      else if (first.repeats === undefined) first.repeats = [entry];
      else first.repeats.push(entry);
    }
    return [...firsts.values()];
  };

  const send = async (
    firsts: readonly Waiting<Item, Outcome>[],
    batch: Sent<Item, Outcome>,
  ): Promise<void> => {
    let outcomes: readonly Outcome[];
    const items = firsts.map(({ item }) => item);
    origins?.note(items, originsOf(firsts));
    try {
      outcomes = await options.run(items);
      if (outcomes.length !== firsts.length)
        throw new Error("The store answered a batch with another length.");
    } catch (error) {
      await sendHalves(firsts, batch, error);
      return;
    }
    firsts.forEach((first, index) => {
      const outcome = outcomes[index];
      if (outcome === undefined) rejectAll(first, new Error("The store left an outcome out."));
      else {
        first.resolve(outcome);
        for (const { resolve } of first.repeats ?? []) resolve(options.repeated(outcome));
      }
    });
  };

  const rejectAll = ({ reject, repeats = [] }: Waiting<Item, Outcome>, error: unknown): void => {
    reject(error);
    for (const repeat of repeats) repeat.reject(error);
  };

  /** A batch that fails other than by outage has a bad item: it is halved, so that its neighbours do not fail with it. */
  const sendHalves = async (
    firsts: readonly Waiting<Item, Outcome>[],
    batch: Sent<Item, Outcome>,
    error: unknown,
  ): Promise<void> => {
    if (firsts.length <= 1 || isOutage(error) || batch.isGivenUp) {
      for (const first of firsts) rejectAll(first, error);
      return;
    }
    const middle = Math.ceil(firsts.length / 2);
    await send(firsts.slice(0, middle), batch);
    // Once it is given up nobody waits for the other half.
    if (!batch.isGivenUp) await send(firsts.slice(middle), batch);
  };

  return {
    submit,
    drained: async () => {
      while (underWay !== undefined) await underWay;
    },
    hanging: () => hanging,
    waiting: () => waiting.length,
  };
}

function originsOf(
  firsts: readonly Pick<Waiting<unknown, never>, "origin" | "repeats">[],
): readonly SpanReference[] {
  return firsts.flatMap(({ origin, repeats = [] }) =>
    [origin, ...repeats.map((repeat) => repeat.origin)].filter((one) => one !== undefined),
  );
}

function waitedTooLong(): QueueFull {
  return new QueueFull("Too many requests wait for the store.");
}

function doesNotAnswer(): TimedOut {
  return new TimedOut(`The store has not answered the last ${maxHanging} batches.`);
}
