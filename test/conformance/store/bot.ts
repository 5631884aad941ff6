import { at, same } from "../assert.ts";
import { campaign, choice, click, order, press, seen } from "../fixtures.ts";
import type { StoreCase } from "../harness.ts";
import { balance, inBalance, issued, judged, race, recorded, storeCase } from "../world.ts";

const bot = { surface: "bot" } as const;

export const botCases: readonly StoreCase[] = [
  storeCase("a bot delivery holds nothing", async (world) => {
    await world.campaigns(campaign("a", { totalBudgetMicros: 100 }));
    for (let n = 0; n < 5; n += 1) await world.issue(["a"], bot);
    await balance(world, "a", 0, 0);
    await inBalance(world, "a", 0);
  }),

  storeCase("a bot delivery is refused when the free budget is below its price", async (world) => {
    await world.campaigns(
      campaign("a", { totalBudgetMicros: 150 }),
      campaign("b", { dailyBudgetMicros: 150 }),
    );
    await world.issue(["a"]);
    await world.issue(["b"]);
    same(await world.refuse(["a", "b"], bot), ["budget", "daily_budget"], "reasons");
    await world.issue([choice("a", 50)], bot);
  }),

  storeCase("a bot delivery's click pays from the free budget", async (world) => {
    await world.campaigns(campaign("a", { totalBudgetMicros: 100, dailyBudgetMicros: 100 }));
    const { id } = await world.issue(["a"], bot);
    const now = world.clock.now();
    const delivery = recorded(await world.record(click(id)), true);
    same([delivery.seenAt, delivery.clickedAt, delivery.chargedAt], [now, now, now], "times");
    judged(await world.record(click(id), world.second), "duplicate");
    await balance(world, "a", 100, 0);
    await inBalance(world, "a", 1);
  }),

  storeCase(
    "a bot delivery's view and press are recorded without a charge, and its click charges",
    async (world) => {
      await world.campaigns(campaign("a"));
      const { id } = await world.issue(["a"], bot);
      world.clock.advance(1_000);
      recorded(await world.record(seen(id)), false);
      recorded(await world.record(press(id)), false);
      await balance(world, "a", 0, 0);
      recorded(await world.record(click(id)), true);
      await balance(world, "a", 100, 0);
      await inBalance(world, "a", 1);
    },
  ),

  storeCase("a bot click beyond the budget is recorded, unpaid for ever", async (world) => {
    await world.campaigns(campaign("a", { totalBudgetMicros: 150 }));
    const message = await world.issue(["a"], bot);
    const page = await world.issue(["a"]);
    const delivery = recorded(await world.record(click(message.id)), false);
    same([delivery.clickedAt, delivery.chargedAt], [world.clock.now(), undefined], "clicked and charged at");
    await balance(world, "a", 0, 100);
    await world.campaigns(campaign("a", { totalBudgetMicros: 10_000 }));
    judged(await world.record(click(message.id)), "duplicate");
    world.clock.advance(1_000);
    recorded(await world.record(seen(message.id)), false);
    recorded(await world.record(press(message.id)), false);
    recorded(await world.record(seen(page.id)), true);
    await balance(world, "a", 100, 0);
    await inBalance(world, "a", 1);
  }),

  storeCase("64 bot clicks share the free budget without overspending", async (world) => {
    await world.campaigns(campaign("a", { totalBudgetMicros: 1_000, dailyBudgetMicros: 700 }));
    const ids = world.newIds(64);
    const outcomes = await world.first.issue(ids.map((id) => order(id, ["a"], bot)));
    for (const outcome of outcomes) issued(outcome);
    const clicks = (await race(world, 64, (store, index) => store.record([click(at(ids, index))]))).flat();
    same(clicks.filter(({ outcome }) => outcome === "recorded").length, 64, "clicks recorded");
    same(clicks.filter((o) => o.outcome === "recorded" && o.charged).length, 7, "clicks that charged");
    await balance(world, "a", 700, 0);
    await inBalance(world, "a", 7);
  }),

  storeCase("bot clicks of one batch pay in order while the budget lasts", async (world) => {
    await world.campaigns(campaign("a", { totalBudgetMicros: 200 }));
    const ids = world.newIds(4);
    await world.first.issue(ids.map((id) => order(id, ["a"], bot)));
    const outcomes = await world.first.record(ids.map(click));
    same(
      outcomes.map((outcome) => outcome.outcome === "recorded" && outcome.charged),
      [true, true, false, false],
      "charged",
    );
    await balance(world, "a", 200, 0);
  }),

  storeCase("a bot click past midnight pays from the day of its issue", async (world) => {
    world.clock.set(Date.UTC(2026, 2, 5) - 1_000);
    await world.campaigns(campaign("a", { dailyBudgetMicros: 100 }));
    const [one, two] = [await world.issue(["a"], bot), await world.issue(["a"], bot)];
    world.clock.advance(2_000);
    recorded(await world.record(click(one.id)), true);
    recorded(await world.record(click(two.id)), false);
    const spend = await world.spend("a");
    same([spend.usedMicros, spend.dayUsedMicros], [100, 0], "spent in total and on the new day");
    await world.issue(["a"]);
    await inBalance(world, "a", 1);
  }),

  storeCase("a removed campaign's last budget still bounds its bot clicks", async (world) => {
    await world.campaigns(campaign("a", { totalBudgetMicros: 100 }));
    const [one, two] = [await world.issue(["a"], bot), await world.issue(["a"], bot)];
    await world.change({}, [{ kind: "campaign", id: "a" }]);
    recorded(await world.record(click(one.id)), true);
    recorded(await world.record(click(two.id)), false);
    same((await world.ledger("a")).usedMicros, 100, "spent");
  }),

  storeCase("an expired bot delivery has nothing to release", async (world) => {
    await world.campaigns(campaign("a"));
    await world.issue(["a"], bot);
    world.clock.advance(3_600_001);
    same(await world.first.releaseExpired(512), 0, "holds released");
    await balance(world, "a", 0, 0);
  }),
];
