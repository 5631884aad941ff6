import type { IssueOrder } from "../../../core/storage/delivery.ts";
import type { UniquesField, UniquesQuery } from "../../../core/storage/report-store.ts";
import { maxBatch } from "../../../core/storage/serving-store.ts";
import { at, same, sameSet } from "../assert.ts";
import { campaign, order, press } from "../fixtures.ts";
import type { StoreCase } from "../harness.ts";
import { storeCase, type World } from "../world.ts";
import { hostileIds } from "./hostile.ts";

const dayMs = 86_400_000;
const always = { from: 0, to: Number.MAX_SAFE_INTEGER };
const fields: readonly UniquesField[] = ["publisherId", "platformId", "apiKeyId"];

type Look = Partial<Omit<IssueOrder, "choices">>;

/** These ads are issued and seen now. */
async function look(world: World, looks: readonly Look[]): Promise<void> {
  const ids = world.newIds(looks.length);
  await world.first.issue(ids.map((id, n) => order(id, ["a"], at(looks, n))));
  await world.first.record(ids.map((id) => press(id)));
}

function on(publisherId: string, platformId: string, apiKeyId: string, userKey: string, network = ""): Look {
  return { publisherId, platformId, apiKeyId, userKey, network };
}

/** Two publishers, three platforms, two keys. */
const looks: readonly Look[] = [
  on("acme", "pf_one", "", "user-1", "n1"),
  on("acme", "pf_one", "", "user-2", "n1"),
  on("acme", "pf_one", "", "user-2"),
  on("acme", "pf_one", "KEY00001", "user-2", "n2"),
  on("acme", "pf_two", "", "user-3", "n2"),
  on("bolt", "pf_three", "KEY00002", "user-4", "n3"),
  on("bolt", "pf_three", "KEY00002", "user-5", "n4"),
  on("bolt", "pf_three", "KEY00002", "user-6", "n4"),
  on("bolt", "pf_three", "KEY00002", "user-7"),
  on("bolt", "pf_four", "", "user-8"),
];

export const uniqueGroupCases: readonly StoreCase[] = [
  storeCase("users are counted by publisher, platform and key, together and each alone", async (world) => {
    await world.campaigns(campaign("a"));
    await look(world, looks);
    await world.issue(["a"], on("unseen", "pf_one", "", "user-9"));
    const counted = (by: readonly UniquesField[]) => world.second.readUniques({ ranges: [always], by });
    const byKey = [
      { range: 0, apiKeyId: "", n: 4 },
      { range: 0, apiKeyId: "KEY00001", n: 1 },
      { range: 0, apiKeyId: "KEY00002", n: 4 },
    ];
    const byPlatform = [
      { range: 0, platformId: "pf_one", n: 2 },
      { range: 0, platformId: "pf_two", n: 1 },
      { range: 0, platformId: "pf_three", n: 4 },
      { range: 0, platformId: "pf_four", n: 1 },
    ];
    const byAll = [
      { range: 0, publisherId: "acme", platformId: "pf_one", apiKeyId: "", n: 2 },
      { range: 0, publisherId: "acme", platformId: "pf_one", apiKeyId: "KEY00001", n: 1 },
      { range: 0, publisherId: "acme", platformId: "pf_two", apiKeyId: "", n: 1 },
      { range: 0, publisherId: "bolt", platformId: "pf_three", apiKeyId: "KEY00002", n: 4 },
      { range: 0, publisherId: "bolt", platformId: "pf_four", apiKeyId: "", n: 1 },
    ];
    sameSet(await counted(["apiKeyId"]), byKey, "users by key");
    sameSet(await counted(["platformId"]), byPlatform, "users by platform");
    same(
      await counted(["publisherId"]),
      [
        { range: 0, publisherId: "bolt", n: 5 },
        { range: 0, publisherId: "acme", n: 3 },
      ],
      "users by publisher",
    );
    sameSet(await counted(fields), byAll, "users by all fields");
    sameSet(await counted(fields.toReversed()), byAll, "users by all fields, in another order");
    same(await counted([]), [{ range: 0, n: 8 }], "users by no field");
  }),

  storeCase("networks are counted by field where there is one", async (world) => {
    await world.campaigns(campaign("a"));
    await look(world, looks);
    const query: UniquesQuery = { ranges: [always], of: "networks", by: ["platformId"] };
    const wanted = [
      { range: 0, platformId: "pf_one", n: 2 },
      { range: 0, platformId: "pf_two", n: 1 },
      { range: 0, platformId: "pf_three", n: 2 },
    ];
    const isKept = world.first.retention.networksKeptMs > 0;
    sameSet(await world.second.readUniques(query), isKept ? wanted : [], "networks by platform");
  }),

  storeCase("users by field come in the order of the ranges, and the largest number first", async (world) => {
    await world.campaigns(campaign("a"));
    const start = world.clock.now();
    await look(world, looks);
    world.clock.advance(dayMs);
    await look(world, [...looks.slice(4, 6), on("acme", "pf_two", "", "user-9")]);
    const day = (n: number): UniquesQuery["ranges"][number] => ({
      from: start + n * dayMs,
      to: start + (n + 1) * dayMs,
    });
    const query: UniquesQuery = { ranges: [day(1), day(-1), day(0), day(1)], by: ["publisherId"] };
    const second = (range: number): readonly unknown[] => [
      { range, publisherId: "acme", n: 2 },
      { range, publisherId: "bolt", n: 1 },
    ];
    const first = [
      { range: 2, publisherId: "bolt", n: 5 },
      { range: 2, publisherId: "acme", n: 3 },
    ];
    const all = [...second(0), ...first, ...second(3)];
    same(await world.second.readUniques(query), all, "users");
    for (const limit of [1, 2, 3, 5]) {
      same(await world.second.readUniques({ ...query, limit }), all.slice(0, limit), `the first ${limit}`);
    }
    const ofRanges = await world.second.readUniques({ ranges: query.ranges, limit: 3 });
    same(
      ofRanges.map(({ n }) => n),
      [3, 0, 8],
      "users of the first 3 ranges",
    );
  }),

  storeCase("users by field are those of the owners asked for", async (world) => {
    await world.campaigns(campaign("a"));
    await look(world, looks);
    const query: UniquesQuery = { ranges: [always], by: ["apiKeyId"] };
    sameSet(
      await world.second.readUniques({ ...query, platformIds: ["pf_one"] }),
      [
        { range: 0, apiKeyId: "", n: 2 },
        { range: 0, apiKeyId: "KEY00001", n: 1 },
      ],
      "users of a platform by key",
    );
    same(await world.second.readUniques({ ...query, platformIds: [] }), [], "users of no platform by key");
  }),

  storeCase("any text is a publisher, a platform and a key that users are counted by", async (world) => {
    await world.campaigns(campaign("a"));
    await look(
      world,
      hostileIds.map((id) => on(id, id, id, id)),
    );
    const query: UniquesQuery = { ranges: [always], by: fields };
    sameSet(
      await world.second.readUniques(query),
      hostileIds.map((id) => ({ range: 0, publisherId: id, platformId: id, apiKeyId: id, n: 1 })),
      "users by any text",
    );
  }),

  storeCase(`${maxBatch} platforms and keys are counted at once`, async (world) => {
    await world.campaigns(campaign("a"));
    const many = Array.from({ length: maxBatch }, (_, n) =>
      on("acme", `pf_${n % 64}`, `KEY${n}`, `user-${n}`),
    );
    await look(world, many);
    const counted = await world.second.readUniques({ ranges: [always], by: fields });
    sameSet(
      counted,
      many.map(({ userKey: _, network: __, ...names }) => ({ range: 0, ...names, n: 1 })),
      "users",
    );
  }),
];
