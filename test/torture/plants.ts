import { setTimeout as pause } from "node:timers/promises";
import type { Campaign } from "../../core/catalog/entities.ts";
import type { DeliveryEvent, IssueChoice, IssueOrder } from "../../core/storage/delivery.ts";
import type { Spend } from "../../core/storage/serving-store.ts";
import type { Store } from "../../core/storage/store.ts";
import { otherId } from "../faults/broken-stores/broken-store.ts";

/** A fault that is planted in a store to see the torture find it. */
export interface Plant {
  /** The fault, as the end of a sentence: a store that … */
  readonly fault: string;
  /** Whether it shows only where a network lies between server and store. */
  readonly needsNetwork?: true;
  /** Returns the store with the fault. */
  readonly plant: (store: Store) => Store;
}

/** The faults by their names for `--plant`. */
export const plants: Readonly<Record<string, Plant>> = {
  "answer-before-commit": {
    fault: "answers a view before it commits",
    plant: (store) => ({
      ...store,
      record: async (events) => {
        const found = await store.findDeliveries(events.map(({ deliveryId }) => deliveryId));
        void pause(commitLaterMs).then(() => store.record(events).catch(() => {}));
        return found.map((delivery) =>
          delivery === undefined
            ? { outcome: "unknown" }
            : { outcome: "recorded", charged: true, delivery: { ...delivery, seenAt: delivery.issuedAt } },
        );
      },
    }),
  },
  "no-unique-key": {
    fault: "charges a repeated view again",
    plant: (store) => ({
      ...store,
      record: async (events) => {
        const outcomes = await store.record(events);
        const repeated = events.filter((_, index) => outcomes[index]?.outcome === "duplicate");
        await chargeAgain(store, repeated);
        return outcomes;
      },
    }),
  },
  "retried-as-new": {
    fault: "takes a view whose reply was lost for a new one when it is repeated",
    needsNetwork: true,
    plant: (store) => {
      // From before the call on, so that no repetition is faster than the timeout of a lost reply.
      const unanswered = new Set<string>();
      return {
        ...store,
        record: async (events) => {
          const repeated = events.filter(({ deliveryId }) => unanswered.has(deliveryId));
          for (const { deliveryId } of events) unanswered.add(deliveryId);
          const outcomes = await store.record(events);
          for (const { deliveryId } of events) unanswered.delete(deliveryId);
          await chargeAgain(
            store,
            repeated.filter((event) => outcomes[events.indexOf(event)]?.outcome === "duplicate"),
          );
          return outcomes;
        },
      };
    },
  },
  "hold-not-released": {
    fault: "keeps the holds of expired deliveries",
    plant: (store) => ({ ...store, releaseExpired: async () => 0 }),
  },
  "budget-before-lock": {
    fault: "checks budgets before it takes the lock",
    plant: budgetBeforeLock,
  },
  "charged-when-issued": {
    fault: "charges an ad when it is issued",
    plant: (store) => ({
      ...store,
      issue: async (orders) => {
        const outcomes = await store.issue(orders);
        const issued = outcomes.flatMap((one) => (one.outcome === "issued" ? [one.delivery.id] : []));
        await store.record(issued.map((deliveryId) => pressOf(deliveryId)));
        return outcomes;
      },
    }),
  },
};

/** Long enough for a server to be killed after its answer. */
const commitLaterMs = 2_000;

function pressOf(deliveryId: string): DeliveryEvent {
  return { kind: "press", deliveryId, scene: 0, button: 0 };
}

/** Moves the money of each delivery once more, under an id that nobody knows. */
async function chargeAgain(store: Store, events: readonly DeliveryEvent[]): Promise<void> {
  const found = await store.findDeliveries(events.map(({ deliveryId }) => deliveryId));
  for (const delivery of found) {
    if (delivery === undefined || delivery.priceMicros === 0) continue;
    const deliveryId = otherId(delivery.id, Math.floor(Math.random() * 36 ** 6));
    // Another user, whose frequency cap refuses nothing.
    await store.issue([{ ...delivery, deliveryId, userKey: deliveryId, choices: [delivery] }]);
    await store.record([pressOf(deliveryId)]);
  }
}

/** Large enough never to be reached. */
const stretch = 1_000;

/** The store underneath knows larger budgets, so that nothing but a look at the spend guards the true ones. */
function budgetBeforeLock(store: Store): Store {
  const scaled = (campaign: Campaign, by: number): Campaign => ({
    ...campaign,
    ...(campaign.totalBudgetMicros !== undefined && { totalBudgetMicros: campaign.totalBudgetMicros * by }),
    ...(campaign.dailyBudgetMicros !== undefined && { dailyBudgetMicros: campaign.dailyBudgetMicros * by }),
  });
  const looks = new Map<string, Spend>();
  const fits = async ({ campaignId, priceMicros }: IssueChoice, known: Campaign[]): Promise<boolean> => {
    const campaign = known.find(({ id }) => id === campaignId);
    // Its first look is never up to date again, as if every racer had looked before any of them took.
    const spend = looks.get(campaignId) ?? (await store.readSpend([campaignId]))[0];
    if (campaign === undefined || spend === undefined) return false;
    looks.set(campaignId, spend);
    const { totalBudgetMicros: total = Infinity, dailyBudgetMicros: daily = Infinity } = campaign;
    const isFree = spend.usedMicros + spend.heldMicros + priceMicros <= total;
    return isFree && spend.dayUsedMicros + spend.dayHeldMicros + priceMicros <= daily;
  };
  return {
    ...store,
    applyCatalog: (change) => {
      const campaigns = change.upserts.campaigns.map((one) => scaled(one, stretch));
      return store.applyCatalog({ ...change, upserts: { ...change.upserts, campaigns } });
    },
    readCatalog: async () => {
      const { version, catalog } = await store.readCatalog();
      const campaigns = catalog.campaigns.map((one) => scaled(one, 1 / stretch));
      return { version, catalog: { ...catalog, campaigns } };
    },
    catalogChanges: async (since) => {
      const { at, delta } = await store.catalogChanges(since);
      const campaigns = delta?.campaigns.map((one) => scaled(one, 1 / stretch)) ?? [];
      return { at, delta: delta && { ...delta, campaigns } };
    },
    issue: async (orders) => {
      const { catalog } = await store.readCatalog();
      const known = catalog.campaigns.map((one) => scaled(one, 1 / stretch));
      const checked: IssueOrder[] = [];
      for (const order of orders) {
        const choices: IssueChoice[] = [];
        for (const choice of order.choices) if (await fits(choice, known)) choices.push(choice);
        if (choices.length > 0) checked.push({ ...order, choices });
      }
      const outcomes = checked.length === 0 ? [] : await store.issue(checked);
      return orders.map(({ deliveryId, choices }) => {
        const index = checked.findIndex((order) => order.deliveryId === deliveryId);
        return outcomes[index] ?? { outcome: "refused", reasons: choices.map(() => "budget") };
      });
    },
  };
}
