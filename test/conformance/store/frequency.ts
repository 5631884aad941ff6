import { at, same } from "../assert.ts";
import { campaign, choice, order, press, seen } from "../fixtures.ts";
import type { StoreCase } from "../harness.ts";
import { race, recorded, storeCase } from "../world.ts";

const hourMs = 3_600_000;
const once = (window: "day" | number): { frequencyCap: { impressions: number; window: "day" | number } } => ({
  frequencyCap: { impressions: 1, window },
});

export const frequencyCases: readonly StoreCase[] = [
  storeCase("a user gets a capped campaign as often as the cap allows and no more", async (world) => {
    await world.campaigns(campaign("a", { frequencyCap: { impressions: 3, window: hourMs } }), campaign("b"));
    for (let n = 0; n < 3; n += 1) same((await world.issue(["a", "b"])).campaignId, "a", "campaign");
    same((await world.issue(["a", "b"])).campaignId, "b", "campaign past the cap");
    same(await world.refuse(["a"]), ["frequency_cap"], "reasons");
  }),

  storeCase("a cap is per user and per campaign", async (world) => {
    await world.campaigns(campaign("a", once("day")), campaign("b", once("day")));
    await world.issue(["a"]);
    same(await world.refuse(["a"]), ["frequency_cap"], "reasons");
    await world.issue(["a"], { userKey: "user-2" });
    await world.issue(["b"]);
    same(await world.refuse(["a", "b"]), ["frequency_cap", "frequency_cap"], "reasons");
  }),

  storeCase("of 64 racers for a user's last impression one wins", async (world) => {
    await world.campaigns(campaign("a", once("day")), campaign("b"));
    const ids = world.newIds(64);
    const outcomes = await race(world, 64, (store, index) =>
      store.issue([order(at(ids, index), ["a", "b"])]),
    );
    const took = outcomes
      .flat()
      .map((outcome) => (outcome.outcome === "issued" ? outcome.delivery.campaignId : ""));
    same(took.filter((id) => id === "a").length, 1, "deliveries of the capped campaign");
    same(took.filter((id) => id === "b").length, 63, "deliveries of the other");
  }),

  storeCase("a sliding cap reaches back to deliveries younger than its window", async (world) => {
    await world.campaigns(campaign("a", once(600_000)));
    await world.issue(["a"]);
    world.clock.advance(599_999);
    same(await world.refuse(["a"]), ["frequency_cap"], "reasons at an age of 599,999 ms");
    world.clock.advance(1);
    await world.issue(["a"]);
    same(await world.refuse(["a"]), ["frequency_cap"], "reasons after the next");
  }),

  storeCase("a sliding cap counts each delivery on its own", async (world) => {
    await world.campaigns(campaign("a", { frequencyCap: { impressions: 2, window: 600_000 } }));
    await world.issue(["a"]);
    world.clock.advance(400_000);
    await world.issue(["a"]);
    world.clock.advance(200_000);
    await world.issue(["a"]);
    same(await world.refuse(["a"]), ["frequency_cap"], "reasons with two younger than the window");
  }),

  storeCase("a day cap begins anew at midnight in the campaign's zone, on UTC+14 too", async (world) => {
    world.clock.set(Date.UTC(2026, 2, 4, 9, 59, 59, 999));
    await world.campaigns(campaign("a", { ...once("day"), timeZone: "Pacific/Kiritimati" }));
    same((await world.issue(["a"])).day, "2026-03-04", "day before midnight");
    same(await world.refuse(["a"]), ["frequency_cap"], "reasons before midnight");
    world.clock.advance(1);
    same((await world.issue(["a"])).day, "2026-03-05", "day from midnight on");
  }),

  storeCase("a day cap holds to the end of a day of 25 hours", async (world) => {
    world.clock.set(Date.UTC(2026, 10, 1, 4));
    await world.campaigns(campaign("a", { ...once("day"), timeZone: "America/New_York" }));
    const { id } = await world.issue(["a"]);
    world.clock.advance(1_000);
    recorded(await world.record(seen(id)), true);
    world.clock.set(Date.UTC(2026, 10, 2, 5) - 1);
    same(await world.refuse(["a"]), ["frequency_cap"], "reasons in the last millisecond");
    world.clock.advance(1);
    await world.issue(["a"]);
  }),

  storeCase("a day of 23 hours ends an hour early", async (world) => {
    world.clock.set(Date.UTC(2026, 2, 8, 5));
    await world.campaigns(campaign("a", { ...once("day"), timeZone: "America/New_York" }));
    const { id } = await world.issue(["a"]);
    world.clock.advance(1_000);
    recorded(await world.record(seen(id)), true);
    world.clock.set(Date.UTC(2026, 2, 9, 4) - 1);
    same(await world.refuse(["a"]), ["frequency_cap"], "reasons in the last millisecond");
    world.clock.advance(1);
    same((await world.issue(["a"])).day, "2026-03-09", "day");
  }),

  storeCase("a delivery that expired unseen gives its place in the cap back", async (world) => {
    await world.campaigns(campaign("a", once(10 * hourMs)));
    await world.issue(["a"]);
    world.clock.advance(hourMs);
    same(await world.refuse(["a"]), ["frequency_cap"], "reasons at 3,600,000 ms");
    world.clock.advance(1);
    await world.issue(["a"]);
    same(await world.refuse(["a"]), ["frequency_cap"], "reasons after the next");
  }),

  ...(["day", 10 * hourMs] as const).map((window) =>
    storeCase(
      `a place in a cap that was given back stays free when the clock is set back (window ${window})`,
      async (world) => {
        await world.campaigns(campaign("a", once(window)));
        await world.issue(["a"]);
        world.clock.advance(hourMs + 1);
        same(await world.first.releaseExpired(512), 1, "holds released");
        world.clock.advance(-hourMs);
        await world.issue(["a"]);
        same(await world.refuse(["a"]), ["frequency_cap"], "reasons after the next");
      },
    ),
  ),

  storeCase("a place that another order's release gave back stays free, too", async (world) => {
    await world.campaigns(campaign("a", once(10 * hourMs)), campaign("b"));
    await world.issue(["a"]);
    world.clock.advance(hourMs + 1);
    const { id } = await world.issue(["a"], { userKey: "user-2" });
    world.clock.advance(-2 * hourMs);
    await world.issue(["a"]);
    same((await world.find(id)).userKey, "user-2", "the other user");
    same(await world.refuse(["a"], { userKey: "user-2" }), ["frequency_cap"], "reasons for the other user");
  }),

  storeCase("a place counts again when the clock is set back before it was given back", async (world) => {
    await world.campaigns(
      campaign("a", once(10 * hourMs)),
      campaign("b", { ...once("day"), priceMicros: 0 }),
    );
    const free = [choice("b", 0)];
    const held = await world.issue(["a"]);
    await world.issue(free);
    world.clock.advance(hourMs + 1);
    world.clock.advance(-hourMs);
    same(await world.refuse(["a"]), ["frequency_cap"], "reasons");
    same(await world.refuse(free), ["frequency_cap"], "reasons of a house campaign");
    world.clock.advance(1_000);
    recorded(await world.record(seen(held.id)), true);
    world.clock.advance(2 * hourMs);
    same(await world.first.releaseExpired(512), 0, "holds released");
    world.clock.advance(-2 * hourMs);
    same(await world.refuse(["a"]), ["frequency_cap"], "reasons of a delivery that was seen");
  }),

  storeCase("a delivery that was seen keeps its place in the cap after it expired", async (world) => {
    await world.campaigns(campaign("a", once(10 * hourMs)));
    const { id } = await world.issue(["a"]);
    world.clock.advance(1_000);
    recorded(await world.record(seen(id)), true);
    world.clock.advance(10 * hourMs - 1_001);
    same(await world.first.releaseExpired(512), 0, "holds released");
    same(await world.refuse(["a"]), ["frequency_cap"], "reasons to the end of the window");
    world.clock.advance(1);
    await world.issue(["a"]);
  }),

  storeCase("a press keeps a place in the cap as a view does", async (world) => {
    await world.campaigns(campaign("a", once(10 * hourMs)));
    const { id } = await world.issue(["a"]);
    recorded(await world.record(press(id)), true);
    world.clock.advance(2 * hourMs);
    same(await world.refuse(["a"]), ["frequency_cap"], "reasons");
  }),

  storeCase("a bot delivery keeps its place in the cap without a click", async (world) => {
    await world.campaigns(campaign("a", once(10 * hourMs)));
    await world.issue(["a"], { surface: "bot" });
    world.clock.advance(2 * hourMs);
    await world.first.releaseExpired(512);
    same(await world.refuse(["a"], { surface: "bot" }), ["frequency_cap"], "reasons for a message");
    same(await world.refuse(["a"]), ["frequency_cap"], "reasons for a page");
  }),

  storeCase("a house campaign's cap is given back like any other", async (world) => {
    await world.campaigns(campaign("a", { ...once(10 * hourMs), priceMicros: 0 }));
    const free = [choice("a", 0)];
    await world.issue(free);
    same(await world.refuse(free), ["frequency_cap"], "reasons while open");
    world.clock.advance(hourMs + 1);
    const { id } = await world.issue(free);
    world.clock.advance(1_000);
    recorded(await world.record(seen(id)), false);
    world.clock.advance(2 * hourMs);
    same(await world.refuse(free), ["frequency_cap"], "reasons after a view");
  }),

  storeCase("a refused order takes no place in a cap", async (world) => {
    await world.campaigns(campaign("a", { ...once("day"), totalBudgetMicros: 99 }));
    for (let n = 0; n < 3; n += 1) same(await world.refuse(["a"]), ["budget"], "reasons");
    await world.campaigns(campaign("a", { ...once("day"), totalBudgetMicros: 100 }));
    await world.issue(["a"]);
  }),

  storeCase("a cap that is set later counts earlier deliveries", async (world) => {
    await world.campaigns(campaign("a"));
    await world.issue(["a"]);
    await world.campaigns(campaign("a", once(hourMs)));
    same(await world.refuse(["a"]), ["frequency_cap"], "reasons");
    await world.campaigns(campaign("a", { frequencyCap: { impressions: 2, window: hourMs } }));
    await world.issue(["a"]);
  }),

  storeCase("a repeated order takes no second place in a cap", async (world) => {
    await world.campaigns(campaign("a", { frequencyCap: { impressions: 2, window: hourMs } }));
    const wish = order(world.newId(), ["a"]);
    await world.first.issue([wish]);
    await world.second.issue([wish]);
    await world.issue(["a"]);
    same(await world.refuse(["a"]), ["frequency_cap"], "reasons");
  }),
];
