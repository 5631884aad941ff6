import type { DeliveryEvent } from "../../core/storage/delivery.ts";
import type { Store } from "../../core/storage/store.ts";
import { otherId } from "../faults/broken-stores/broken-store.ts";
import type { Clockwork } from "./clockwork.ts";
import type { Life } from "./life.ts";

/** The process that a planted store belongs to. */
export interface PlantedIn {
  readonly life: Life;
  readonly clockwork: Clockwork;
  /** The clock of its machine. */
  readonly clock: () => number;
}

/** A fault that is planted in the store of each server to see the simulation find it. */
export interface Plant {
  /** The fault, as the end of a sentence: a store that … */
  readonly fault: string;
  /** Returns the store with the fault. */
  readonly plant: (store: Store, process: PlantedIn) => Store;
}

/** The faults by their names for `--plant`. */
export const plants: Readonly<Record<string, Plant>> = {
  "answer-before-commit": {
    fault: "answers a view before it commits",
    plant: (store, { life, clockwork }) => ({
      ...store,
      record: async (events) => {
        const found = await store.findDeliveries(events.map(({ deliveryId }) => deliveryId));
        clockwork.after(commitLaterMs, async () => {
          if (life.isAlive()) await store.record(events);
        });
        return found.map((delivery) =>
          delivery === undefined ? { outcome: "unknown" } : { outcome: "recorded", charged: true, delivery },
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
        await chargeAgain(
          store,
          events.filter((_, index) => outcomes[index]?.outcome === "duplicate"),
        );
        return outcomes;
      },
    }),
  },
  "repeated-order": {
    fault: "issues an order that arrives twice a second time",
    plant: (store) => {
      const known = new Set<string>();
      return {
        ...store,
        issue: async (orders) => {
          const outcomes = await store.issue(orders);
          const repeated = orders.filter(({ deliveryId }) => known.has(deliveryId));
          for (const order of repeated) {
            await store.issue([{ ...order, deliveryId: otherId(order.deliveryId, 1) }]);
            await store.record([pressOf(otherId(order.deliveryId, 1))]);
          }
          for (const { deliveryId } of orders) known.add(deliveryId);
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
    plant: (store, { clockwork }) => ({
      ...store,
      issue: async (orders) => {
        const fitting = await fittingNow(store, orders);
        // Another server's order fits in between.
        await new Promise<void>((taken) => void clockwork.after(takenLaterMs, taken));
        for (const id of fitting) await liftBudget(store, id);
        return store.issue(orders);
      },
    }),
  },
  "charged-when-issued": {
    fault: "charges an ad when it is issued",
    plant: (store) => ({
      ...store,
      issue: async (orders) => {
        const outcomes = await store.issue(orders);
        await store.record(orders.map(({ deliveryId }) => pressOf(deliveryId)));
        return outcomes;
      },
    }),
  },
  "own-clock": {
    fault: "takes a view for old enough by the clock of the server",
    plant: (store, { clock, clockwork }) => ({
      ...store,
      record: async (events) => {
        const aheadMs = clock() - Math.floor(clockwork.now());
        // A press is never too early.
        return aheadMs < ownClockMs
          ? store.record(events)
          : store.record(events.map(({ deliveryId }) => pressOf(deliveryId)));
      },
    }),
  },
};

const commitLaterMs = 50;
const takenLaterMs = 20;
const ownClockMs = 1_000;

function pressOf(deliveryId: string): DeliveryEvent {
  return { kind: "press", deliveryId, scene: 0, button: 0 };
}

let copies = 0;

/** Moves the money of each delivery once more, under an id that nobody knows. */
async function chargeAgain(store: Store, events: readonly DeliveryEvent[]): Promise<void> {
  const found = await store.findDeliveries(events.map(({ deliveryId }) => deliveryId));
  for (const delivery of found) {
    if (delivery === undefined) continue;
    copies += 1;
    const deliveryId = otherId(delivery.id, copies);
    await store.issue([{ ...delivery, deliveryId, choices: [delivery] }]);
    await store.record([pressOf(deliveryId)]);
  }
}

type Orders = Parameters<Store["issue"]>[0];

/** The campaigns of the first choices that fit into their budgets now. */
async function fittingNow(store: Store, orders: Orders): Promise<readonly string[]> {
  const { catalog } = await store.readCatalog();
  const ids = orders.flatMap(({ choices }) => choices.slice(0, 1).map(({ campaignId }) => campaignId));
  const spends = await store.readSpend(ids);
  return ids.filter((id, index) => {
    const campaign = catalog.campaigns.find((one) => one.id === id);
    const spend = spends[index];
    if (campaign?.totalBudgetMicros === undefined || spend === undefined) return false;
    return spend.usedMicros + spend.heldMicros + campaign.priceMicros <= campaign.totalBudgetMicros;
  });
}

/** Makes room where a second look would find none. */
async function liftBudget(store: Store, campaignId: string): Promise<void> {
  const { version, catalog } = await store.readCatalog();
  const campaign = catalog.campaigns.find(({ id }) => id === campaignId);
  const [spend] = await store.readSpend([campaignId]);
  if (campaign?.totalBudgetMicros === undefined || spend === undefined) return;
  const needed = spend.usedMicros + spend.heldMicros + campaign.priceMicros;
  if (needed <= campaign.totalBudgetMicros) return;
  const campaigns = [{ ...campaign, totalBudgetMicros: needed }];
  const upserts = { publishers: [], platforms: [], campaigns, creatives: [], topics: [] };
  await store.applyCatalog({ expectedVersion: version, upserts, removals: [] });
}
