import { createBatcher } from "../storage/batcher.ts";
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
}

export interface StoreQueueOptions {
  readonly store: Pick<ServingStore, "issue" | "record" | "findDeliveries">;
  readonly deadlines: Deadlines;
  /** Observes every call of the store. */
  readonly watch: <T>(call: Promise<T>) => Promise<T>;
}

/** The maximum number of requests that wait for one kind of call. Further requests get 503 at once. */
const maxWaiting = 10_000;

/** The maximum wait in milliseconds while more than one batch waits. An ad is useful for about 800 ms. */
const maxWaitMs = 400;

/** Creates the queues in front of a store. */
export function createStoreQueues({ store, deadlines, watch }: StoreQueueOptions): StoreQueues {
  const limits = { maxBatch, maxWaiting, maxWaitMs, deadlines };
  const issues = createBatcher<IssueOrder, IssueOutcome>({
    run: (orders) => watch(store.issue(orders)),
    identity: (order) => order.deliveryId,
    repeated: (first) => first,
    ...limits,
  });
  const records = createBatcher<DeliveryEvent, RecordOutcome>({
    run: (events) => watch(store.record(events)),
    identity: identityOf,
    repeated: (first) =>
      first.outcome === "recorded" ? { outcome: "duplicate", delivery: first.delivery } : first,
    ...limits,
  });
  const finds = createBatcher<string, { readonly delivery: Delivery | undefined }>({
    run: async (ids) => (await watch(store.findDeliveries(ids))).map((delivery) => ({ delivery })),
    identity: (id) => id,
    repeated: (first) => first,
    ...limits,
  });
  return {
    issue: issues.submit,
    record: records.submit,
    findDelivery: async (id) => (await finds.submit(id)).delivery,
    drained: async () => {
      for (const { drained } of [issues, records, finds]) await drained();
    },
    unknownWrites: () => issues.hanging() + records.hanging(),
  };
}

function identityOf(event: DeliveryEvent): string {
  return event.kind === "press"
    ? `press ${event.scene} ${event.button} ${event.deliveryId}`
    : `${event.kind} ${event.deliveryId}`;
}
