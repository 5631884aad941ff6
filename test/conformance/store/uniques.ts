import { maxRanges, type UniquesQuery } from "../../../core/storage/report-store.ts";
import { at, same } from "../assert.ts";
import { campaign, choice, click, deliveryIdAt, order, press, seen } from "../fixtures.ts";
import type { StoreCase } from "../harness.ts";
import { race, recorded, storeCase, type World } from "../world.ts";
import { hostileIds } from "./hostile.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const max = Number.MAX_SAFE_INTEGER;

/** One user sees one ad now. */
async function look(world: World, userKey: string, campaignId = "a", platformId = "pf_one"): Promise<void> {
  const { id } = await world.issue([choice(campaignId, 0)], { userKey, platformId });
  recorded(await world.record(press(id)), false);
}

async function users(
  { second }: World,
  from: number,
  to: number,
  filter: Omit<UniquesQuery, "ranges"> = {},
): Promise<number> {
  const counts = await second.readUniques({ ranges: [{ from, to }], ...filter });
  same(counts.length, 1, "answers of one range");
  return at(counts, 0).n;
}

export const uniqueCases: readonly StoreCase[] = [
  storeCase("a user that sees several ads is one user", async (world) => {
    await world.campaigns(campaign("a"), campaign("b"));
    for (const user of ["user-1", "user-2", "user-1", "user-1"]) await look(world, user);
    world.clock.advance(60_000);
    await look(world, "user-2", "b");
    same(await users(world, 0, max), 2, "users");
  }),

  storeCase("a user counts in every range in which an ad was seen", async (world) => {
    await world.campaigns(campaign("a"));
    const start = world.clock.now();
    const days = [["user-1", "user-2"], ["user-2"], [], ["user-1", "user-2", "user-3"]];
    for (const [day, seers] of days.entries()) {
      world.clock.set(start + day * dayMs);
      for (const user of seers) await look(world, user);
    }
    const day = (from: number, to: number): { from: number; to: number } => ({
      from: start + from * dayMs,
      to: start + to * dayMs,
    });
    same(
      await world.second.readUniques({
        ranges: [day(3, 4), day(0, 1), day(0, 2), day(2, 3), day(1, 4), day(1, 2), day(0, 1), day(-9, 0)],
      }),
      [3, 2, 2, 0, 3, 1, 2, 0].map((n, range) => ({ range, n })),
      "users of ranges that overlap, in no order",
    );
  }),

  storeCase("a view counts at the begin of a range, and not at its end", async (world) => {
    await world.campaigns(campaign("a"));
    const start = world.clock.now();
    await look(world, "user-1");
    same(await users(world, start, start + 1), 1, "users of the millisecond");
    same(await users(world, start + 1, start + dayMs), 0, "users after it");
    same(await users(world, start - dayMs, start), 0, "users before it");
    same(await users(world, start, start), 0, "users of no time");
  }),

  storeCase("a user without a seen ad is not counted", async (world) => {
    await world.campaigns(campaign("a"));
    await world.issue(["a"]);
    const early = await world.issue(["a"], { userKey: "user-2" });
    same((await world.record(seen(early.id))).outcome, "too_early", "outcome");
    const message = await world.issue(["a"], { userKey: "user-3", surface: "bot" });
    same(await users(world, 0, max), 0, "users");
    recorded(await world.record(click(message.id)), true);
    same(await users(world, 0, max), 1, "users after the click");
  }),

  storeCase("the first of a delivery's events is its view", async (world) => {
    await world.campaigns(campaign("a"));
    const start = world.clock.now();
    const { id } = await world.issue(["a"]);
    await world.record(press(id));
    world.clock.advance(hourMs);
    await world.record(seen(id));
    await world.record(click(id));
    same(await users(world, start, start + 1), 1, "users at the press");
    same(await users(world, start + 1, max), 0, "users later");
  }),

  storeCase("an ad issued before a range and seen in it counts", async (world) => {
    await world.campaigns(campaign("a"));
    const { id } = await world.issue(["a"]);
    world.clock.advance(hourMs);
    recorded(await world.record(seen(id)), true);
    const now = world.clock.now();
    same(await users(world, now, now + 1), 1, "users");
  }),

  storeCase("only users of the requested platforms and campaigns are counted", async (world) => {
    await world.campaigns(campaign("a"), campaign("b"));
    await look(world, "user-1", "a", "pf_one");
    await look(world, "user-2", "b", "pf_one");
    await look(world, "user-3", "a", "pf_two");
    await look(world, "user-3", "b", "pf_two");
    await look(world, "user-4", "b", "pf_two");
    same(await users(world, 0, max, { platformIds: ["pf_one"] }), 2, "users of a platform");
    same(await users(world, 0, max, { platformIds: ["pf_two", "pf_one", "none"] }), 4, "users of both");
    same(await users(world, 0, max, { campaignIds: ["a"] }), 2, "users of a campaign");
    same(
      await users(world, 0, max, { campaignIds: ["b"], platformIds: ["pf_two"] }),
      2,
      "users of a campaign on a platform",
    );
    same(await users(world, 0, max, { platformIds: ["none"] }), 0, "users of an unknown platform");
    same(await users(world, 0, max, { platformIds: [] }), 0, "users of no platforms");
    same(await users(world, 0, max, { campaignIds: [] }), 0, "users of no campaigns");
    same(await users(world, 0, max, { platformIds: undefined, campaignIds: undefined }), 4, "users of all");
  }),

  storeCase("400 ranges are counted at once", async (world) => {
    await world.campaigns(campaign("a"));
    const start = world.clock.now();
    for (const n of [0, 1, 57, 58, 200, 399]) {
      world.clock.set(start + n * hourMs + 1_800_000);
      await look(world, "user-1");
      if (n > 57) await look(world, "user-2");
    }
    const ranges = Array.from({ length: maxRanges }, (_, n) => ({
      from: start + n * hourMs,
      to: start + (n + 1) * hourMs,
    }));
    const counts = await world.second.readUniques({ ranges });
    same(
      counts.flatMap(({ range, n }) => (n === 0 ? [] : [[range, n]])),
      [
        [0, 1],
        [1, 1],
        [57, 1],
        [58, 2],
        [200, 2],
        [399, 2],
      ],
      "hours with users",
    );
    same(counts.length, 400, "answers");
  }),

  storeCase("users are counted whatever the time of their delivery's id", async (world) => {
    await world.campaigns(campaign("a"));
    const start = world.clock.now();
    const times = [0, start - 400 * dayMs, start - dayMs + 1, start, start + dayMs - 1, start + 30 * dayMs];
    const ids = times.map((time, n) => deliveryIdAt(time, 1_000 + n));
    await world.first.issue(ids.map((id, n) => order(id, ["a"], { userKey: `user-${n}` })));
    for (const id of ids) recorded(await world.record(press(id)), true);
    same(await users(world, start, start + 1), times.length, "users");
    same(await users(world, start + 1, start + 60 * dayMs), 0, "users later");
    same(await users(world, 0, start), 0, "users before");
  }),

  storeCase("64 users that see an ad at once are all counted", async (world) => {
    await world.campaigns(campaign("a"));
    const ids = world.newIds(128);
    await world.first.issue(ids.map((id, n) => order(id, ["a"], { userKey: `user-${n % 64}` })));
    await race(world, 128, (store, index) => store.record([press(at(ids, index))]));
    same(await users(world, 0, max), 64, "users");
  }),

  storeCase("any text is a user, a platform and a campaign of its own", async (world) => {
    await world.campaigns(...hostileIds.map((id) => campaign(id)));
    for (const id of hostileIds) await look(world, id, id, id);
    same(await users(world, 0, max), hostileIds.length, "users");
    for (const id of hostileIds) {
      same(await users(world, 0, max, { platformIds: [id] }), 1, `users of platform ${JSON.stringify(id)}`);
      same(await users(world, 0, max, { campaignIds: [id] }), 1, `users of campaign ${JSON.stringify(id)}`);
    }
  }),
];
