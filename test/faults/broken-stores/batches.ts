import type { IssueOrder, IssueOutcome, RecordOutcome } from "../../../core/storage/delivery.ts";
import type { Store } from "../../../core/storage/store.ts";
import { type BrokenStore, brokenStore, createLocks, hanging } from "./broken-store.ts";
import { claimCharge, mapOutcomes } from "./record.ts";

export const brokenBatches: readonly BrokenStore[] = [
  brokenStore(
    "gives every order its first choice before any its second",
    "the last unit of a budget goes to the first order of a batch that comes to it",
    (inner) => ({ issue: (orders) => rankByRank(inner, orders) }),
  ),
  brokenStore(
    "takes a campaign for spent once it refused an order of the batch",
    "an order too dear for the rest of a budget leaves it to a cheaper one behind it",
    (inner) => ({
      issue: async (orders) => {
        const spent = new Set<string>();
        const outcomes: IssueOutcome[] = [];
        for (const order of orders) {
          const choices = order.choices.filter(({ campaignId }) => !spent.has(campaignId));
          const [outcome] = await inner.issue([{ ...order, choices }]);
          if (outcome === undefined) continue;
          for (const { campaignId } of choices) {
            if (outcome.outcome === "issued" && outcome.delivery.campaignId === campaignId) break;
            spent.add(campaignId);
          }
          outcomes.push(outcome);
        }
        return outcomes;
      },
    }),
  ),
  brokenStore(
    "counts impressions only when a batch is over",
    "each order of a batch sees how often the ones before it reached the user",
    (inner) => ({
      issue: (orders) =>
        inner.issue(orders.map((order, n) => ({ ...order, userKey: `${order.userKey} ${n}` }))),
    }),
  ),
  brokenStore(
    "takes the last choice for the best",
    "issue takes the first choice when its limits hold",
    (inner) => ({
      issue: (orders) =>
        inner.issue(orders.map((order) => ({ ...order, choices: [...order.choices].reverse() }))),
    }),
  ),
  brokenStore("tries no more than seven choices", "issue tries all eight choices of an order", (inner) => ({
    issue: (orders) => inner.issue(orders.map((order) => ({ ...order, choices: order.choices.slice(0, 7) }))),
  })),
  brokenStore("leaves out what it does not know", "512 answers keep the places of unknown ids", (inner) => ({
    readSpend: async (ids) => (await inner.readSpend(ids)).filter((spend) => spend !== undefined),
  })),
  brokenStore(
    "reads everything when it is asked for nothing",
    "an empty batch is answered with nothing",
    (inner) => ({
      issue: async (orders) =>
        orders.length > 0 ? inner.issue(orders) : [{ outcome: "refused", reasons: [] }],
    }),
  ),
  brokenStore("answers a single id twice", "a batch of one is answered with one", (inner) => ({
    findDeliveries: async (ids) => {
      const found = await inner.findDeliveries(ids);
      return found.length === 1 ? [...found, ...found] : found;
    },
  })),
  brokenStore(
    "folds the events of a delivery into one",
    "a batch of 512 holds four events of each of 128 deliveries, and each charges once",
    (inner) => ({
      record: async (events) => {
        const one = new Map(events.map((event) => [event.deliveryId, event]));
        const outcomes = await inner.record([...one.values()]);
        const byId = new Map([...one.keys()].map((id, index) => [id, outcomes[index]]));
        return events.map(({ deliveryId }) => byId.get(deliveryId) ?? { outcome: "unknown" });
      },
    }),
  ),
  brokenStore(
    "answers every event with the state after the whole batch",
    "an event of a batch is answered with the state that the ones before it left",
    (inner) => ({
      record: async (events) => {
        const outcomes = await inner.record(events);
        const after = await inner.findDeliveries(events.map(({ deliveryId }) => deliveryId));
        return outcomes.map((outcome, index): RecordOutcome => {
          const delivery = after[index];
          return delivery === undefined || outcome.outcome === "unknown" ? outcome : { ...outcome, delivery };
        });
      },
    }),
  ),
  brokenStore(
    "charges a message at its first event",
    "view, press and click of a message in one batch charge at the click",
    (inner) =>
      mapOutcomes(inner, (outcome, { kind }) =>
        kind === "seen" && outcome.outcome === "recorded" && outcome.delivery.surface === "bot"
          ? claimCharge(outcome)
          : outcome,
      ),
  ),
  brokenStore(
    "judges a whole batch by its first event",
    "a batch mixes every judgement and each leaves the others alone",
    (inner) => ({
      record: async (events) => {
        const [outcome] = await inner.record(events.slice(0, 1));
        if (outcome === undefined || outcome.outcome === "recorded") {
          return [...(outcome ? [outcome] : []), ...(await inner.record(events.slice(1)))];
        }
        return events.map(() => outcome);
      },
    }),
  ),
  brokenStore(
    "releases no more than 256 expired holds before it refuses",
    "more expired holds than a batch has items never refuse an order",
    (inner, clock, skew) => {
      const opened = clock.now();
      return {
        issue: async (orders) => {
          await inner.releaseExpired(256);
          return skew.while(opened - clock.now(), () => inner.issue(orders));
        },
      };
    },
  ),
  hanging(
    brokenStore(
      "locks deliveries in the order of the batch",
      "64 batches of events in opposite delivery order all finish and charge once",
      (inner) => {
        const lock = createLocks();
        return {
          record: async (events) => {
            const unlocks: (() => void)[] = [];
            for (const id of new Set(events.map(({ deliveryId }) => deliveryId)))
              unlocks.push(await lock(id));
            const outcomes = await inner.record(events);
            for (const unlock of unlocks) unlock();
            return outcomes;
          },
        };
      },
    ),
  ),
];

async function rankByRank(inner: Store, orders: readonly IssueOrder[]): Promise<readonly IssueOutcome[]> {
  const outcomes: (IssueOutcome | undefined)[] = orders.map(() => undefined);
  for (let rank = 0; rank < 8; rank += 1) {
    for (const [index, order] of orders.entries()) {
      const choice = order.choices[rank];
      if (choice === undefined || outcomes[index]?.outcome === "issued") continue;
      const [outcome] = await inner.issue([{ ...order, choices: [choice] }]);
      const before = outcomes[index];
      outcomes[index] =
        outcome?.outcome === "refused" && before?.outcome === "refused"
          ? { outcome: "refused", reasons: [...before.reasons, ...outcome.reasons] }
          : outcome;
    }
  }
  return outcomes.map((outcome) => outcome ?? { outcome: "refused", reasons: [] });
}
