import type { UniqueListQuery } from "../../../core/storage/report-store.ts";
import { same } from "../assert.ts";
import { campaign, choice, press } from "../fixtures.ts";
import type { StoreCase } from "../harness.ts";
import { recorded, storeCase, type World } from "../world.ts";

const max = Number.MAX_SAFE_INTEGER;

/** One user of one network sees one ad now. */
async function look(world: World, userKey: string, network = "", platformId = "pf_one"): Promise<void> {
  const { id } = await world.issue([choice("a", 0)], { userKey, network, platformId });
  recorded(await world.record(press(id)), false);
}

function list({ second }: World, query: Partial<UniqueListQuery> = {}): Promise<readonly string[]> {
  return second.listUniques({ from: 0, to: max, limit: 100, ...query });
}

export const listedUniqueCases: readonly StoreCase[] = [
  storeCase("users are listed once each, in the order of their characters, page by page", async (world) => {
    await world.campaigns(campaign("a"));
    const wanted = ["-1", "0", "10", "2", "A", "Z", "_", "a", "aa", "z"];
    for (const user of [...wanted].reverse()) await look(world, user);
    for (const user of ["2", "a"]) await look(world, user);
    same(await list(world), wanted, "users");
    const found: string[] = [];
    for (let after: string | undefined; found.length <= wanted.length; after = found.at(-1)) {
      const page = await list(world, { after, limit: 3 });
      found.push(...page);
      if (page.length < 3) break;
    }
    same(found, wanted, "users in pages of three");
    same(await list(world, { after: "z" }), [], "users after the last");
  }),

  storeCase("the users listed are those of the range and the owners asked for", async (world) => {
    await world.campaigns(campaign("a"));
    const start = world.clock.now();
    await look(world, "early");
    world.clock.advance(1_000);
    await look(world, "middle", "", "pf_two");
    await world.issue([choice("a", 0)], { userKey: "without a view" });
    world.clock.advance(1_000);
    await look(world, "late");
    same(await list(world, { from: start, to: start + 2_000 }), ["early", "middle"], "users of a range");
    same(await list(world, { from: start + 1, to: start + 2_001 }), ["late", "middle"], "users later");
    same(await list(world, { platformIds: ["pf_two"] }), ["middle"], "users of a platform");
    same(await list(world, { publisherIds: ["unknown"] }), [], "users of another publisher");
    same(await list(world, { campaignIds: [] }), [], "users of no campaign");
  }),

  storeCase("networks are listed like users, as long as they are kept", async (world) => {
    await world.campaigns(campaign("a"));
    for (const [user, network] of [
      ["one", "n2"],
      ["two", "n1"],
      ["three", "n2"],
      ["four", ""],
    ] as const)
      await look(world, user, network);
    const wanted = world.first.retention.networksKeptMs === 0 ? [] : ["n1", "n2"];
    same(await list(world, { of: "networks" }), wanted, "networks");
    same(await list(world, { of: "users", after: "one" }), ["three", "two"], "users after one");
  }),
];
