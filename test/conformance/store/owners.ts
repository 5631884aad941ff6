import type { OwnerFilter } from "../../../core/storage/counts.ts";
import { check, fail, same } from "../assert.ts";
import {
  campaign,
  choice,
  click,
  count,
  creativeVersion,
  platform,
  press,
  publisher,
  topic,
  unadjusted,
} from "../fixtures.ts";
import type { StoreCase } from "../harness.ts";
import { recorded, storeCase, type World } from "../world.ts";
import { hostileIds } from "./hostile.ts";

const max = Number.MAX_SAFE_INTEGER;
const allCounts = { from: 0, to: max, metrics: ["issued"], by: [], limit: 10 } as const;

/** Four deliveries that differ in publisher, advertiser and key, each seen and charged; and a count for each. */
async function fourOwners(world: World): Promise<void> {
  await world.campaigns(campaign("a"));
  const owners = [
    ["acme", "Tea", "", 1],
    ["acme", "Coffee", "KEY00001", 2],
    ["bolt", "Tea", "KEY00002", 4],
    ["bolt", "Coffee", "KEY00002", 8],
  ] as const;
  for (const [publisherId, advertiser, apiKeyId, n] of owners) {
    const wish = choice("a", n, { advertiser, publisherMicros: 0 });
    const { id } = await world.issue([wish], { publisherId, apiKeyId, userKey: `user-${n}` });
    recorded(await world.record(press(id)), true);
    await world.first.addCounts([
      count({ metric: "issued", publisherId, advertiser, apiKeyId, campaignId: "a", n }),
    ]);
  }
}

const filters: readonly (readonly [OwnerFilter, readonly number[]])[] = [
  [{}, [1, 2, 4, 8]],
  [{ publisherIds: ["acme"] }, [1, 2]],
  [{ publisherIds: ["bolt", "nobody"] }, [4, 8]],
  [{ publisherIds: ["acme", "bolt"] }, [1, 2, 4, 8]],
  [{ advertisers: ["Tea"] }, [1, 4]],
  [{ apiKeyIds: ["KEY00002"] }, [4, 8]],
  [{ apiKeyIds: [""] }, [1]],
  [{ publisherIds: ["bolt"], advertisers: ["Coffee"] }, [8]],
  [{ publisherIds: ["acme"], apiKeyIds: ["KEY00002"] }, []],
  [{ publisherIds: ["acme"], platformIds: ["pf_one"], campaignIds: ["a"] }, [1, 2]],
  [{ publisherIds: ["acme"], platformIds: ["pf_two"] }, []],
  [{ publisherIds: [] }, []],
  [{ advertisers: [] }, []],
  [{ apiKeyIds: [] }, []],
  [{ publisherIds: ["nobody"] }, []],
  [{ publisherIds: undefined, advertisers: undefined, apiKeyIds: undefined }, [1, 2, 4, 8]],
];

export const ownerCases: readonly StoreCase[] = [
  storeCase("a delivery keeps publisher, advertiser and key of its issue", async (world) => {
    await world.campaigns(campaign("a", { advertiser: "Tea" }));
    const wish = choice("a", 100, { advertiser: "Tea" });
    const { id } = await world.issue([wish], { publisherId: "acme", apiKeyId: "KEY00001" });
    await world.change({
      publishers: [publisher({ id: "bolt" })],
      platforms: [platform({ publisherId: "bolt" })],
      campaigns: [campaign("a", { advertiser: "Coffee" })],
    });
    const { publisherId, advertiser, apiKeyId } = recorded(await world.record(press(id)), true);
    same([publisherId, advertiser, apiKeyId], ["acme", "Tea", "KEY00001"], "owners after the event");
    const found = await world.find(id, world.second);
    same(
      [found.publisherId, found.advertiser, found.apiKeyId],
      ["acme", "Tea", "KEY00001"],
      "owners as read",
    );
    const later = await world.issue([choice("a", 100, { advertiser: "Coffee" })], { publisherId: "bolt" });
    same([later.publisherId, later.advertiser, later.apiKeyId], ["bolt", "Coffee", ""], "owners afterwards");
  }),

  storeCase("a charge keeps publisher, advertiser and key of its issue", async (world) => {
    await world.campaigns(campaign("a"));
    const wish = choice("a", 100, { advertiser: "Tea" });
    const fields = { publisherId: "acme", apiKeyId: "KEY00001" } as const;
    const web = await world.issue([wish], fields);
    const bot = await world.issue([wish], { ...fields, surface: "bot" });
    await world.change({ platforms: [platform({ publisherId: "bolt" })] });
    await world.change({}, [{ kind: "platform", id: "pf_one" }]);
    recorded(await world.record(press(web.id)), true);
    recorded(await world.record(click(bot.id)), true);
    const by = ["publisherId", "advertiser", "apiKeyId"] as const;
    const money = { charges: 2, spentMicros: 200, publisherMicros: 100, operatorMicros: 100, ...unadjusted };
    same(
      await world.second.readCharges({ from: 0, to: max, by, limit: 10 }),
      [{ ...fields, advertiser: "Tea", ...money }],
      "charges",
    );
  }),

  storeCase("charges, statistics, users and deliveries are read of the requested owners", async (world) => {
    await fourOwners(world);
    for (const [filter, wanted] of filters) {
      const name = JSON.stringify(filter);
      const sum = wanted.reduce((total, n) => total + n, 0);
      const charges = await world.second.readCharges({ from: 0, to: max, by: [], limit: 10, ...filter });
      same(charges[0]?.spentMicros ?? 0, sum, `charges of ${name}`);
      const counts = await world.second.readCounts({ ...allCounts, ...filter });
      same(counts[0]?.n ?? 0, sum, `statistics of ${name}`);
      const users = await world.second.readUniques({ ranges: [{ from: 0, to: max }], ...filter });
      same(users, [{ range: 0, n: wanted.length }], `users of ${name}`);
      const recent = await world.second.readRecentDeliveries({ limit: 10, ...filter });
      same(recent.map(({ priceMicros }) => priceMicros).sort(), [...wanted].sort(), `deliveries of ${name}`);
    }
  }),

  storeCase("any text is a publisher, an advertiser and an API key of its own", async (world) => {
    await world.campaigns(campaign("a"));
    for (const id of hostileIds) {
      const wish = choice("a", 2, { advertiser: id });
      const delivery = await world.issue([wish], { publisherId: id, apiKeyId: id, userKey: id });
      recorded(await world.record(press(delivery.id)), true);
      const owner = { publisherId: id, advertiser: id, apiKeyId: id };
      await world.first.addCounts([count({ metric: "issued", ...owner, n: 1 })]);
    }
    for (const id of hostileIds) {
      for (const filter of [{ publisherIds: [id] }, { advertisers: [id] }, { apiKeyIds: [id] }]) {
        const name = JSON.stringify(filter);
        const charges = await world.second.readCharges({ from: 0, to: max, by: [], limit: 10, ...filter });
        same(charges[0]?.charges, 1, `charges of ${name}`);
        const counts = await world.second.readCounts({ ...allCounts, ...filter });
        same(counts, [{ n: 1 }], `statistics of ${name}`);
        const users = await world.second.readUniques({ ranges: [{ from: 0, to: max }], ...filter });
        same(users, [{ range: 0, n: 1 }], `users of ${name}`);
        const recent = await world.second.readRecentDeliveries({ limit: 10, ...filter });
        same(
          recent.map((one) => [one.publisherId, one.advertiser, one.apiKeyId]),
          [[id, id, id]],
          `deliveries of ${name}`,
        );
      }
    }
  }),

  storeCase("a removed entity is read as it last stood", async (world) => {
    const { first, second } = world;
    const creative = creativeVersion("a", 2);
    await world.change({
      publishers: [publisher()],
      platforms: [platform()],
      topics: [topic()],
      campaigns: [campaign("a")],
      creatives: [creativeVersion("a")],
    });
    const stood = {
      publisher: publisher({ name: "Renamed" }),
      platform: platform({ status: "disabled", revenueShareBps: 3_000 }),
      campaign: campaign("a", { advertiser: "Tea", priceMicros: 0 }),
      topic: topic({ name: "Renamed" }),
    };
    await world.change({
      publishers: [stood.publisher],
      platforms: [stood.platform],
      topics: [stood.topic],
      campaigns: [stood.campaign],
      creatives: [creative],
    });
    const refs = [
      { kind: "creative", id: creative.creative.id },
      { kind: "campaign", id: "a" },
      { kind: "platform", id: "pf_one" },
      { kind: "publisher", id: "publisher-1" },
      { kind: "topic", id: "topic-1" },
      { kind: "campaign", id: "never" },
      { kind: "platform", id: "a" },
    ] as const;
    same(
      await second.readRemoved(refs),
      refs.map(() => undefined),
      "while all of it is there",
    );
    await world.change({}, refs);
    same(
      await second.readRemoved(refs),
      [
        { kind: "creative", entity: creative.creative },
        { kind: "campaign", entity: stood.campaign },
        { kind: "platform", entity: stood.platform },
        { kind: "publisher", entity: stood.publisher },
        { kind: "topic", entity: stood.topic },
        undefined,
        undefined,
      ],
      "once it is removed",
    );
    await world.change({}, refs);
    check((await first.readRemoved([refs[1]]))[0]?.entity !== undefined, "removing it again changes nothing");
    await world.change({ platforms: [platform({ publisherId: "bolt" })] });
    same(
      await second.readRemoved([{ kind: "platform", id: "pf_one" }]),
      [undefined],
      "once it is stored again",
    );
    await world.change({}, [{ kind: "platform", id: "pf_one" }]);
    const [again] = await second.readRemoved([{ kind: "platform", id: "pf_one" }]);
    const owner = again?.kind === "platform" ? again.entity?.publisherId : fail("the platform is not known");
    same(owner, "bolt", "the owner when it was removed last");
  }),

  storeCase("a removed entity is known as long as the store exists", async (world) => {
    await world.campaigns(campaign("a"));
    const refs = [
      { kind: "platform", id: "pf_one" },
      { kind: "publisher", id: "publisher-1" },
      { kind: "campaign", id: "a" },
    ] as const;
    await world.change({}, refs);
    for (let year = 0; year < 10; year += 1) {
      world.clock.advance(366 * 86_400_000);
      await world.first.releaseExpired(512);
    }
    same(
      await world.second.readRemoved(refs),
      [
        { kind: "platform", entity: platform() },
        { kind: "publisher", entity: publisher() },
        { kind: "campaign", entity: campaign("a") },
      ],
      "after ten years",
    );
  }),
];
