import type { Campaign } from "../../../core/catalog/entities.ts";
import type { IssueChoice, IssueOrder, IssueOutcome } from "../../../core/storage/delivery.ts";
import type { Store } from "../../../core/storage/store.ts";
import { type BrokenStore, brokenStore, createLocks, hanging, otherId, roundTrip } from "./broken-store.ts";

export const brokenAtIssue: readonly BrokenStore[] = [
  brokenStore(
    "checks the total budget in one transaction and takes it in another",
    "64 racers share the last units of a total budget without overspending",
    checkThenAct,
  ),
  brokenStore(
    "checks the daily budget in one transaction and takes it in another",
    "64 racers share the last unit of a daily budget without overspending",
    checkThenAct,
  ),
  brokenStore(
    "checks the limits of a whole batch before it takes the lock",
    "each order of a batch sees the holds of the ones before it",
    checkThenAct,
  ),
  brokenStore(
    "checks the frequency cap outside the lock",
    "of 64 racers for a user's last impression one wins",
    (inner) => {
      const reached = new Set<string>();
      const keyOf = (order: IssueOrder, id: string): string => JSON.stringify([order.userKey, id]);
      return {
        ...storedWithout(inner, ({ frequencyCap: _, ...rest }) => rest),
        issue: async (orders) => {
          const allowed = orders.map((order) => ({
            ...order,
            choices: order.choices.filter(({ campaignId }) => !reached.has(keyOf(order, campaignId))),
          }));
          await roundTrip();
          for (const order of allowed) reached.add(keyOf(order, order.choices[0]?.campaignId ?? ""));
          return inner.issue(allowed);
        },
      };
    },
  ),
  hanging(
    brokenStore(
      "locks campaigns in the order in which they are asked for",
      "concurrent batches in opposite campaign order all finish and lose nothing",
      (inner) => {
        const lock = createLocks();
        return {
          issue: async (orders) => {
            const unlocks: (() => void)[] = [];
            const ids = new Set(orders.flatMap(({ choices }) => choices.map(({ campaignId }) => campaignId)));
            for (const id of ids) unlocks.push(await lock(id));
            const outcomes = await inner.issue(orders);
            for (const unlock of unlocks) unlock();
            return outcomes;
          },
        };
      },
    ),
  ),
  brokenStore(
    "gives up when the first choice is refused",
    "issue falls back on the next choice when a limit refuses the one before",
    (inner) => ({
      issue: (orders) =>
        inner.issue(orders.map((order) => ({ ...order, choices: order.choices.slice(0, 1) }))),
    }),
  ),
  brokenStore(
    "lets the losers of a race for a budget go without an ad",
    "racers that lose a budget fall back on their next choice",
    (inner) => ({
      issue: async (orders) => {
        const [spend] = await inner.readSpend(["a"]);
        const open = spend !== undefined && spend.heldMicros < 1_000;
        await roundTrip();
        return inner.issue(
          orders.map((order) => ({ ...order, choices: order.choices.slice(0, open ? 1 : 2) })),
        );
      },
    }),
  ),
  brokenStore("leaves a hold behind when it refuses", "a refused order changes nothing", (inner) => ({
    issue: async (orders) => {
      const outcomes = await inner.issue(orders);
      for (const [index, order] of orders.entries()) {
        if (outcomes[index]?.outcome !== "refused") continue;
        const choices = order.choices.map((choice) => ({ ...choice, priceMicros: 1 }));
        await inner.issue([{ ...order, deliveryId: otherId(order.deliveryId, index), choices }]);
      }
      return outcomes;
    },
  })),
  brokenStore(
    "issues a repeated order a second time",
    "a repeated order gets the outcome of the first and holds nothing more",
    issueAgain,
  ),
  brokenStore(
    "issues racing repeats of one order a second time",
    "64 repeats of one order at once issue it once",
    issueAgain,
  ),
  brokenStore(
    "walks a batch from its end",
    "each order of a batch sees the holds of the ones before it",
    (inner) => ({ issue: async (orders) => [...(await inner.issue([...orders].reverse()))].reverse() }),
  ),
  brokenStore(
    "keeps amounts as floating point of single precision",
    "amounts up to 2^53 - 1 are exact",
    (inner) => ({ issue: (orders) => inner.issue(mapChoices(orders, rounded)) }),
  ),
  brokenStore(
    "issues from paused campaigns",
    "a paused campaign is refused and an activated one issued at once",
    (inner) => storedWithout(inner, (campaign) => ({ ...campaign, status: "active" })),
  ),
  brokenStore(
    "believes the budget that the caller knew first",
    "a raised budget gives room at once",
    (inner) => {
      const first = new Map<string, Campaign>();
      return storedWithout(inner, (campaign) => {
        const known = first.get(campaign.id) ?? campaign;
        first.set(campaign.id, known);
        return known;
      });
    },
  ),
];

/** The budgets live outside the store underneath, so that nothing but a look at the spend guards them. */
function checkThenAct(inner: Store): Partial<Store> {
  const limits = new Map<string, Campaign>();
  const fits = async ({ campaignId, priceMicros }: IssueChoice): Promise<boolean> => {
    const [spend] = await inner.readSpend([campaignId]);
    const limit = limits.get(campaignId);
    if (spend === undefined || limit === undefined) return false;
    const free = (limit.totalBudgetMicros ?? Infinity) - spend.usedMicros - spend.heldMicros;
    const freeToday = (limit.dailyBudgetMicros ?? Infinity) - spend.dayUsedMicros - spend.dayHeldMicros;
    return priceMicros <= free && priceMicros <= freeToday;
  };
  return {
    ...storedWithout(inner, (campaign) => {
      limits.set(campaign.id, campaign);
      const { totalBudgetMicros: _, dailyBudgetMicros: __, ...rest } = campaign;
      return rest;
    }),
    issue: async (orders) => {
      const allowed: IssueOrder[] = [];
      for (const order of orders) {
        const choices: IssueChoice[] = [];
        for (const choice of order.choices) if (await fits(choice)) choices.push(choice);
        allowed.push({ ...order, choices });
      }
      await roundTrip();
      return inner.issue(allowed);
    },
  };
}

/** Has no unique key on a delivery's id: a repeat is issued under an id of its own. */
export function issueAgain(inner: Store): Partial<Store> {
  const known = new Set<string>();
  let repeats = 0;
  const again = async (order: IssueOrder): Promise<IssueOutcome> => {
    repeats += 1;
    const [outcome] = await inner.issue([{ ...order, deliveryId: otherId(order.deliveryId, repeats) }]);
    if (outcome === undefined || outcome.outcome === "refused")
      return { outcome: "refused", reasons: ["budget"] };
    return { outcome: "issued", delivery: { ...outcome.delivery, id: order.deliveryId } };
  };
  return {
    issue: async (orders) => {
      if (orders.some(({ deliveryId }) => known.has(deliveryId))) return Promise.all(orders.map(again));
      for (const { deliveryId } of orders) known.add(deliveryId);
      return inner.issue(orders);
    },
  };
}

/** Stores campaigns otherwise than they were given. */
export function storedWithout(inner: Store, change: (campaign: Campaign) => Campaign): Partial<Store> {
  return {
    applyCatalog: (wanted) =>
      inner.applyCatalog({
        ...wanted,
        upserts: { ...wanted.upserts, campaigns: wanted.upserts.campaigns.map(change) },
      }),
  };
}

export function mapChoices(
  orders: readonly IssueOrder[],
  map: (choice: IssueChoice) => IssueChoice,
): readonly IssueOrder[] {
  return orders.map((order) => ({ ...order, choices: order.choices.map(map) }));
}

function rounded(choice: IssueChoice): IssueChoice {
  return { ...choice, priceMicros: Math.fround(choice.priceMicros) };
}
