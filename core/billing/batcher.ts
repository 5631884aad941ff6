/**
 * Group commit: concurrent items leave as one batch, and the next batch leaves when the previous one has returned.
 * No timer, and no wait when idle. An item's promise is fulfilled after the store has confirmed its batch.
 */
export interface Batcher<Item, Outcome> {
  readonly submit: (item: Item) => Promise<Outcome>;
  /** Fulfilled when nothing is waiting or under way. */
  readonly drained: () => Promise<void>;
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
}

/** The store cannot keep up; nothing was sent. */
export class QueueFull extends Error {
  override name = "QueueFull";
  readonly outage = true;
}

interface Waiting<Item, Outcome> {
  readonly item: Item;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

export function createBatcher<Item, Outcome>(options: BatcherOptions<Item, Outcome>): Batcher<Item, Outcome> {
  let waiting: Waiting<Item, Outcome>[] = [];
  let underWay: Promise<void> | undefined;

  const submit = (item: Item): Promise<Outcome> =>
    new Promise((resolve, reject) => {
      if (waiting.length >= options.maxWaiting) {
        reject(new QueueFull("Too many requests wait for the store."));
        return;
      }
      waiting.push({ item, resolve, reject });
      underWay ??= work();
    });

  const work = async (): Promise<void> => {
    // One turn of the event loop's microtasks, so that requests of the same moment share the first batch.
    await undefined;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, options.maxBatch);
      waiting = waiting.slice(options.maxBatch);
      await send(Map.groupBy(batch, ({ item }) => options.identity(item)));
    }
    underWay = undefined;
  };

  const send = async (groups: ReadonlyMap<string, readonly Waiting<Item, Outcome>[]>): Promise<void> => {
    const firsts = [...groups.values()].flatMap(([first]) => (first === undefined ? [] : [first.item]));
    let outcomes: readonly Outcome[];
    try {
      outcomes = await options.run(firsts);
      if (outcomes.length !== firsts.length)
        throw new Error("The store answered a batch with another length.");
    } catch (error) {
      await sendHalves(groups, error);
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
    groups: ReadonlyMap<string, readonly Waiting<Item, Outcome>[]>,
    error: unknown,
  ): Promise<void> => {
    if (groups.size <= 1 || isOutage(error)) {
      for (const group of groups.values()) for (const { reject } of group) reject(error);
      return;
    }
    const entries = [...groups];
    const middle = Math.ceil(entries.length / 2);
    await send(new Map(entries.slice(0, middle)));
    await send(new Map(entries.slice(middle)));
  };

  return {
    submit,
    drained: async () => {
      while (underWay !== undefined) await underWay;
    },
  };
}

/** Whether a store's error says that the store cannot be reached or cannot write now, rather than that an item is bad. */
export function isOutage(error: unknown): boolean {
  return typeof error === "object" && error !== null && "outage" in error && error.outage === true;
}
