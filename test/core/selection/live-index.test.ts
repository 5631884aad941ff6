import { describe, expect, it } from "vitest";
import type { Campaign, CreativeVersion } from "../../../core/catalog/entities.ts";
import type { Slot } from "../../../core/selection/eligibility.ts";
import { createLiveIndex, type LiveIndex } from "../../../core/selection/live-index.ts";
import { select } from "../../../core/selection/select.ts";
import { estimateRates, type RateOf } from "../../../core/selection/view-rate.ts";
import { campaign, platform } from "../../conformance/fixtures.ts";
import { seededDraw } from "../seeded.ts";
import { settled } from "../settled.ts";
import { catalogOf, noon, slot, sureOf, version } from "./scenery.ts";

const hourMs = 3_600_000;

/** More than are compiled at once. */
const manyCampaigns = Array.from({ length: 3_000 }, (_, index) =>
  campaign(`c${index}`, { priceMicros: 10_000 - index }),
);

interface Scene {
  readonly liveIndex: LiveIndex;
  readonly catalog: { campaigns: Map<string, Campaign>; creatives: Map<string, CreativeVersion> };
  /** Campaigns of the three choices. */
  readonly chosen: (now?: number, asked?: Partial<Slot>) => readonly string[];
  readonly change: (campaigns: readonly Campaign[], creatives?: readonly CreativeVersion[]) => void;
  readonly remove: (campaignId: string) => void;
  /** How often the making of an index let others have their turn. */
  readonly pauses: () => number;
}

function scene(campaigns: readonly Campaign[] = manyCampaigns): Scene {
  const creatives = campaigns.map(({ id }) => version(id));
  const catalog = catalogOf(campaigns, creatives);
  let pauses = 0;
  const liveIndex = createLiveIndex({
    draw: seededDraw(1),
    pause: async () => {
      pauses += 1;
      await settled();
    },
    onFailed: (error) => {
      throw error;
    },
  });
  const tell = (touched: readonly string[], changed: readonly CreativeVersion[] = []): void =>
    liveIndex.change({ catalog, isReload: false, touched: new Set(touched), creatives: changed });
  liveIndex.change({ catalog, isReload: true, touched: new Set(), creatives });
  return {
    liveIndex,
    catalog,
    pauses: () => pauses,
    chosen: (now = noon, asked = {}) => {
      const selection = select(liveIndex, slot({ now, ...asked }), seededDraw(1));
      return selection.selected ? selection.choices.map((choice) => choice.campaign.id) : [selection.reason];
    },
    change: (changed, versions = []) => {
      for (const item of changed) catalog.campaigns.set(item.id, item);
      for (const item of versions) catalog.creatives.set(item.creative.id, item);
      tell(
        [...changed.map(({ id }) => id), ...versions.map(({ creative }) => creative.campaignId)],
        versions,
      );
    },
    remove: (campaignId) => {
      catalog.campaigns.delete(campaignId);
      tell([campaignId]);
    },
  };
}

describe("a campaign that leaves", () => {
  it.each([1, 40, 3_000])("is not chosen from that moment, and is when it enters, among %i", (count) => {
    const { liveIndex, chosen } = scene(manyCampaigns.slice(0, count));
    liveIndex.active.leave("c0", "pacing");
    expect(chosen()).not.toContain("c0");
    liveIndex.active.enter("c0");
    expect(chosen()[0]).toBe("c0");
  });

  it("for two reasons is out until both have ended, for the one that weighs most", () => {
    const { liveIndex, chosen } = scene();
    liveIndex.active.leave("c0", "daily_budget");
    liveIndex.active.leave("c0", "pacing");
    expect(liveIndex.active.reasonOf("c0")).toBe("daily_budget");
    liveIndex.active.enter("c0", "daily_budget");
    expect(liveIndex.active.reasonOf("c0")).toBe("pacing");
    expect(chosen()).not.toContain("c0");
    liveIndex.active.enter("c0", "pacing");
    expect(liveIndex.active.reasonOf("c0")).toBeUndefined();
    expect(chosen()[0]).toBe("c0");
  });

  it("stays out when it is changed, when it was unknown, and when a new index is made", async () => {
    const { liveIndex, change, chosen } = scene();
    liveIndex.active.leave("c0", "budget");
    liveIndex.active.leave("later", "budget");
    change(
      [campaign("c0", { priceMicros: 20_000 }), campaign("later", { priceMicros: 30_000 })],
      [version("later")],
    );
    expect(chosen()[0]).toBe("c1");
    liveIndex.rerank(() => ({ mean: 1, deviation: 0 }));
    liveIndex.active.leave("c1", "budget");
    await liveIndex.settled();
    expect(chosen()[0]).toBe("c2");
    for (const id of ["c0", "c1", "later"]) liveIndex.active.enter(id);
    expect(chosen()).toEqual(["later", "c0", "c1"]);
  });
});

describe("a small change of a large catalogue", () => {
  it("is served at once, without a new index", () => {
    const { change, remove, chosen, pauses, catalog } = scene();
    change([campaign("c7", { priceMicros: 50_000 })]);
    expect(chosen()[0]).toBe("c7");
    change([campaign("c7", { priceMicros: 50_000, status: "paused" })]);
    expect(chosen()[0]).toBe("c0");
    change([campaign("c7", { priceMicros: 50_000 })]);
    expect(chosen()[0]).toBe("c7");
    remove("c7");
    expect(chosen()[0]).toBe("c0");
    change([campaign("new", { priceMicros: 60_000 })]);
    expect(chosen()[0]).toBe("c0");
    change([], [version("new")]);
    expect(chosen()[0]).toBe("new");
    // A campaign that comes back has the creatives that were not removed.
    expect(catalog.creatives.has("cr-c7")).toBe(true);
    change([campaign("c7", { priceMicros: 70_000 })]);
    expect(chosen()[0]).toBe("c7");
    expect(pauses()).toBe(0);
  });

  it.each<[string, Partial<Campaign>]>([
    ["the platform", { excludedPlatforms: ["pf_one"] }],
    ["the placement", { excludedPlacements: ["chat"] }],
    ["a topic of the question", { excludedTopics: ["shoes"] }],
  ])(
    "is served at once where a campaign begins to exclude %s, and where it no longer does",
    async (_, fields) => {
      const { change, chosen, liveIndex } = scene();
      const asked = { topics: sureOf("shoes") };
      expect(chosen(noon, asked)[0]).toBe("c0");
      change([campaign("c0", { priceMicros: 10_000, ...fields })]);
      expect(chosen(noon, asked)).toEqual(["c1", "c2", "c3"]);
      liveIndex.rerank(() => ({ mean: 1, deviation: 0 }));
      await liveIndex.settled();
      expect(chosen(noon, asked)).toEqual(["c1", "c2", "c3"]);
      change([campaign("c0", { priceMicros: 10_000 })]);
      expect(chosen(noon, asked)[0]).toBe("c0");
    },
  );

  it("is served at once where a campaign joins or leaves what a platform excludes", async () => {
    const { change, chosen, liveIndex } = scene();
    const exclusions = { advertisers: new Set(["Rival"]), topics: new Set(["bets"]) };
    const asked = { exclusions, topics: sureOf("bets", "shoes") };
    expect(chosen(noon, asked)[0]).toBe("c0");
    change([
      campaign("c0", { priceMicros: 10_000, advertiser: "Rival" }),
      campaign("c1", { priceMicros: 10_000, topics: ["shoes", "bets"] }),
      campaign("c2", { priceMicros: 10_000, topics: ["shoes"] }),
    ]);
    expect(chosen(noon, asked)).toEqual(["c2", "c3", "c4"]);
    liveIndex.rerank(() => ({ mean: 1, deviation: 0 }));
    await liveIndex.settled();
    expect(chosen(noon, asked)).toEqual(["c2", "c3", "c4"]);
    change([campaign("c0", { priceMicros: 10_000 })]);
    expect(chosen(noon, asked).slice(0, 2)).toEqual(["c2", "c0"]);
  });

  it("shows the new version of a creative, and none of one that was moved to another campaign", () => {
    const { change, chosen, liveIndex } = scene();
    change([], [{ ...version("c0"), versionId: "v2" }]);
    const selection = select(liveIndex, slot(), seededDraw(1));
    expect(selection).toMatchObject({ choices: [{ version: { versionId: "v2" } }, {}, {}] });
    change([manyCampaigns[0] ?? campaign("c0")], [version("c9", { id: "cr-c0" })]);
    expect(chosen()[0]).toBe("c1");
  });

  it("finds the creatives of a campaign that was paused when the index was made", () => {
    const paused = manyCampaigns.map((item) =>
      item.id === "c5" ? { ...item, status: "paused" as const } : item,
    );
    const { change, chosen } = scene(paused);
    change([campaign("c5", { priceMicros: 90_000 })]);
    expect(chosen()[0]).toBe("c5");
  });

  it("folds many of them into a new index in the background, and loses none", async () => {
    const { change, chosen, pauses, liveIndex } = scene();
    for (let round = 0; round < 20; round++) {
      change(
        Array.from({ length: 40 }, (_, n) =>
          campaign(`c${round * 40 + n}`, { priceMicros: 20_000 + round * 40 + n }),
        ),
      );
      if (round % 2 === 0) await settled();
      expect(chosen()[0]).toBe(`c${round * 40 + 39}`);
    }
    await liveIndex.settled();
    expect(pauses()).toBeGreaterThan(0);
    expect(chosen()).toEqual(["c799", "c798", "c797"]);
    expect(
      liveIndex.at(noon).indexes.reduce((sum, index) => sum + listedIn(index.parts.listed.words), 0),
    ).toBe(3_000);
  });
});

function listedIn(words: Uint32Array): number {
  return words.reduce((sum, word) => sum + (word.toString(2).match(/1/g)?.length ?? 0), 0);
}

/** Of c2999 eight in ten ads are seen, of the others one in ten. */
const rates: RateOf = estimateRates(
  { web: { issued: 1_000_000, seen: 100_000 }, bot: { issued: 0, seen: 0 } },
  (id) => ({ issued: 1_000, seen: id === "cr-c2999" ? 800 : 100 }),
);

describe("a large change", () => {
  it("serves the earlier state until the new index is ready, but removed and paused campaigns leave at once", async () => {
    const { change, chosen, liveIndex } = scene();
    change(
      manyCampaigns.map((item, index) => ({
        ...item,
        priceMicros: item.priceMicros + (index >= 2_000 ? 100_000 : 0),
        status: index < 5 ? ("paused" as const) : item.status,
      })),
    );
    expect(chosen()).toEqual(["c5", "c6", "c7"]);
    await liveIndex.settled();
    expect(chosen()).toEqual(["c2000", "c2001", "c2002"]);
  });

  it("that comes while an index is made is in the next one", async () => {
    const { change, chosen, liveIndex } = scene();
    liveIndex.rerank(rates);
    await settled();
    change(
      manyCampaigns.map((item, index) => ({
        ...item,
        status: index < 9 ? ("paused" as const) : item.status,
      })),
    );
    expect(chosen()[0]).toBe("c9");
    await liveIndex.settled();
    expect(chosen()).not.toContain("c0");
    expect(chosen()[0]).toBe("c2999");
  });
});

describe("the advertisers of an index", () => {
  it("are collected in the background once a platform excludes one, and for each later index", async () => {
    const { liveIndex, chosen, catalog, change } = scene();
    const collected = () => liveIndex.at(noon).indexes.map(({ advertisers }) => advertisers?.size);
    const rerank = async () => {
      liveIndex.rerank(() => ({ mean: 1, deviation: 0 }));
      await liveIndex.settled();
    };
    const exclusions = { advertisers: new Set(["Rival"]), topics: new Set<string>() };
    change([campaign("c0", { priceMicros: 10_000, advertiser: "Rival" })]);
    await rerank();
    expect(chosen(noon, { exclusions })[0]).toBe("c1");
    expect(collected()).toEqual([undefined]);
    const platforms = [platform(), { ...platform(), excludedAdvertisers: ["Rival"] }];
    liveIndex.change({ catalog, isReload: false, touched: new Set(), creatives: [], platforms });
    for (let turns = 0; collected()[0] === undefined; turns++) {
      expect(chosen(noon, { exclusions })[0]).toBe("c1");
      expect(turns).toBeLessThan(1_000);
      await settled();
    }
    await liveIndex.settled();
    expect(chosen(noon, { exclusions })[0]).toBe("c1");
    await rerank();
    expect(collected()).toEqual([2]);
    expect(chosen(noon, { exclusions })[0]).toBe("c1");
  });

  it("are those of the platform that asks, however many platforms exclude some", () => {
    const { chosen } = scene(
      manyCampaigns.map((item, index) => ({ ...item, advertiser: `Advertiser ${index}` })),
    );
    const platforms = Array.from({ length: 200 }, (_, index) => ({
      advertisers: new Set([`Advertiser ${index % 3}`, `Advertiser ${index + 3}`]),
      topics: new Set<string>(),
    }));
    for (const [index, exclusions] of [...platforms, ...platforms].entries()) {
      const left = ["c0", "c1", "c2"].filter((id) => id !== `c${(index % 200) % 3}`);
      expect(chosen(noon, { exclusions }).slice(0, 2)).toEqual(left);
    }
  });
});

describe("ranking anew", () => {
  it("serves by the old order until the new one is ready, and lets others have their turn meanwhile", async () => {
    const { liveIndex, chosen, pauses } = scene();
    liveIndex.rerank(rates);
    await settled();
    expect(chosen()[0]).toBe("c0");
    await liveIndex.settled();
    expect(chosen()[0]).toBe("c2999");
    expect(pauses()).toBeGreaterThan(5);
  });

  it("keeps changes that came meanwhile", async () => {
    const { liveIndex, chosen, change, remove } = scene();
    liveIndex.rerank(rates);
    await settled();
    change([campaign("new", { priceMicros: 1_000_000 })], [version("new")]);
    remove("c0");
    expect(chosen().slice(0, 2)).toEqual(["new", "c1"]);
    await liveIndex.settled();
    expect(chosen()[0]).toBe("new");
    expect(chosen()).not.toContain("c0");
  });
});

describe("a change at any point while an index is compiled", () => {
  it.each([1, 8, 14, 20, 23, 26])("is served at once and afterwards, after %i pauses", async (pauses) => {
    const { liveIndex, chosen, change, remove } = scene();
    liveIndex.rerank(() => ({ mean: 1, deviation: 0 }));
    for (let pause = 0; pause < pauses; pause++) await settled();
    remove("c0");
    change([campaign("c1", { priceMicros: 1 }), campaign("c2", { priceMicros: 90_000 })]);
    liveIndex.active.leave("c3", "budget");
    const expected = ["c2", "c4", "c5"];
    expect(chosen()).toEqual(expected);
    await liveIndex.settled();
    expect(chosen()).toEqual(expected);
  });

  it("leaves and enters at every point of it", async () => {
    const { liveIndex, chosen } = scene();
    for (const { id } of manyCampaigns) liveIndex.active.leave(id, "budget");
    liveIndex.rerank(() => ({ mean: 1, deviation: 0 }));
    let isSettled = false;
    const waiting = liveIndex.settled().then(() => {
      isSettled = true;
    });
    const entered: string[] = [];
    for (let turn = 0; !isSettled; turn++) {
      liveIndex.active.enter(`c${turn}`);
      liveIndex.active.enter(`c${turn + 500}`);
      liveIndex.active.leave(`c${turn + 500}`, "daily_budget");
      entered.push(`c${turn}`);
      expect(chosen()).toEqual(entered.slice(0, 3));
      await settled();
    }
    await waiting;
    for (const id of entered) {
      expect(chosen()[0]).toBe(id);
      liveIndex.active.leave(id, "pacing");
    }
    expect(chosen()).toEqual(["daily_budget"]);
  });

  it.each([1, 8, 14, 20, 23, 26])("in bulk is not shown any more, after %i pauses", async (pauses) => {
    const { liveIndex, chosen, change } = scene();
    liveIndex.rerank(() => ({ mean: 1, deviation: 0 }));
    for (let pause = 0; pause < pauses; pause++) await settled();
    change(manyCampaigns.slice(0, 2_000).map((item) => ({ ...item, status: "paused" as const })));
    let turns = 0;
    let isSettled = false;
    const waiting = liveIndex.settled().then(() => {
      isSettled = true;
    });
    while (!isSettled) {
      expect(chosen()).toEqual(["c2000", "c2001", "c2002"]);
      await settled();
      turns += 1;
    }
    await waiting;
    expect(turns).toBeGreaterThan(1);
  });
});

describe("a schedule", () => {
  it.each([10, 3_000])(
    "starts and ends to the millisecond among %i, whatever the clock does in between",
    (count) => {
      const starts = noon + 7 * hourMs + 1;
      const ends = noon + 9 * hourMs + 59_999;
      const { liveIndex, chosen } = scene([
        ...manyCampaigns.slice(0, count),
        campaign("timed", {
          priceMicros: 50_000,
          startsAt: new Date(starts).toISOString(),
          endsAt: new Date(ends).toISOString(),
        }),
      ]);
      const isOn = (now: number): boolean => chosen(now)[0] === "timed";
      expect([starts - 1, starts, ends - 1, ends].map(isOn)).toEqual([false, true, true, false]);
      expect([ends - 1, noon, starts, starts - hourMs, starts + hourMs].map(isOn)).toEqual([
        true,
        false,
        true,
        false,
        true,
      ]);
      expect(liveIndex.active.reasonOf("timed")).toBeUndefined();
    },
  );

  it("is moved on in the background, a quarter of an hour ahead", async () => {
    const { liveIndex, chosen, pauses } = scene(
      manyCampaigns.flatMap((item) => [
        item,
        { ...item, id: `h${item.id}`, hours: [{ days: [3], from: 13, to: 14 }] },
        { ...item, id: `i${item.id}`, hours: [{ days: [3], from: 13, to: 14 }] },
      ]),
    );
    expect(chosen(noon + hourMs - 16 * 60_000)).toContain("c0");
    liveIndex.keepTime(noon + hourMs - 15 * 60_000);
    await liveIndex.settled();
    expect(pauses()).toBeGreaterThan(0);
    const [index] = liveIndex.at(noon + hourMs - 1).indexes;
    expect(index?.parts.schedule.covers(noon + hourMs + 14 * 60_000)).toBe(true);
    liveIndex.keepTime(noon + 5 * hourMs);
    await liveIndex.settled();
    expect(listedIn(index?.parts.schedule.due?.words ?? new Uint32Array(0))).toBe(3_000);
    expect(chosen(noon + hourMs - 1).every((id) => id.startsWith("c"))).toBe(true);
    expect(new Set(chosen(noon + hourMs))).toEqual(new Set(["c0", "hc0", "ic0"]));
  });
});
