import type { CatalogDelta } from "../../../core/storage/catalog-change.ts";
import type { Store } from "../../../core/storage/store.ts";
import { check, fail, same, sameSet } from "../assert.ts";
import {
  apiKey,
  campaign,
  creativeIdOf,
  creativeVersion,
  platform,
  publisher,
  topic,
  versionIdOf,
} from "../fixtures.ts";
import type { StoreCase } from "../harness.ts";
import { storeCase } from "../world.ts";

async function changes(store: Store, since?: string): Promise<CatalogDelta> {
  return (await store.catalogChanges(since)).delta ?? fail("catalogChanges says that nothing changed");
}

/** The ids in a delta, by kind. */
function idsOf(delta: CatalogDelta): unknown {
  const ids = (rows: readonly { readonly id: string }[]): readonly string[] =>
    rows.map(({ id }) => id).sort();
  return {
    publishers: ids(delta.publishers),
    platforms: ids(delta.platforms),
    apiKeys: ids(delta.apiKeys),
    campaigns: ids(delta.campaigns),
    creatives: delta.creatives.map(({ versionId }) => versionId).sort(),
    topics: ids(delta.topics),
    removed: delta.removed.map(({ kind, id }) => `${kind} ${id}`).sort(),
  };
}

const nothing = {
  publishers: [],
  platforms: [],
  apiKeys: [],
  campaigns: [],
  creatives: [],
  topics: [],
  removed: [],
};

export const catalogCases: readonly StoreCase[] = [
  storeCase("the store tells its time, whether something changed or not", async (world) => {
    const { first, second, clock } = world;
    same((await second.catalogChanges()).at, clock.now(), "time beside everything");
    clock.advance(7_200_000);
    const { version } = await first.readCatalog();
    same(await second.catalogChanges(version), { at: clock.now(), delta: undefined }, "time beside nothing");
    clock.advance(-3_600_000);
    await world.change({ publishers: [publisher()] });
    same((await second.catalogChanges(version)).at, clock.now(), "time of a clock that was set back");
  }),

  storeCase("an applied change is read back unchanged", async (world) => {
    const rich = campaign("a", {
      totalBudgetMicros: 1_000,
      dailyBudgetMicros: 100,
      startsAt: "2026-03-01T00:00:00Z",
      endsAt: "2026-04-01T00:00:00+02:00",
      timeZone: "Europe/Berlin",
      hours: [{ days: [1, 7], from: 8, to: 24 }],
      languages: ["en", "pt-BR"],
      formats: ["text", "quiz"],
      placements: ["chat"],
      platforms: ["pf_one"],
      topics: ["topic-1"],
      frequencyCap: { impressions: 3, window: "day" },
      premium: "only",
      weight: 1_000,
    });
    const version = creativeVersion("a");
    const upserts = {
      publishers: [publisher()],
      platforms: [platform()],
      campaigns: [rich, campaign("b", { frequencyCap: { impressions: 1, window: 60_000 } })],
      creatives: [version],
      topics: [topic({ phrases: { en: ["é", "日本"], ["__proto__"]: ["x"] } })],
    };
    same((await world.change(upserts)).outcome, "applied", "outcome");
    const { catalog } = await world.second.readCatalog();
    sameSet(catalog.publishers, upserts.publishers, "publishers");
    sameSet(catalog.platforms, upserts.platforms, "platforms");
    sameSet(catalog.campaigns, upserts.campaigns, "campaigns");
    sameSet(catalog.creatives, [version.creative], "creatives");
    sameSet(catalog.topics, upserts.topics, "topics");
    const delta = await changes(world.second);
    sameSet(delta.campaigns, upserts.campaigns, "campaigns of the delta");
    sameSet(delta.creatives, [version], "creatives of the delta");
    sameSet(delta.topics, upserts.topics, "topics of the delta");
  }),

  storeCase("an empty store has an empty catalogue and a version", async ({ first, second }) => {
    const { version, catalog } = await first.readCatalog();
    same(catalog, { publishers: [], platforms: [], campaigns: [], creatives: [], topics: [] }, "catalogue");
    const delta = await changes(second);
    same([delta.version, delta.reload, idsOf(delta)], [version, true, nothing], "delta");
    same((await first.catalogChanges(version)).delta, undefined, "changes since the version");
  }),

  storeCase("without a version everything is returned, as a reload", async (world) => {
    await world.campaigns(campaign("a"), campaign("b"));
    await world.first.addApiKey(apiKey("KEY00001", 1));
    await world.change({}, [
      { kind: "campaign", id: "b" },
      { kind: "creative", id: creativeIdOf("b") },
    ]);
    const delta = await changes(world.second);
    same(delta.reload, true, "reload");
    same(
      idsOf(delta),
      {
        ...nothing,
        publishers: ["publisher-1"],
        platforms: ["pf_one"],
        apiKeys: ["KEY00001"],
        campaigns: ["a"],
        creatives: ["v1-a"],
      },
      "ids",
    );
    same((await world.first.readCatalog()).version, delta.version, "version");
  }),

  storeCase("a version that the store does not know gets everything", async (world) => {
    await world.campaigns(campaign("a"));
    for (const unknown of ["no such version", "", "__proto__", "9007199254740993", "-1", "0x1"]) {
      const delta = await changes(world.first, unknown);
      same(
        [delta.reload, delta.campaigns.length, delta.removed],
        [true, 1, []],
        `since ${JSON.stringify(unknown)}`,
      );
    }
  }),

  storeCase("no delta is returned when nothing changed", async (world) => {
    await world.campaigns(campaign("a"));
    const { version } = await changes(world.first);
    await world.issue(["a"]);
    same((await world.first.catalogChanges(version)).delta, undefined, "changes on the first store");
    same((await world.second.catalogChanges(version)).delta, undefined, "changes on the second store");
  }),

  storeCase("a known version gets the changes since it, and no more", async (world) => {
    await world.campaigns(campaign("a"), campaign("b"), campaign("c"));
    await world.change({ topics: [topic()] });
    const { version } = await changes(world.second);
    const edited = campaign("b", { name: "Renamed" });
    await world.change({ campaigns: [edited, campaign("d")] }, [{ kind: "campaign", id: "c" }]);
    const delta = await changes(world.second, version);
    same(delta.reload, false, "reload");
    same(idsOf(delta), { ...nothing, campaigns: ["b", "d"], removed: ["campaign c"] }, "ids");
    same(
      delta.campaigns.find(({ id }) => id === "b"),
      edited,
      "edited campaign",
    );
    same((await world.second.catalogChanges(delta.version)).delta, undefined, "changes since the delta");
  }),

  storeCase("changes of several applies since one version are returned together", async (world) => {
    await world.campaigns(campaign("a"), campaign("b"));
    const { version } = await changes(world.first);
    await world.change({ campaigns: [campaign("a", { name: "Second" })], topics: [topic()] });
    await world.change({ campaigns: [campaign("a", { name: "Third" }), campaign("c")] });
    await world.change({}, [
      { kind: "topic", id: "topic-1" },
      { kind: "campaign", id: "c" },
    ]);
    const delta = await changes(world.first, version);
    same(
      delta.campaigns.map(({ id, name }) => [id, name]),
      [["a", "Third"]],
      "campaigns",
    );
    const gone = delta.removed.map(({ kind, id }) => `${kind} ${id}`);
    check(
      gone.every((ref) => ["topic topic-1", "campaign c"].includes(ref)),
      `removed: ${gone.join(", ")}`,
    );
    same(delta.topics, [], "topics");
  }),

  storeCase(
    "an entity that was removed and stored again is returned as present, not as removed",
    async (world) => {
      await world.campaigns(campaign("a"));
      const { version } = await changes(world.first);
      await world.change({}, [{ kind: "campaign", id: "a" }]);
      const gone = await changes(world.first, version);
      same(idsOf(gone), { ...nothing, removed: ["campaign a"] }, "ids after the removal");
      await world.change({ campaigns: [campaign("a", { name: "Again" })] });
      for (const since of [version, gone.version]) {
        const back = await changes(world.second, since);
        same(idsOf(back), { ...nothing, campaigns: ["a"] }, "ids after it came back");
      }
    },
  ),

  storeCase("every kind of thing can be removed", async (world) => {
    await world.campaigns(campaign("a"));
    await world.change({ topics: [topic()] });
    const { version } = await changes(world.first);
    await world.change({}, [
      { kind: "creative", id: creativeIdOf("a") },
      { kind: "campaign", id: "a" },
      { kind: "topic", id: "topic-1" },
      { kind: "platform", id: "pf_one" },
      { kind: "publisher", id: "publisher-1" },
    ]);
    const delta = await changes(world.second, version);
    const removed = [
      "campaign a",
      "creative cr-a",
      "platform pf_one",
      "publisher publisher-1",
      "topic topic-1",
    ];
    same(idsOf(delta), { ...nothing, removed }, "ids");
    const { catalog } = await world.second.readCatalog();
    same(catalog, { publishers: [], platforms: [], campaigns: [], creatives: [], topics: [] }, "catalogue");
  }),

  storeCase("a delta has only the current version of an edited creative", async (world) => {
    await world.campaigns(campaign("a"));
    const { version } = await changes(world.first);
    await world.change({ creatives: [creativeVersion("a", 2)] });
    await world.change({ creatives: [creativeVersion("a", 3)] });
    const wanted = { ...nothing, creatives: [versionIdOf("a", 3)] };
    same(idsOf(await changes(world.second, version)), wanted, "ids since the first version");
    same((await changes(world.second)).creatives, [creativeVersion("a", 3)], "creatives of everything");
    same(
      (await world.first.readCatalog()).catalog.creatives,
      [creativeVersion("a", 3).creative],
      "creatives",
    );
  }),

  storeCase(
    "a creative version is kept when its creative is edited and when it is removed",
    async (world) => {
      await world.campaigns(campaign("a"));
      const { creativeVersionId } = await world.issue(["a"]);
      const kept = creativeVersion("a");
      same(kept.versionId, creativeVersionId, "version of the delivery");
      await world.change({ creatives: [creativeVersion("a", 2)] });
      same(
        await world.second.readCreatives([creativeVersionId, "v2-a"]),
        [kept, creativeVersion("a", 2)],
        "edited",
      );
      await world.change({}, [
        { kind: "creative", id: creativeIdOf("a") },
        { kind: "campaign", id: "a" },
      ]);
      same(await world.second.readCreatives([creativeVersionId]), [kept], "removed");
    },
  ),

  storeCase("a creative can go back to an earlier version", async (world) => {
    await world.campaigns(campaign("a"));
    await world.change({ creatives: [creativeVersion("a", 2)] });
    const { version } = await changes(world.first);
    await world.change({ creatives: [creativeVersion("a", 1)] });
    same(
      (await changes(world.first, version)).creatives,
      [creativeVersion("a", 1)],
      "creatives of the delta",
    );
  }),

  storeCase("a reader never sees a half of one change", async (world) => {
    await world.campaigns(campaign("a"), campaign("b"));
    const edition = (n: number): string => `Edition ${n}`;
    const writer = async (): Promise<void> => {
      for (let n = 1; n <= 20; n += 1) {
        const name = edition(n);
        await world.change({
          campaigns: [campaign("a", { name }), campaign("b", { name })],
          topics: [topic({ name })],
        });
      }
    };
    const reader = async (): Promise<void> => {
      for (let n = 0; n < 20; n += 1) {
        const { topics, campaigns } = await changes(world.second);
        const names = new Set([...topics, ...campaigns].map(({ name }) => name));
        check(names.size === 1 || topics.length === 0, `one change, several names: ${[...names].join(", ")}`);
      }
    };
    await Promise.all([writer(), reader(), reader()]);
  }),
];
