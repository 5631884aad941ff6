import { same } from "../assert.ts";
import { campaign, click, press, seen } from "../fixtures.ts";
import type { StoreCase } from "../harness.ts";
import { balance, inBalance, judged, recorded, storeCase } from "../world.ts";

export const ageCases: readonly StoreCase[] = [
  storeCase("a view at 999 ms is too early and changes nothing", async (world) => {
    await world.campaigns(campaign("a"));
    const issued = await world.issue(["a"]);
    world.clock.advance(999);
    same(judged(await world.record(seen(issued.id)), "too_early"), issued, "answered delivery");
    same(await world.find(issued.id, world.second), issued, "stored delivery");
    await balance(world, "a", 0, 100);
    world.clock.advance(1);
    recorded(await world.record(seen(issued.id)), true);
  }),

  storeCase("a view at 1,000 ms is recorded", async (world) => {
    await world.campaigns(campaign("a"));
    const { id, issuedAt } = await world.issue(["a"]);
    world.clock.advance(1_000);
    const delivery = recorded(await world.record(seen(id)), true);
    same([delivery.seenAt, delivery.chargedAt], [issuedAt + 1_000, issuedAt + 1_000], "seen and charged at");
    same(await world.find(id, world.second), delivery, "stored delivery");
    await balance(world, "a", 100, 0);
  }),

  storeCase("a view is too early again while the clock is set back", async (world) => {
    await world.campaigns(campaign("a"));
    const issued = await world.issue(["a"]);
    world.clock.advance(1_000);
    await balance(world, "a", 0, 100);
    world.clock.advance(-1);
    same(judged(await world.record(seen(issued.id)), "too_early"), issued, "answered delivery");
    world.clock.advance(-2_000);
    judged(await world.record(seen(issued.id), world.second), "too_early");
    world.clock.advance(2_001);
    recorded(await world.record(seen(issued.id)), true);
    await inBalance(world, "a", 1);
  }),

  storeCase("a view at 3,600,000 ms is recorded", async (world) => {
    await world.campaigns(campaign("a"));
    const { id } = await world.issue(["a"]);
    world.clock.advance(3_600_000);
    same(await world.second.releaseExpired(512), 0, "holds released");
    recorded(await world.record(seen(id)), true);
    await balance(world, "a", 100, 0);
  }),

  storeCase("a view at 3,600,001 ms is expired and changes nothing", async (world) => {
    await world.campaigns(campaign("a"));
    const issued = await world.issue(["a"]);
    world.clock.advance(3_600_001);
    same(judged(await world.record(seen(issued.id)), "expired"), issued, "answered delivery");
    same(await world.find(issued.id, world.second), issued, "stored delivery");
    same((await world.spend("a")).usedMicros, 0, "spent");
    await inBalance(world, "a", 0);
  }),

  storeCase("a press and a click count at once", async (world) => {
    await world.campaigns(campaign("a"));
    const [pressed, clicked] = [await world.issue(["a"]), await world.issue(["a"])];
    recorded(await world.record(press(pressed.id)), true);
    recorded(await world.record(click(clicked.id)), true);
    await balance(world, "a", 200, 0);
  }),

  storeCase("a press and a click count at 3,600,000 ms and no later", async (world) => {
    await world.campaigns(campaign("a"));
    const ids = [
      await world.issue(["a"]),
      await world.issue(["a"]),
      await world.issue(["a"]),
      await world.issue(["a"]),
    ];
    const [a = "", b = "", c = "", d = ""] = ids.map(({ id }) => id);
    world.clock.advance(3_600_000);
    recorded(await world.record(press(a)), true);
    recorded(await world.record(click(b)), true);
    world.clock.advance(1);
    for (const event of [press(c), click(d), press(a, 3, 3), click(a)]) {
      const before = await world.find(event.deliveryId);
      same(judged(await world.record(event), "expired"), before, "answered delivery");
      same(await world.find(event.deliveryId, world.second), before, "stored delivery");
    }
    await inBalance(world, "a", 2);
    same((await world.spend("a")).usedMicros, 200, "spent");
  }),

  storeCase("a bot's click expires as a page's does", async (world) => {
    await world.campaigns(campaign("a"));
    const { id } = await world.issue(["a"], { surface: "bot" });
    const late = await world.issue(["a"], { surface: "bot" });
    world.clock.advance(3_600_000);
    recorded(await world.record(click(id)), true);
    world.clock.advance(1);
    judged(await world.record(click(late.id)), "expired");
    await balance(world, "a", 100, 0);
  }),

  storeCase("an event of an unknown delivery is unknown and leaves nothing behind", async (world) => {
    await world.campaigns(campaign("a"));
    const id = world.newId();
    for (const event of [seen(id), click(id), press(id)]) {
      same(await world.record(event), { outcome: "unknown" }, event.kind);
    }
    same(await world.second.findDeliveries([id]), [undefined], "delivery");
    await balance(world, "a", 0, 0);
  }),

  storeCase("expired is judged before too early and before duplicate", async (world) => {
    await world.campaigns(campaign("a"));
    const { id } = await world.issue(["a"]);
    world.clock.advance(1_000);
    recorded(await world.record(seen(id)), true);
    judged(await world.record(seen(id)), "duplicate");
    world.clock.advance(3_600_000);
    judged(await world.record(seen(id)), "expired");
    await balance(world, "a", 100, 0);
  }),

  storeCase("a view is too early even after a press, and recorded later without a charge", async (world) => {
    await world.campaigns(campaign("a"));
    const { id, issuedAt } = await world.issue(["a"]);
    world.clock.advance(500);
    const pressed = recorded(await world.record(press(id)), true);
    same(pressed.seenAt, issuedAt + 500, "seen at");
    judged(await world.record(seen(id)), "too_early");
    world.clock.advance(500);
    same(recorded(await world.record(seen(id)), false), pressed, "delivery after the view");
    judged(await world.record(seen(id)), "duplicate");
    await balance(world, "a", 100, 0);
  }),

  storeCase("a batch judges each event by its own delivery's age", async (world) => {
    await world.campaigns(campaign("a"));
    const old = await world.issue(["a"]);
    world.clock.advance(3_599_001);
    const ripe = await world.issue(["a"]);
    world.clock.advance(1_000);
    const fresh = await world.issue(["a"]);
    const outcomes = await world.second.record([
      seen(fresh.id),
      seen(world.newId()),
      seen(ripe.id),
      seen(old.id),
    ]);
    same(
      outcomes.map(({ outcome }) => outcome),
      ["too_early", "unknown", "recorded", "expired"],
      "outcomes in order",
    );
  }),
];
