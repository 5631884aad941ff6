import { at, check, same } from "../assert.ts";
import { campaign, click, order, press, seen } from "../fixtures.ts";
import type { StoreCase } from "../harness.ts";
import { balance, inBalance, judged, race, recorded, storeCase } from "../world.ts";

export const releaseCases: readonly StoreCase[] = [
  storeCase("holds of expired unseen deliveries are given back", async (world) => {
    await world.campaigns(campaign("a", { totalBudgetMicros: 200 }));
    await world.issue(["a"]);
    await world.issue(["a"]);
    world.clock.advance(3_600_001);
    same(await world.second.releaseExpired(512), 2, "holds released");
    await balance(world, "a", 0, 0);
    same(await world.first.releaseExpired(512), 0, "holds released again");
    await inBalance(world, "a", 0);
  }),

  storeCase("nothing is given back at 3,600,000 ms", async (world) => {
    await world.campaigns(campaign("a"));
    await world.issue(["a"]);
    world.clock.advance(3_600_000);
    same(await world.first.releaseExpired(512), 0, "holds released");
    await balance(world, "a", 0, 100);
    world.clock.advance(1);
    same(await world.first.releaseExpired(512), 1, "holds released one millisecond later");
  }),

  storeCase("holds of seen, pressed or clicked deliveries are not given back", async (world) => {
    await world.campaigns(campaign("a"));
    for (const event of [seen, press, click]) {
      const { id } = await world.issue(["a"]);
      world.clock.advance(1_000);
      recorded(await world.record(event(id)), true);
    }
    world.clock.advance(3_600_001);
    same(await world.first.releaseExpired(512), 0, "holds released");
    await balance(world, "a", 300, 0);
    await inBalance(world, "a", 3);
  }),

  storeCase("racing releasers give each hold back once", async (world) => {
    await world.campaigns(campaign("a"), campaign("b"));
    await world.first.issue(world.newIds(40).map((id, index) => order(id, [index % 2 === 0 ? "a" : "b"])));
    world.clock.advance(3_600_001);
    const released = await race(world, 64, (store) => store.releaseExpired(8));
    same(
      released.reduce((sum, n) => sum + n, 0),
      40,
      "holds released by all together",
    );
    await balance(world, "a", 0, 0);
    await balance(world, "b", 0, 0);
    await inBalance(world, "a", 0);
  }),

  storeCase("a release gives back no more than its limit, oldest first", async (world) => {
    await world.campaigns(campaign("a"), campaign("b"), campaign("c"));
    for (const id of ["c", "a", "b"]) {
      await world.issue([id]);
      await world.issue([id]);
      world.clock.advance(10);
    }
    world.clock.advance(3_600_001);
    const held = async (): Promise<readonly number[]> => {
      const spends = await world.second.readSpend(["c", "a", "b"]);
      return spends.map((spend) => spend?.heldMicros ?? -1);
    };
    same(await world.first.releaseExpired(0), 0, "holds released with a limit of 0");
    same(await world.first.releaseExpired(2), 2, "holds released");
    same(await held(), [0, 200, 200], "held after the first");
    same(await world.first.releaseExpired(3), 3, "holds released");
    same(await held(), [0, 0, 100], "held after the second");
    same(await world.first.releaseExpired(3), 1, "holds released");
    same(await held(), [0, 0, 0], "held after the third");
  }),

  storeCase("an expired hold never refuses an order", async (world) => {
    await world.campaigns(campaign("a", { totalBudgetMicros: 300, dailyBudgetMicros: 300 }));
    for (let n = 0; n < 3; n += 1) await world.issue(["a"]);
    world.clock.advance(3_600_000);
    await world.refuse(["a"]);
    world.clock.advance(1);
    for (let n = 0; n < 3; n += 1) await world.issue(["a"]);
    await world.refuse(["a"]);
    await balance(world, "a", 0, 300);
    await inBalance(world, "a", 0);
  }),

  storeCase("racing orders and releases give expired holds back once", async (world) => {
    await world.campaigns(campaign("a", { totalBudgetMicros: 1_000 }));
    await world.first.issue(world.newIds(10).map((id) => order(id, ["a"])));
    world.clock.advance(3_600_001);
    const ids = world.newIds(64);
    const won = await race(world, 64, async (store, index) => {
      if (index % 3 === 0) await store.releaseExpired(512);
      const [outcome] = await store.issue([order(at(ids, index), ["a"])]);
      return outcome?.outcome === "issued";
    });
    same(won.filter((ok) => ok).length, 10, "deliveries issued");
    await balance(world, "a", 0, 1_000);
    await inBalance(world, "a", 0);
  }),

  storeCase("a released delivery is expired for every event", async (world) => {
    await world.campaigns(campaign("a"));
    const delivery = await world.issue(["a"]);
    world.clock.advance(3_600_001);
    await world.first.releaseExpired(512);
    for (const event of [seen, press, click]) {
      same(judged(await world.record(event(delivery.id)), "expired"), delivery, "answered delivery");
    }
    same(await world.find(delivery.id), delivery, "stored delivery");
    await balance(world, "a", 0, 0);
  }),

  storeCase("a clock that steps back leaves the money in balance", async (world) => {
    await world.campaigns(campaign("a", { totalBudgetMicros: 100 }));
    const { id } = await world.issue(["a"]);
    world.clock.advance(3_600_001);
    same(await world.first.releaseExpired(512), 1, "holds released");
    await world.issue(["a"]);
    world.clock.advance(-2_000);
    const late = await world.record(seen(id));
    check(
      late.outcome !== "recorded" || late.charged,
      `expected a charge or no record of a view whose hold had been given back, got ${late.outcome} unpaid`,
    );
    const { usedMicros, heldMicros } = await world.spend("a");
    check(
      usedMicros + heldMicros <= 100,
      `spent ${usedMicros} and held ${heldMicros} pass the budget of 100`,
    );
    await inBalance(world, "a", usedMicros / 100);
  }),

  storeCase("holds of paused and removed campaigns are given back", async (world) => {
    await world.campaigns(campaign("a"), campaign("b"));
    await world.issue(["a"]);
    await world.issue(["b"]);
    await world.campaigns(campaign("a", { status: "paused" }));
    await world.change({}, [{ kind: "campaign", id: "b" }]);
    world.clock.advance(3_600_001);
    same(await world.first.releaseExpired(512), 2, "holds released");
    await balance(world, "a", 0, 0);
    same((await world.ledger("b")).heldMicros, 0, "held by the removed campaign");
    await inBalance(world, "b", 0);
  }),
];
