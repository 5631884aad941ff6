import { type Deadlines, type Sweep, TimedOut } from "../timing/deadlines.ts";

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
}

export interface BatcherOptions<Item, Outcome> {
  readonly run: (items: readonly Item[]) => Promise<readonly Outcome[]>;
  /** Items of one identity are sent to the store once; see `repeated`. */
  readonly identity: (item: Item) => string;
  /** What the second and later items of one identity in a batch get, given the outcome of the first. */
  readonly repeated: (first: Outcome) => Outcome;
  readonly maxBatch: number;
  /** More waiting items than this are refused at once, with {@link QueueFull}. */
  readonly maxWaiting: number;
  /** Without them an item waits for as long as the store takes. */
  readonly deadlines?: Deadlines | undefined;
}

/** Batches that may be given up at a time. */
export const maxHanging = 4;

/** The store cannot keep up; nothing was sent. */
export class QueueFull extends Error {
  override name = "QueueFull";
  readonly outage = true;
}

interface Waiting<Item, Outcome> {
  readonly item: Item;
  readonly stamp: number;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

/** A batch that was sent. */
interface Sent<Item, Outcome> {
  readonly entries: readonly Waiting<Item, Outcome>[];
  readonly stamp: number;
  isGivenUp: boolean;
}

type Groups<Item, Outcome> = ReadonlyMap<string, readonly Waiting<Item, Outcome>[]>;

export function createBatcher<Item, Outcome>(options: BatcherOptions<Item, Outcome>): Batcher<Item, Outcome> {
  const { deadlines } = options;
  let waiting: Waiting<Item, Outcome>[] = [];
  let underWay: Promise<void> | undefined;
  let sent: Sent<Item, Outcome> | undefined;
  let stopWaiting: () => void = () => {};
  let hanging = 0;

  const submit = (item: Item): Promise<Outcome> =>
    new Promise((resolve, reject) => {
      if (waiting.length >= options.maxWaiting) {
        reject(new QueueFull("Too many requests wait for the store."));
      } else if (hanging >= maxHanging) {
        reject(doesNotAnswer());
      } else {
        waiting.push({ item, stamp: now(), resolve, reject });
        underWay ??= work();
      }
    });

  const now = (): number => deadlines?.stamp() ?? 0;

  const work = async (): Promise<void> => {
    // One turn of the event loop's microtasks, so that requests of the same moment share the first batch.
    await undefined;
    deadlines?.watch(sweep);
    while (waiting.length > 0) {
      const entries = waiting.slice(0, options.maxBatch);
      waiting = waiting.slice(options.maxBatch);
      await returnOrGiveUp({ entries, stamp: now(), isGivenUp: false });
      sent = undefined;
    }
    deadlines?.unwatch(sweep);
    underWay = undefined;
  };

  const returnOrGiveUp = (batch: Sent<Item, Outcome>): Promise<void> =>
    new Promise((done) => {
      sent = batch;
      stopWaiting = done;
      const groups = Map.groupBy(batch.entries, ({ item }) => options.identity(item));
      send(groups, batch).then(() => {
        if (batch.isGivenUp) hanging -= 1;
        else done();
      });
    });

  const sweep: Sweep = (isOver, late) => {
    if (sent !== undefined) {
      for (const { stamp, reject } of sent.entries) if (isOver(stamp)) reject(late());
      if (!sent.isGivenUp && isOver(sent.stamp)) giveUp(sent);
    }
    const inTime = waiting.findIndex(({ stamp }) => !isOver(stamp));
    if (inTime !== 0) refuse(waiting.splice(0, inTime === -1 ? waiting.length : inTime), late);
  };

  const giveUp = (batch: Sent<Item, Outcome>): void => {
    batch.isGivenUp = true;
    hanging += 1;
    if (hanging >= maxHanging) refuse(waiting.splice(0), doesNotAnswer);
    stopWaiting();
  };

  const refuse = (entries: readonly Waiting<Item, Outcome>[], why: () => TimedOut): void => {
    for (const { reject } of entries) reject(why());
  };

  const send = async (groups: Groups<Item, Outcome>, batch: Sent<Item, Outcome>): Promise<void> => {
    const firsts = [...groups.values()].flatMap(([first]) => (first === undefined ? [] : [first.item]));
    let outcomes: readonly Outcome[];
    try {
      outcomes = await options.run(firsts);
      if (outcomes.length !== firsts.length)
        throw new Error("The store answered a batch with another length.");
    } catch (error) {
      await sendHalves(groups, batch, error);
      return;
    }
    let index = 0;
    for (const group of groups.values()) {
      const outcome = outcomes[index++];
      group.forEach(({ resolve, reject }, place) => {
        if (outcome === undefined) reject(new Error("The store left an outcome out."));
        else resolve(place === 0 ? outcome : options.repeated(outcome));
      });
    }
  };

  /** A batch that fails other than by outage has a bad item: it is halved, so that its neighbours do not fail with it. */
  const sendHalves = async (
    groups: Groups<Item, Outcome>,
    batch: Sent<Item, Outcome>,
    error: unknown,
  ): Promise<void> => {
    if (groups.size <= 1 || isOutage(error) || batch.isGivenUp) {
      for (const group of groups.values()) for (const { reject } of group) reject(error);
      return;
    }
    const entries = [...groups];
    const middle = Math.ceil(entries.length / 2);
    await send(new Map(entries.slice(0, middle)), batch);
    // Once it is given up nobody waits for the other half.
    if (!batch.isGivenUp) await send(new Map(entries.slice(middle)), batch);
  };

  return {
    submit,
    drained: async () => {
      while (underWay !== undefined) await underWay;
    },
    hanging: () => hanging,
  };
}

function doesNotAnswer(): TimedOut {
  return new TimedOut(`The store has not answered the last ${maxHanging} batches.`);
}

/** Whether a store's error says that the store cannot be reached or cannot write now, rather than that an item is bad. */
export function isOutage(error: unknown): boolean {
  return typeof error === "object" && error !== null && "outage" in error && error.outage === true;
}
