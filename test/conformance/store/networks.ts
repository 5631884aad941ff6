import type { IssueOrder } from "../../../core/storage/delivery.ts";
import type { UniquesQuery } from "../../../core/storage/report-store.ts";
import { maxBatch } from "../../../core/storage/serving-store.ts";
import { maxNetworksKeptMs } from "../../../core/timing/windows.ts";
import { at, check, same } from "../assert.ts";
import { campaign, choice, deliveryIdAt, order, press } from "../fixtures.ts";
import type { StoreCase } from "../harness.ts";
import { race, recorded, storeCase, type World } from "../world.ts";
import { hostileTexts } from "./marks.ts";

const dayMs = 86_400_000;
const weekMs = 7 * dayMs;
const max = Number.MAX_SAFE_INTEGER;

/** What a store gives back of a network: nothing where it keeps none. */
function kept({ first }: World, network: string): string {
  return first.retention.networksKeptMs === 0 ? "" : network;
}

async function networksOf({ second }: World, ids: readonly string[]): Promise<readonly unknown[]> {
  return (await second.findDeliveries(ids)).map((delivery) => delivery?.network);
}

/** How many different networks saw an ad. */
async function count(
  { second }: World,
  filter: Omit<UniquesQuery, "ranges" | "of"> = {},
  from = 0,
  to = max,
): Promise<number> {
  return at(await second.readUniques({ ranges: [{ from, to }], of: "networks", ...filter }), 0).n;
}

/** One network sees one ad now. */
async function look(
  world: World,
  network: string,
  fields: Partial<Omit<IssueOrder, "choices">> = {},
): Promise<string> {
  const { id } = await world.issue([choice("a", 0)], { network, ...fields });
  recorded(await world.record(press(id)), false);
  return id;
}

export const networkCases: readonly StoreCase[] = [
  storeCase("a network is read back by id and among recent deliveries", async (world) => {
    await world.campaigns(campaign("a"));
    const networks = ["n1", "", "n2", "n1"];
    const orders = networks.map((network) => order(world.newId(), ["a"], { network }));
    await world.first.issue(orders);
    const ids = orders.map(({ deliveryId }) => deliveryId);
    const wanted = networks.map((network) => kept(world, network));
    same(await networksOf(world, ids), wanted, "networks by id");
    await world.second.issue(orders.map((one) => ({ ...one, network: "other" })));
    await world.first.record(ids.map((id) => press(id)));
    same(await networksOf(world, ids), wanted, "networks after repeats and events");
    const recent = await world.second.readRecentDeliveries({ limit: maxBatch });
    const byId = new Map(recent.map(({ id, network }) => [id, network]));
    same(
      ids.map((id) => byId.get(id)),
      wanted,
      "networks of recent deliveries",
    );
  }),

  storeCase("a refused order leaves no network", async (world) => {
    await world.campaigns(campaign("a", { status: "paused" }));
    const id = world.newId();
    const wish = order(id, ["a"], { network: "refused" });
    same(at(await world.first.issue([wish]), 0).outcome, "refused", "outcome");
    await world.campaigns(campaign("a"));
    await world.first.issue([{ ...wish, network: "issued" }]);
    same(await networksOf(world, [id]), [kept(world, "issued")], "network");
  }),

  storeCase("different networks that saw an ad are counted as users are", async (world) => {
    await world.campaigns(campaign("a"));
    const start = world.clock.now();
    await look(world, "n1", { userKey: "user-1" });
    await look(world, "n1", { userKey: "user-2", platformId: "pf_two" });
    await look(world, "n2", { userKey: "user-1", apiKeyId: "KEY00001" });
    await look(world, "", { userKey: "user-3" });
    await world.issue(["a"], { network: "unseen" });
    world.clock.advance(60_000);
    await look(world, "n3", { platformId: "pf_two", apiKeyId: "KEY00001" });
    const isKept = kept(world, "n") !== "";
    const wanted = (n: number): number => (isKept ? n : 0);
    same(await count(world), wanted(3), "networks of all");
    same(await count(world, {}, start, start + 1), wanted(2), "networks of the first millisecond");
    same(await count(world, {}, start + 1), wanted(1), "networks after it");
    same(await count(world, { platformIds: ["pf_two"] }), wanted(2), "networks of a platform");
    same(await count(world, { platformIds: ["pf_one"] }), wanted(2), "networks of the other platform");
    same(await count(world, { apiKeyIds: ["KEY00001"] }), wanted(2), "networks of a key");
    const both = { platformIds: ["pf_two"], apiKeyIds: ["KEY00001"] };
    same(await count(world, both), wanted(1), "networks of a key on a platform");
    same(await count(world, { campaignIds: [] }), 0, "networks of no campaign");
    const ranges = [
      { from: start, to: start + 1 },
      { from: start, to: max },
      { from: 0, to: start },
    ];
    const numbers = async (of: "networks" | "users"): Promise<readonly number[]> =>
      (await world.second.readUniques({ ranges, of })).map(({ n }) => n);
    same(await numbers("networks"), [wanted(2), wanted(3), 0], "networks of ranges that overlap");
    same(await numbers("users"), [3, 3, 0], "users of the same ranges");
  }),

  storeCase("networks are counted whatever the time of their delivery's id", async (world) => {
    await world.campaigns(campaign("a"));
    const times = [0, world.clock.now() - 400 * dayMs, world.clock.now() + 400 * dayMs];
    const orders = times.map((time, n) =>
      order(deliveryIdAt(time, 1_000 + n), [choice("a", 0)], { network: `n${n}` }),
    );
    await world.first.issue(orders);
    await world.first.record(orders.map(({ deliveryId }) => press(deliveryId)));
    same(await count(world), kept(world, "n") === "" ? 0 : 3, "networks");
    same(
      await networksOf(
        world,
        orders.map(({ deliveryId }) => deliveryId),
      ),
      orders.map(({ network }) => kept(world, network)),
      "networks by id",
    );
  }),

  storeCase("any text is a network", async (world) => {
    await world.campaigns(campaign("a"));
    const ids: string[] = [];
    for (const network of hostileTexts) ids.push(await look(world, network));
    same(
      await networksOf(world, ids),
      hostileTexts.map((network) => kept(world, network)),
      "networks",
    );
    same(await count(world), kept(world, "n") === "" ? 0 : hostileTexts.length, "different networks");
  }),

  storeCase("a network is forgotten when the store promises it, and not a week before", async (world) => {
    const { networksKeptMs } = world.first.retention;
    check(
      networksKeptMs === 0 || (networksKeptMs >= weekMs && networksKeptMs <= maxNetworksKeptMs),
      `retention: networksKeptMs is ${networksKeptMs}, expected 0 or 7 to 30 days`,
    );
    await world.campaigns(campaign("a"));
    const id = await look(world, "n1");
    const before = await world.find(id);
    const release = async (): Promise<void> => {
      for (let call = 0; call < 3; call += 1) await world.first.releaseExpired(512);
    };
    await release();
    if (networksKeptMs > weekMs) {
      world.clock.advance(networksKeptMs - weekMs);
      await release();
      same([await networksOf(world, [id]), await count(world)], [["n1"], 1], "a week before");
      world.clock.advance(weekMs);
    } else world.clock.advance(networksKeptMs);
    world.clock.advance(1);
    await look(world, "n2");
    await release();
    const [delivery] = await world.second.findDeliveries([id]);
    if (delivery !== undefined)
      same(delivery, { ...before, network: "" }, "the delivery without its network");
    same(await count(world), kept(world, "n2") === "" ? 0 : 1, "networks that are left");
  }),

  storeCase("the networks of a forgotten user are gone at once", async (world) => {
    await world.campaigns(campaign("a"));
    const wish = { network: "n1", userKey: "user-forgotten" } as const;
    const id = await look(world, wish.network, wish);
    const other = await look(world, "n2");
    same(await world.first.forgetUser(wish.userKey), 1, "deliveries deleted");
    same(await networksOf(world, [id, other]), [undefined, kept(world, "n2")], "networks");
    same(await count(world), kept(world, "n2") === "" ? 0 : 1, "networks that are left");
    await world.first.issue([order(id, [choice("a", 0)])]);
    recorded(await world.record(press(id)), false);
    same(await networksOf(world, [id]), [""], "network of a later delivery with this id");
  }),

  storeCase("64 orders with networks at once keep each its own", async (world) => {
    await world.campaigns(campaign("a"));
    const ids = world.newIds(64);
    await race(world, 128, (store, n) =>
      store.issue([order(at(ids, n % 64), ["a"], { network: `n${n % 64}` })]),
    );
    same(
      await networksOf(world, ids),
      ids.map((_, n) => kept(world, `n${n}`)),
      "networks",
    );
  }),
];
