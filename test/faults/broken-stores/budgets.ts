import type { Campaign } from "../../../core/catalog/entities.ts";
import type { BudgetFloor } from "../../../core/storage/catalog-change.ts";
import type { IssueOutcome } from "../../../core/storage/delivery.ts";
import type { Store } from "../../../core/storage/store.ts";
import { type BrokenStore, brokenStore } from "./broken-store.ts";
import { mapChoices, storedWithout } from "./issue.ts";
import { mapOutcomes } from "./record.ts";

export const brokenBudgets: readonly BrokenStore[] = [
  brokenStore(
    "does not charge once the budget in force is used up",
    "a budget lowered to the held amount still pays every open delivery",
    (inner) => ({
      record: async (events) => {
        const { catalog } = await inner.readCatalog();
        const outcomes = await inner.record(events);
        const spends = await inner.readSpend(catalog.campaigns.map(({ id }) => id));
        const full = new Set(
          catalog.campaigns
            .filter(({ totalBudgetMicros }, n) => {
              const spend = spends[n];
              return spend !== undefined && spend.usedMicros + spend.heldMicros === totalBudgetMicros;
            })
            .map(({ id }) => id),
        );
        return outcomes.map((outcome) =>
          outcome.outcome === "recorded" && full.has(outcome.delivery.campaignId)
            ? { ...outcome, charged: false }
            : outcome,
        );
      },
    }),
  ),
  brokenStore(
    "keeps the largest budget that a campaign ever had",
    "a lowered budget does not pay a bot's click that the old one would have paid",
    (inner) => {
      const largest = new Map<string, number>();
      return storedWithout(inner, (campaign) => {
        const total = Math.max(campaign.totalBudgetMicros ?? 0, largest.get(campaign.id) ?? 0);
        largest.set(campaign.id, total);
        return { ...campaign, totalBudgetMicros: total };
      });
    },
  ),
  brokenStore(
    "counts a daily budget from the hour in which it is set",
    "a daily budget that is set at noon counts the morning",
    (inner) => ({
      applyCatalog: async (change) => {
        const { campaigns } = change.upserts;
        const spends = await inner.readSpend(campaigns.map(({ id }) => id));
        const later = campaigns.map((campaign, n): Campaign => {
          const used = (spends[n]?.dayUsedMicros ?? 0) + (spends[n]?.dayHeldMicros ?? 0);
          const daily = campaign.dailyBudgetMicros;
          return daily === undefined ? campaign : { ...campaign, dailyBudgetMicros: daily + used };
        });
        return inner.applyCatalog({ ...change, upserts: { ...change.upserts, campaigns: later } });
      },
    }),
  ),
  brokenStore(
    "counts every open delivery toward the daily budget of today",
    "yesterday's open deliveries do not bound today's daily budget",
    (inner) => ({
      applyCatalog: (change) =>
        withFloors(inner, change, async ({ id, dailyBudgetMicros }) => {
          const [spend] = await inner.readSpend([id]);
          const floorMicros = spend?.heldMicros ?? 0;
          return dailyBudgetMicros !== undefined && dailyBudgetMicros < floorMicros
            ? [{ campaignId: id, field: "dailyBudgetMicros", floorMicros }]
            : [];
        }),
    }),
  ),
  brokenStore(
    "never takes a budget that is below what it once held",
    "a budget that could not be lowered can be once its holds have expired",
    (inner) => {
      const once = new Map<string, number>();
      return {
        applyCatalog: (change) =>
          withFloors(inner, change, async ({ id, totalBudgetMicros }) => {
            const [spend] = await inner.readSpend([id]);
            const floorMicros = Math.max(spend?.heldMicros ?? 0, once.get(id) ?? 0);
            once.set(id, floorMicros);
            return totalBudgetMicros !== undefined && totalBudgetMicros < floorMicros
              ? [{ campaignId: id, field: "totalBudgetMicros", floorMicros }]
              : [];
          }),
      };
    },
  ),
  brokenStore(
    "refuses to pause a campaign that has spent",
    "pausing is possible whatever was spent",
    (inner) => ({
      applyCatalog: (change) =>
        withFloors(inner, change, async ({ id, status }) => {
          const [spend] = await inner.readSpend([id]);
          const floorMicros = (spend?.usedMicros ?? 0) + 1;
          return status === "paused" && floorMicros > 1
            ? [{ campaignId: id, field: "totalBudgetMicros", floorMicros }]
            : [];
        }),
    }),
  ),
  brokenStore(
    "moves open holds along when a campaign moves to another zone",
    "a campaign that moves to another zone keeps its open holds on the day of their issue",
    (inner) => ({
      readSpend: async (ids) =>
        (await inner.readSpend(ids)).map((spend) => spend && { ...spend, dayHeldMicros: spend.heldMicros }),
    }),
  ),
  brokenStore("rounds the floors that it names", "floors are exact up to 2^53 - 1", (inner) => ({
    applyCatalog: async (change) => {
      const outcome = await inner.applyCatalog(change);
      if (outcome.outcome !== "budget_below_floor") return outcome;
      const floors = outcome.floors.map((floor) => ({
        ...floor,
        floorMicros: Math.fround(floor.floorMicros),
      }));
      return { ...outcome, floors };
    },
  })),
  brokenStore(
    "keeps no amount above 2^53 - 3",
    "a price of 2^53 - 1 is held, given back, held again and charged to the micro",
    (inner) => ({
      issue: (orders) =>
        inner.issue(
          mapChoices(orders, (choice) => ({
            ...choice,
            priceMicros: Math.min(choice.priceMicros, Number.MAX_SAFE_INTEGER - 2),
          })),
        ),
    }),
  ),
  brokenStore(
    "ends its sums of the audit at 2^53 - 1",
    "sums of the audit beyond 2^53 - 1 are the nearest numbers, or it is refused",
    (inner) => ({
      auditLedger: async () => {
        const audit = await inner.auditLedger();
        const campaigns = audit.campaigns.map((line) => ({
          ...line,
          chargedMicros: Math.min(line.chargedMicros, Number.MAX_SAFE_INTEGER),
        }));
        return { ...audit, campaigns };
      },
    }),
  ),
  brokenStore("holds the price of a message", "a bot delivery holds nothing", (inner) => ({
    issue: async (orders) => {
      const outcomes = await inner.issue(orders.map((order) => ({ ...order, surface: "web" })));
      return outcomes.map(
        (outcome): IssueOutcome =>
          outcome.outcome === "issued"
            ? { ...outcome, delivery: { ...outcome.delivery, surface: "bot" } }
            : outcome,
      );
    },
  })),
  brokenStore(
    "issues messages that nothing is left to pay for",
    "a bot delivery is refused when the free budget is below its price",
    (inner) => ({
      issue: (orders) =>
        inner.issue(
          orders.map((order) =>
            order.surface === "web"
              ? order
              : { ...order, choices: order.choices.map((choice) => ({ ...choice, priceMicros: 0 })) },
          ),
        ),
    }),
  ),
  brokenStore(
    "counts expired messages among the released",
    "an expired bot delivery has nothing to release",
    (inner) => {
      let messages = 0;
      return {
        issue: (orders) => {
          messages += orders.filter(({ surface }) => surface === "bot").length;
          return inner.issue(orders);
        },
        releaseExpired: async (limit) => messages + (await inner.releaseExpired(limit)),
      };
    },
  ),
  brokenStore(
    "does not charge for a paused campaign",
    "open deliveries of a paused campaign are charged",
    (inner) => ({
      record: async (events) => {
        const { catalog } = await inner.readCatalog();
        const paused = new Set(catalog.campaigns.filter((c) => c.status === "paused").map(({ id }) => id));
        const outcomes = await inner.record(events);
        return outcomes.map((outcome) =>
          outcome.outcome === "recorded" && paused.has(outcome.delivery.campaignId)
            ? { ...outcome, charged: false }
            : outcome,
        );
      },
    }),
  ),
  brokenStore(
    "keeps what a paused campaign holds",
    "holds of paused and removed campaigns are given back",
    (inner) => ({
      releaseExpired: async (limit) => {
        const { catalog } = await inner.readCatalog();
        const paused = catalog.campaigns.some(({ status }) => status === "paused");
        return paused ? 0 : inner.releaseExpired(limit);
      },
    }),
  ),
  brokenStore(
    "says that a charge was another's",
    "a bot delivery's click pays from the free budget",
    (inner) =>
      mapOutcomes(inner, (outcome, { kind }) =>
        kind === "click" && outcome.outcome === "recorded" ? { ...outcome, charged: false } : outcome,
      ),
  ),
];

/** Refuses for the floors that `find` names, and else applies. */
async function withFloors(
  inner: Store,
  change: Parameters<Store["applyCatalog"]>[0],
  find: (campaign: Campaign) => Promise<readonly BudgetFloor[]>,
): ReturnType<Store["applyCatalog"]> {
  const floors = (await Promise.all(change.upserts.campaigns.map(find))).flat();
  return floors.length > 0 ? { outcome: "budget_below_floor", floors } : inner.applyCatalog(change);
}
