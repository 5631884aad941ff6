import { at, same } from "../assert.ts";
import { campaign, choice, order } from "../fixtures.ts";
import type { StoreCase } from "../harness.ts";
import { balance, inBalance, storeCase, type World } from "../world.ts";

/** Issues one batch; for each order the campaign that it got, or why it got none. */
async function allocate(
  world: World,
  wishes: readonly (readonly (string | ReturnType<typeof choice>)[])[],
  userKeys: readonly string[] = [],
): Promise<readonly unknown[]> {
  const orders = wishes.map((choices, index) =>
    order(world.newId(), choices, { userKey: userKeys[index] ?? "user-1" }),
  );
  const outcomes = await world.second.issue(orders);
  return outcomes.map((outcome) =>
    outcome.outcome === "issued" ? outcome.delivery.campaignId : outcome.reasons,
  );
}

export const competitionCases: readonly StoreCase[] = [
  storeCase(
    "the last unit of a budget goes to the first order of a batch that comes to it",
    async (world) => {
      await world.campaigns(
        campaign("a", { totalBudgetMicros: 100 }),
        campaign("b", { totalBudgetMicros: 100 }),
        campaign("c", { dailyBudgetMicros: 200 }),
      );
      const wishes = [
        ["a", "b"],
        ["a", "b"],
        ["b", "c"],
        ["c", "a"],
        ["a", "b", "c"],
      ];
      same(
        await allocate(world, wishes),
        // The second order takes b as its second choice before the third asks for b as its first.
        ["a", "b", "c", "c", ["budget", "budget", "daily_budget"]],
        "campaigns in order",
      );
      await balance(world, "a", 0, 100);
      await balance(world, "b", 0, 100);
      await balance(world, "c", 0, 200);
      for (const id of ["a", "b", "c"]) await inBalance(world, id, 0);
    },
  ),

  storeCase(
    "an order too dear for the rest of a budget leaves it to a cheaper one behind it",
    async (world) => {
      await world.campaigns(campaign("a", { totalBudgetMicros: 250 }), campaign("b"));
      const wishes = [
        [choice("a", 200), choice("b", 10)],
        [choice("a", 60), choice("b", 10)],
        [choice("a", 50), choice("b", 10)],
        [choice("a", 1), choice("b", 10)],
      ];
      same(await allocate(world, wishes), ["a", "b", "a", "b"], "campaigns in order");
      await balance(world, "a", 0, 250);
      await balance(world, "b", 0, 20);
    },
  ),

  storeCase("a user's last impression goes to the first order of a batch that comes to it", async (world) => {
    const cap = { impressions: 1, window: "day" } as const;
    await world.campaigns(
      campaign("a", { frequencyCap: cap }),
      campaign("b", { frequencyCap: { impressions: 1, window: 60_000 } }),
    );
    const wishes = [
      ["b", "a"],
      ["b", "a"],
      ["a", "b"],
      ["a", "b"],
      ["b", "a"],
    ];
    same(
      await allocate(world, wishes, ["u", "u", "u", "v", "v"]),
      ["b", "a", ["frequency_cap", "frequency_cap"], "a", "b"],
      "campaigns in order",
    );
  }),

  storeCase(
    "a campaign that is dear and capped and nearly spent is judged by all of it at once",
    async (world) => {
      await world.campaigns(
        campaign("a", {
          totalBudgetMicros: 300,
          dailyBudgetMicros: 200,
          frequencyCap: { impressions: 1, window: "day" },
        }),
      );
      const wishes = Array(5).fill(["a"]);
      same(
        await allocate(world, wishes, ["u", "u", "v", "v", "w"]),
        ["a", ["frequency_cap"], "a", ["daily_budget"], ["daily_budget"]],
        "outcomes in order",
      );
      world.clock.advance(24 * 3_600_000 - 3_600_000);
      await balance(world, "a", 0, 200);
      same(
        await allocate(world, [["a"], ["a"], ["a"], ["a"]], ["u", "u", "v", "w"]),
        ["a", ["frequency_cap"], "a", ["daily_budget"]],
        "outcomes on the next day, with the holds expired",
      );
      await balance(world, "a", 0, 200);
    },
  ),

  storeCase("512 orders of one batch compete for twenty units in the order of the array", async (world) => {
    await world.campaigns(
      campaign("a", { totalBudgetMicros: 1_000 }),
      campaign("b", { dailyBudgetMicros: 1_000 }),
    );
    const wishes = Array.from({ length: 512 }, (_, n) => (n % 2 === 0 ? ["a", "b"] : ["b", "a"]));
    const got = await allocate(world, wishes);
    same(
      got.slice(0, 20),
      wishes.slice(0, 20).map((wish) => at(wish, 0)),
      "the first twenty",
    );
    same(got.slice(20).filter((outcome) => typeof outcome === "string").length, 0, "issued past the budgets");
    await balance(world, "a", 0, 1_000);
    await balance(world, "b", 0, 1_000);
  }),
];
