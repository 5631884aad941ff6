import { describe, expect, it } from "vitest";
import type { LiveIndex } from "../../../core/selection/live-index.ts";
import { type SelectOptions, select } from "../../../core/selection/select.ts";
import { estimateRates, type RateOf, type Views } from "../../../core/selection/view-rate.ts";
import { campaign } from "../../conformance/fixtures.ts";
import { chiSquare, seededDraw, tooFarFor } from "../seeded.ts";
import { liveIndex, slot, version } from "./scenery.ts";

/** Rates as learned from these views by creative id, where six in ten ads are seen. */
function learned(views: Readonly<Record<string, Views>>): RateOf {
  const known = new Map(Object.entries(views));
  const total = { issued: 10_000, seen: 6_000 };
  return estimateRates({ web: total, bot: { issued: 0, seen: 0 } }, (id) => known.get(id));
}

function shares(from: LiveIndex, rounds: number, options: SelectOptions = {}): ReadonlyMap<string, number> {
  const draw = seededDraw(20_261_120);
  const counts = new Map<string, number>();
  for (let round = 0; round < rounds; round++) {
    const selection = select(from, slot(), draw, options);
    const id = selection.selected ? selection.choices[0].version.creative.id : "none";
    counts.set(id, (counts.get(id) ?? 0) + 1 / rounds);
  }
  return counts;
}

const often: Views = { issued: 1_000, seen: 800 };
const seldom: Views = { issued: 1_000, seen: 400 };

describe("learned view rates", () => {
  it("let a campaign that is seen twice as often win over one that pays half as much again", () => {
    const from = liveIndex([campaign("dear", { priceMicros: 150 }), campaign("seen", { priceMicros: 100 })]);
    expect(shares(from, 500).get("cr-dear")).toBeCloseTo(1);
    from.rerank(learned({ "cr-dear": seldom, "cr-seen": often }));
    expect(shares(from, 2_000).get("cr-seen") ?? 0).toBeGreaterThan(0.99);
  });

  it("give a new campaign its share of trials beside one that is known to be as usual", () => {
    const from = liveIndex([campaign("known"), campaign("new")]);
    from.rerank(learned({ "cr-known": { issued: 1_000, seen: 600 } }));
    const share = shares(from, 4_000).get("cr-new") ?? 0;
    expect(share).toBeGreaterThan(0.35);
    expect(share).toBeLessThan(0.65);
  });

  it("give a new campaign fewer trials beside one that is clearly better, but some", () => {
    const from = liveIndex([campaign("better"), campaign("new")]);
    from.rerank(learned({ "cr-better": often }));
    const share = shares(from, 4_000).get("cr-new") ?? 0;
    expect(share).toBeGreaterThan(0.01);
    expect(share).toBeLessThan(0.25);
  });

  it("end the trials of worse creatives", () => {
    const from = liveIndex([campaign("better"), campaign("worse")]);
    from.rerank(learned({ "cr-better": often, "cr-worse": seldom }));
    expect(shares(from, 2_000).get("cr-worse") ?? 0).toBeLessThan(0.001);
  });

  it("let a campaign show its better creative, and try its new one", () => {
    const creatives = ["good", "bad", "new"].map((id) => version("c", { id }));
    const from = liveIndex([campaign("c")], creatives);
    from.rerank(learned({ good: often, bad: seldom }));
    const found = shares(from, 4_000);
    expect(found.get("good") ?? 0).toBeGreaterThan(0.75);
    expect(found.get("new") ?? 0).toBeGreaterThan(0.01);
    expect(found.get("bad") ?? 0).toBeLessThan(0.01);
  });

  it("do not put a house campaign before one that earns, however often it is seen", () => {
    const from = liveIndex([campaign("house", { priceMicros: 0 }), campaign("paid", { priceMicros: 1 })]);
    from.rerank(learned({ "cr-house": often, "cr-paid": { issued: 1_000, seen: 1 } }));
    expect(shares(from, 500).get("cr-paid")).toBeCloseTo(1);
  });
});

describe("weights", () => {
  const weights = [1, 2, 7, 30];
  const expected = weights.map((weight) => weight / 40);
  const campaigns = weights.map((weight, index) => campaign(`c${index}`, { weight }));
  const rounds = 20_000;

  it("share out among campaigns that are seen equally often", () => {
    const from = liveIndex(campaigns);
    const same: Views = { issued: 5, seen: 3 };
    from.rerank(learned(Object.fromEntries(campaigns.map(({ id }) => [`cr-${id}`, same]))));
    const found = shares(from, rounds);
    const counts = campaigns.map(({ id }) => (found.get(`cr-${id}`) ?? 0) * rounds);
    expect(
      chiSquare(
        counts,
        expected.map((share) => share * rounds),
      ),
    ).toBeLessThan(tooFarFor(3));
  });

  it("share out among campaigns, however many creatives each has", () => {
    const creatives = campaigns.flatMap(({ id }, index) =>
      Array.from({ length: 4 - index }, (_, n) => version(id, { id: `${id}-${n}` })),
    );
    const from = liveIndex(campaigns, creatives);
    for (const rates of [undefined, learned({})]) {
      if (rates !== undefined) from.rerank(rates);
      const found = [...shares(from, rounds)];
      const counts = campaigns.map(({ id }) =>
        found.reduce((sum, [creativeId, share]) => sum + (creativeId.startsWith(id) ? share * rounds : 0), 0),
      );
      expect(
        chiSquare(
          counts,
          expected.map((share) => share * rounds),
        ),
      ).toBeLessThan(tooFarFor(3));
    }
  });

  it("share out among hundreds of equal campaigns, of which some cannot be shown", () => {
    const many = Array.from({ length: 400 }, (_, index) =>
      campaign(`c${index}`, {
        weight: index < 4 ? 100 : 1,
        platforms: index % 2 === 0 ? undefined : ["pf_two"],
      }),
    );
    const from = liveIndex(many);
    const found = shares(from, rounds);
    const open = many.filter(({ platforms }) => platforms === undefined);
    const total = open.reduce((sum, { weight }) => sum + weight, 0);
    const counts = open.map(({ id }) => (found.get(`cr-${id}`) ?? 0) * rounds);
    expect(counts.reduce((sum, count) => sum + count)).toBeCloseTo(rounds);
    const wanted = open.map(({ weight }) => (rounds * weight) / total);
    expect(chiSquare(counts, wanted)).toBeLessThan(tooFarFor(open.length - 1));
  });

  it("exclude no campaign where few of a very large tie group can be shown", () => {
    const many = Array.from({ length: 20_000 }, (_, index) =>
      campaign(`c${index}`, { platforms: index % 400 === 0 ? undefined : ["pf_two"] }),
    );
    const found = shares(liveIndex(many), 10_000);
    expect(found.size).toBe(50);
    expect(Math.max(...found.values())).toBeLessThan(0.15);
  });
});

describe("the recent impressions of a user", () => {
  it("is not shown again while another campaign that earns can be, and else is", () => {
    const from = liveIndex([
      campaign("dear", { priceMicros: 900 }),
      campaign("cheap", { priceMicros: 1 }),
      campaign("house", { priceMicros: 0 }),
    ]);
    const ids = (options: SelectOptions): readonly string[] => {
      const selection = select(from, slot(), seededDraw(1), options);
      return selection.selected ? selection.choices.map(({ campaign: { id } }) => id) : [];
    };
    expect(ids({})).toEqual(["dear", "cheap", "house"]);
    expect(ids({ recentCreativeIds: ["cr-dear"] })).toEqual(["cheap", "dear", "house"]);
    from.active.leave("cheap", "budget");
    expect(ids({ recentCreativeIds: ["cr-dear"] })).toEqual(["dear", "house"]);
  });

  it("come back in the order in which they were shown, when all campaigns were", () => {
    const names = Array.from({ length: 20 }, (_, index) => `c${String(index).padStart(2, "0")}`);
    const from = liveIndex(names.map((id, index) => campaign(id, { priceMicros: 900 - index })));
    const shown: string[] = [];
    for (let round = 0; round < 60; round++) {
      const recentCreativeIds = shown.slice(-16).map((id) => `cr-${id}`);
      const selection = select(from, slot(), seededDraw(round), { recentCreativeIds });
      shown.push(selection.selected ? selection.choices[0].campaign.id : "none");
    }
    // Of 20 campaigns 16 are remembered: none comes again within 17 requests.
    for (let round = 0; round + 17 <= 60; round++)
      expect(new Set(shown.slice(round, round + 17)).size).toBe(17);
  });

  it("give way to another creative of the same campaign, and of all to the one before", () => {
    const from = liveIndex([campaign("c")], [version("c", { id: "one" }), version("c", { id: "two" })]);
    expect([...shares(from, 200, { recentCreativeIds: ["one"] }).keys()]).toEqual(["two"]);
    expect([...shares(from, 200, { recentCreativeIds: ["two", "one"] }).keys()]).toEqual(["two"]);
  });
});
