import type { BudgetFloor, CatalogChange } from "../../../core/storage/catalog-change.ts";
import { check, fail, same, sameSet } from "../assert.ts";
import { campaign, creativeVersion, platform, publisher, seen, topic } from "../fixtures.ts";
import type { StoreCase } from "../harness.ts";
import { balance, inBalance, race, recorded, storeCase, type World } from "../world.ts";

async function floors(
  world: World,
  ...campaigns: CatalogChange["upserts"]["campaigns"]
): Promise<readonly BudgetFloor[]> {
  const answer = await world.change({ campaigns });
  return answer.outcome === "budget_below_floor"
    ? answer.floors
    : fail(`expected a refusal, got ${answer.outcome}`);
}

/** 100 spent and 100 held by `a`, all of it today. */
async function spendSome(world: World): Promise<void> {
  const { id } = await world.issue(["a"]);
  await world.issue(["a"]);
  world.clock.advance(1_000);
  recorded(await world.record(seen(id)), true);
}

export const applyCases: readonly StoreCase[] = [
  storeCase("a change of another version is a conflict and changes nothing", async (world) => {
    const { version: stale } = await world.first.readCatalog();
    await world.campaigns(campaign("a"));
    const before = await world.first.readCatalog();
    const answer = await world.second.applyCatalog({
      expectedVersion: stale,
      upserts: {
        publishers: [],
        platforms: [],
        campaigns: [campaign("b")],
        creatives: [creativeVersion("b")],
        topics: [],
      },
      removals: [{ kind: "campaign", id: "a" }],
    });
    same(answer, { outcome: "conflict", version: before.version }, "answer");
    same(await world.first.readCatalog(), before, "catalogue");
    same(await world.first.readCreatives(["v1-b"]), [undefined], "creative of the refused change");
    same((await world.first.catalogChanges(before.version)).delta, undefined, "changes");
  }),

  storeCase("an applied change answers with the new version", async (world) => {
    const { version } = await world.first.readCatalog();
    const answer = await world.change({ campaigns: [campaign("a")] });
    check(answer.outcome === "applied" && answer.version !== version, `answer: ${JSON.stringify(answer)}`);
    same((await world.second.readCatalog()).version, answer.version, "version that is read");
  }),

  storeCase("of 64 racing changes of one version one is applied", async (world) => {
    const { version } = await world.first.readCatalog();
    const answers = await race(world, 64, (store, index) =>
      store.applyCatalog({
        expectedVersion: version,
        upserts: {
          publishers: [publisher({ name: `Publisher ${index}` })],
          platforms: [],
          campaigns: [campaign(`c${index}`)],
          creatives: [],
          topics: [topic({ name: `Publisher ${index}` })],
        },
        removals: [],
      }),
    );
    const winner = answers.findIndex(({ outcome }) => outcome === "applied");
    same(answers.filter(({ outcome }) => outcome === "applied").length, 1, "changes applied");
    same(answers.filter(({ outcome }) => outcome === "conflict").length, 63, "conflicts");
    const { catalog } = await world.second.readCatalog();
    same(
      catalog.campaigns.map(({ id }) => id),
      [`c${winner}`],
      "campaigns",
    );
    same(
      [...catalog.publishers, ...catalog.topics].map(({ name }) => name),
      Array(2).fill(`Publisher ${winner}`),
      "names",
    );
  }),

  storeCase("a total budget below the spent and held amounts is refused with its floor", async (world) => {
    await world.campaigns(campaign("a", { totalBudgetMicros: 1_000 }));
    await spendSome(world);
    same(
      await floors(world, campaign("a", { totalBudgetMicros: 199 })),
      [{ campaignId: "a", field: "totalBudgetMicros", floorMicros: 200 }],
      "floors",
    );
    await world.campaigns(campaign("a", { totalBudgetMicros: 200 }));
    await world.refuse(["a"]);
    await balance(world, "a", 100, 100);
  }),

  storeCase(
    "a daily budget below the spent and held amounts of the day is refused with its floor",
    async (world) => {
      await world.campaigns(campaign("a", { dailyBudgetMicros: 1_000 }));
      await spendSome(world);
      same(
        await floors(world, campaign("a", { dailyBudgetMicros: 0 })),
        [{ campaignId: "a", field: "dailyBudgetMicros", floorMicros: 200 }],
        "floors",
      );
      await world.campaigns(campaign("a", { dailyBudgetMicros: 200 }));
      await world.refuse(["a"]);
    },
  ),

  storeCase("a daily budget may be lowered below the spent amounts of earlier days", async (world) => {
    await world.campaigns(campaign("a", { dailyBudgetMicros: 1_000 }));
    await spendSome(world);
    world.clock.advance(24 * 3_600_000);
    same(
      (await world.change({ campaigns: [campaign("a", { dailyBudgetMicros: 1 })] })).outcome,
      "applied",
      "outcome",
    );
    await inBalance(world, "a", 1);
  }),

  storeCase("every campaign and budget below its floor is named", async (world) => {
    await world.campaigns(campaign("a"), campaign("b"), campaign("c"));
    await spendSome(world);
    await world.issue(["b"]);
    sameSet(
      await floors(
        world,
        campaign("a", { totalBudgetMicros: 199, dailyBudgetMicros: 10 }),
        campaign("b", { dailyBudgetMicros: 99, totalBudgetMicros: 100 }),
        campaign("c", { totalBudgetMicros: 0 }),
      ),
      [
        { campaignId: "a", field: "totalBudgetMicros", floorMicros: 200 },
        { campaignId: "a", field: "dailyBudgetMicros", floorMicros: 200 },
        { campaignId: "b", field: "dailyBudgetMicros", floorMicros: 100 },
      ],
      "floors",
    );
  }),

  storeCase("a change that one budget refuses is applied in no part", async (world) => {
    await world.campaigns(campaign("a"), campaign("b"));
    await world.issue(["a"]);
    const before = await world.first.readCatalog();
    const answer = await world.change(
      {
        publishers: [publisher({ name: "Renamed" }), publisher({ id: "publisher-2" })],
        platforms: [platform({ name: "Renamed" })],
        campaigns: [campaign("new"), campaign("a", { totalBudgetMicros: 99 })],
        creatives: [creativeVersion("a", 2)],
        topics: [topic()],
      },
      [{ kind: "campaign", id: "b" }],
    );
    same(answer.outcome, "budget_below_floor", "outcome");
    same(await world.second.readCatalog(), before, "catalogue");
    same((await world.second.catalogChanges(before.version)).delta, undefined, "changes");
    same(await world.second.readCreatives(["v2-a"]), [undefined], "creative of the refused change");
    same(await world.second.readSpend(["new"]), [undefined], "spend of the refused campaign");
    same(await world.refuse(["new"]), ["no_campaign"], "reasons");
    await world.issue(["b"]);
  }),

  storeCase("a change that the store cannot take leaves everything of it or nothing", async (world) => {
    await world.campaigns(campaign("a"));
    const before = await world.first.readCatalog();
    // The core's runtime may know a zone that the store's does not.
    const campaigns = [campaign("b"), campaign("c", { timeZone: "Mars/Olympus_Mons" }), campaign("d")];
    const upserts = {
      publishers: [],
      platforms: [],
      campaigns,
      creatives: [creativeVersion("b")],
      topics: [topic()],
    };
    const applied = await world.first
      .applyCatalog({ expectedVersion: before.version, upserts, removals: [] })
      .then(
        ({ outcome }) => outcome === "applied",
        () => false,
      );
    const after = await world.second.readCatalog();
    if (!applied) same(after, before, "catalogue after a refusal");
    same(
      after.catalog.campaigns.map(({ id }) => id).sort(),
      applied ? ["a", "b", "c", "d"] : ["a"],
      "campaigns",
    );
    same(after.catalog.topics.length, applied ? 1 : 0, "topics");
    const [version] = await world.second.readCreatives(["v1-b"]);
    same(version !== undefined, applied, "creative version is there");
  }),

  storeCase("pausing is possible whatever was spent", async (world) => {
    await world.campaigns(campaign("a", { totalBudgetMicros: 200, dailyBudgetMicros: 200 }));
    await spendSome(world);
    const paused = campaign("a", { totalBudgetMicros: 200, dailyBudgetMicros: 200, status: "paused" });
    same((await world.change({ campaigns: [paused] })).outcome, "applied", "outcome");
    await balance(world, "a", 100, 100);
  }),

  storeCase("a campaign that comes back keeps its spent amount", async (world) => {
    await world.campaigns(campaign("a", { totalBudgetMicros: 1_000 }));
    await spendSome(world);
    await world.change({}, [{ kind: "campaign", id: "a" }]);
    same(
      await floors(world, campaign("a", { totalBudgetMicros: 150 })),
      [{ campaignId: "a", field: "totalBudgetMicros", floorMicros: 200 }],
      "floors",
    );
    await world.campaigns(campaign("a", { totalBudgetMicros: 300 }));
    await balance(world, "a", 100, 100);
    await world.issue(["a"]);
    await world.refuse(["a"]);
  }),

  storeCase("removing a campaign keeps its deliveries and its charges", async (world) => {
    await world.campaigns(campaign("a"));
    const { id } = await world.issue(["a"]);
    world.clock.advance(1_000);
    const delivery = recorded(await world.record(seen(id)), true);
    same((await world.change({}, [{ kind: "campaign", id: "a" }])).outcome, "applied", "outcome");
    same(await world.find(id, world.second), delivery, "delivery");
    await inBalance(world, "a", 1);
  }),

  storeCase("a lowered budget and racing orders never leave less than is held", async (world) => {
    await world.campaigns(campaign("a", { totalBudgetMicros: 3_200 }));
    const lower = async (): Promise<void> => {
      for (let budget = 3_000; budget >= 200; budget -= 400) {
        await world.change({ campaigns: [campaign("a", { totalBudgetMicros: budget })] });
      }
    };
    const ordering = race(world, 32, async (store, index) => {
      const [id] = world.newIds(1);
      if (id === undefined) return;
      await store.issue([
        {
          deliveryId: id,
          surface: "web",
          publisherId: "publisher-1",
          platformId: "pf_one",
          placement: "chat",
          apiKeyId: "",
          userKey: `user-${index}`,
          language: "en",
          mark: "",
          network: "",
          choices: [
            {
              campaignId: "a",
              advertiser: "An advertiser",
              creativeVersionId: "v1-a",
              format: "text",
              priceMicros: 100,
              publisherMicros: 50,
            },
          ],
        },
      ]);
    });
    await Promise.all([lower(), ordering]);
    const { catalog } = await world.first.readCatalog();
    const budget = catalog.campaigns.find(({ id }) => id === "a")?.totalBudgetMicros ?? 0;
    const { heldMicros } = await world.spend("a");
    check(heldMicros <= budget, `held ${heldMicros} of a budget of ${budget}`);
    await inBalance(world, "a", 0);
  }),
];
