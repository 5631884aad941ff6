import { isAmountTooLarge } from "../../../core/storage/amount-too-large.ts";
import { same } from "../assert.ts";
import { adjustment, campaign, choice, click, press, seen } from "../fixtures.ts";
import type { StoreCase } from "../harness.ts";
import { balance, inBalance, recorded, storeCase } from "../world.ts";

const max = Number.MAX_SAFE_INTEGER;

export const amountCases: readonly StoreCase[] = [
  storeCase("a price of 2^53 - 1 is held, given back, held again and charged to the micro", async (world) => {
    await world.campaigns(
      campaign("a", { priceMicros: max, totalBudgetMicros: max, dailyBudgetMicros: max }),
    );
    const wish = [choice("a", max, { publisherMicros: max })];
    await world.issue(wish);
    await balance(world, "a", 0, max);
    same(await world.refuse([choice("a", 1)]), ["budget"], "reasons with nothing left");
    world.clock.advance(3_600_001);
    same(await world.second.releaseExpired(1), 1, "holds released");
    await balance(world, "a", 0, 0);
    const { id } = await world.issue(wish);
    world.clock.advance(1_000);
    const delivery = recorded(await world.record(seen(id)), true);
    same([delivery.priceMicros, delivery.publisherMicros], [max, max], "price and publisher's part");
    await balance(world, "a", max, 0);
    same((await world.spend("a")).dayUsedMicros, max, "spent on the day");
    const audit = await world.second.auditLedger();
    same([audit.advertiserMicros, audit.publisherMicros, audit.operatorMicros], [max, max, 0], "sums");
    await inBalance(world, "a", 1);
  }),

  storeCase(
    "a bot's click of 2^53 - 1 is paid to the micro, and one micro more is not there",
    async (world) => {
      await world.campaigns(campaign("a", { totalBudgetMicros: max }));
      const dear = await world.issue([choice("a", max - 1, { publisherMicros: 1 })], { surface: "bot" });
      const cheap = await world.issue([choice("a", 2, { publisherMicros: 0 })], { surface: "bot" });
      const last = await world.issue([choice("a", 1, { publisherMicros: 0 })], { surface: "bot" });
      recorded(await world.record(click(dear.id)), true);
      recorded(await world.record(click(cheap.id)), false);
      recorded(await world.record(click(last.id)), true);
      await balance(world, "a", max, 0);
      await inBalance(world, "a", 2);
    },
  ),

  storeCase("floors are exact up to 2^53 - 1", async (world) => {
    await world.campaigns(campaign("a", { totalBudgetMicros: max, dailyBudgetMicros: max }));
    const { id } = await world.issue([choice("a", max - 5)]);
    await world.issue([choice("a", 4)]);
    world.clock.advance(1_000);
    recorded(await world.record(seen(id)), true);
    const lower = (micros: number): Promise<unknown> =>
      world.change({
        campaigns: [campaign("a", { totalBudgetMicros: micros, dailyBudgetMicros: micros })],
      });
    same(
      await lower(max - 2),
      {
        outcome: "budget_below_floor",
        floors: [
          { campaignId: "a", field: "totalBudgetMicros", floorMicros: max - 1 },
          { campaignId: "a", field: "dailyBudgetMicros", floorMicros: max - 1 },
        ],
      },
      "answer one micro below the floor",
    );
    same(
      (await world.change({ campaigns: [campaign("a", { totalBudgetMicros: max - 1 })] })).outcome,
      "applied",
      "at the floor",
    );
  }),

  storeCase("a price of nothing needs no budget, and one micro needs one", async (world) => {
    await world.campaigns(campaign("a", { totalBudgetMicros: 0, dailyBudgetMicros: 0 }));
    await world.issue([choice("a", 0)]);
    same(await world.refuse([choice("a", 1)]), ["budget"], "reasons");
    await balance(world, "a", 0, 0);
  }),

  storeCase("sums of the audit beyond 2^53 - 1 are the nearest numbers, or it is refused", async (world) => {
    await world.campaigns(campaign("a", { totalBudgetMicros: max }));
    const price = 2 ** 52 + 1;
    for (const restored of [price, undefined]) {
      const { id } = await world.issue([choice("a", price, { publisherMicros: 0 })]);
      recorded(await world.record(press(id)), true);
      if (restored === undefined) continue;
      await world.second.adjustCharges([adjustment("made good", id, restored, { restoresBudget: true })]);
      world.clock.advance(86_400_000);
    }
    const line = await world.ledger("a").catch((error: unknown) => {
      if (isAmountTooLarge(error)) return undefined;
      throw error;
    });
    if (line === undefined) return;
    const { usedMicros, spentMicros, chargedMicros, restoredMicros, daysOutOfBalance } = line;
    same([usedMicros, spentMicros, restoredMicros, daysOutOfBalance], [price, price, price, []], "account");
    same(chargedMicros, 2 * price, "charged");
  }),
];
