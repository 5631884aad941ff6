import { placeOfDelivery } from "../signing/delivery-id.ts";
import { type Batcher, type BatcherTrouble, type BatchOrigins, createBatcher } from "../storage/batcher.ts";
import type {
  Delivery,
  DeliveryEvent,
  IssueOrder,
  IssueOutcome,
  RecordOutcome,
} from "../storage/delivery.ts";
import { maxBatch, type ServingStore } from "../storage/serving-store.ts";
import type { Deadlines } from "../timing/deadlines.ts";

/** The calls of a store that requests share: concurrent calls of one kind travel as one batch. */
export interface StoreQueues {
  readonly issue: (order: IssueOrder) => Promise<IssueOutcome>;
  readonly record: (event: DeliveryEvent) => Promise<RecordOutcome>;
  readonly findDelivery: (id: string) => Promise<Delivery | undefined>;
  /** Fulfilled when every call has returned. Batches that were given up are not waited for. */
  readonly drained: () => Promise<void>;
  /** Batches of writes that were given up and have not returned. Their outcome is unknown. */
  readonly unknownWrites: () => number;
  /** The number of requests that wait, by operation. */
  readonly waiting: () => Readonly<Record<QueuedOperation, number>>;
}

/** An operation whose calls are batched. */
export type QueuedOperation = (typeof queuedOperations)[number];
export const queuedOperations = ["issue", "record", "findDeliveries"] as const;

export interface StoreQueueOptions {
  readonly store: Pick<ServingStore, "issue" | "record" | "findDeliveries" | "places">;
  readonly deadlines: Deadlines;
  /** Observes the calls of the store, of its first database if it has several. */
  readonly watch: <T>(call: Promise<T>) => Promise<T>;
  /** Called when requests are refused, and when a batch is given up. */
  readonly onTrouble?: ((operation: QueuedOperation, trouble: BatcherTrouble, n: number) => void) | undefined;
  /** Links batches to their requests. Default: nothing does. */
  readonly origins?: BatchOrigins | undefined;
}

/** The maximum number of requests that wait for one kind of call. Further requests get 503 at once. */
const maxWaiting = 10_000;

/** The maximum wait in milliseconds while more than one batch waits. An ad is useful for about 800 ms. */
const maxWaitMs = 400;

/** Creates the queues in front of a store. */
export function createStoreQueues(options: StoreQueueOptions): StoreQueues {
  const { store, deadlines, watch, onTrouble, origins } = options;
  const limitsOf = (operation: QueuedOperation) => ({
    maxBatch,
    maxWaiting,
    maxWaitMs,
    deadlines,
    origins,
    onTrouble: onTrouble && ((trouble: BatcherTrouble, n: number) => onTrouble(operation, trouble, n)),
  });
  /** The queues of one database. */
  const queuesOf = (place: number): PlaceQueues => {
    const watched = place === 0 ? watch : <T>(call: Promise<T>) => call;
    return {
      issue: createBatcher<IssueOrder, IssueOutcome>({
        run: (orders) => watched(store.issue(orders)),
        identity: (order) => order.deliveryId,
        repeated: (first) => first,
        ...limitsOf("issue"),
      }),
      record: createBatcher<DeliveryEvent, RecordOutcome>({
        run: (events) => watched(store.record(events)),
        identity: identityOf,
        repeated: (first) =>
          first.outcome === "recorded" ? { outcome: "duplicate", delivery: first.delivery } : first,
        ...limitsOf("record"),
      }),
      findDeliveries: createBatcher<string, { readonly delivery: Delivery | undefined }>({
        run: async (ids) => (await watched(store.findDeliveries(ids))).map((delivery) => ({ delivery })),
        identity: (id) => id,
        repeated: (first) => first,
        ...limitsOf("findDeliveries"),
      }),
    };
  };
  const first = queuesOf(0);
  const all = [first];
  /** An id that names no database of the store was made before it had several. */
  const queuesFor = (deliveryId: string): PlaceQueues => {
    const { places } = store;
    if (places === undefined) return first;
    while (all.length < places.count) all.push(queuesOf(all.length));
    return all[placeOfDelivery(deliveryId)] ?? first;
  };
  const sumOf = (count: (queues: PlaceQueues) => number): number =>
    all.reduce((sum, queues) => sum + count(queues), 0);
  return {
    issue: (order) => queuesFor(order.deliveryId).issue.submit(order),
    record: (event) => queuesFor(event.deliveryId).record.submit(event),
    findDelivery: async (id) => (await queuesFor(id).findDeliveries.submit(id)).delivery,
    drained: async () => {
      for (const queues of all) for (const operation of queuedOperations) await queues[operation].drained();
    },
    waiting: () => ({
      issue: sumOf(({ issue }) => issue.waiting()),
      record: sumOf(({ record }) => record.waiting()),
      findDeliveries: sumOf(({ findDeliveries }) => findDeliveries.waiting()),
    }),
    unknownWrites: () => sumOf(({ issue, record }) => issue.hanging() + record.hanging()),
  };
}

interface PlaceQueues {
  readonly issue: Batcher<IssueOrder, IssueOutcome>;
  readonly record: Batcher<DeliveryEvent, RecordOutcome>;
  readonly findDeliveries: Batcher<string, { readonly delivery: Delivery | undefined }>;
}

function identityOf(event: DeliveryEvent): string {
  return event.kind === "press"
    ? `press ${event.scene} ${event.button} ${event.deliveryId}`
    : `${event.kind} ${event.deliveryId}`;
}
