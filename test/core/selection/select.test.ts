import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Campaign } from "../../../core/catalog/entities.ts";
import type { NoAdReason, Slot } from "../../../core/selection/eligibility.ts";
import type { Lineup } from "../../../core/selection/lineup.ts";
import { choicesPerOrder, type Draw, select } from "../../../core/selection/select.ts";
import { campaign } from "../../conformance/fixtures.ts";
import { holds } from "../property.ts";
import { seededDraw } from "../seeded.ts";
import { lineup, slot, version } from "./scenery.ts";

const nobodyOut = (): undefined => undefined;
const priced = (id: string, priceMicros: number, fields: Partial<Campaign> = {}): Campaign =>
  campaign(id, { priceMicros, ...fields });

function ranked(
  from: Lineup,
  asked: Slot = slot(),
  draw: Draw = seededDraw(1),
  isOut: (id: string) => NoAdReason | undefined = nobodyOut,
): readonly string[] {
  const selection = select(from, asked, isOut, draw);
  return selection.selected
    ? selection.choices.map(({ candidate }) => candidate.campaign.id)
    : [selection.reason];
}

describe("the ranking", () => {
  it("has the dearest campaign first and house campaigns last", () => {
    const from = lineup([priced("house", 0), priced("cheap", 1), priced("dear", 900)]);
    expect(ranked(from)).toEqual(["dear", "cheap", "house"]);
  });

  it("has at most three campaigns, the dearest, however many there are and whatever is drawn", () => {
    const prices = fc.array(fc.nat(5), { minLength: 1, maxLength: 40 });
    holds(
      fc.property(prices, fc.integer(), (list, seed) => {
        const from = lineup(list.map((price, index) => priced(`c${index}`, price)));
        const chosen = ranked(from, slot(), seededDraw(seed)).map((id) => list[Number(id.slice(1))]);
        expect(chosen).toEqual([...list].sort((a, b) => b - a).slice(0, choicesPerOrder));
      }),
    );
  });

  it("leaves out paused campaigns, those without a creative, and those that do not fit", () => {
    const campaigns = [
      priced("paused", 900, { status: "paused" }),
      priced("empty", 800),
      priced("elsewhere", 700, { platforms: ["pf_two"] }),
      priced("fits", 1),
    ];
    expect(
      ranked(
        lineup(
          campaigns,
          ["paused", "elsewhere", "fits"].map((id) => version(id)),
        ),
      ),
    ).toEqual(["fits"]);
  });

  it("leaves out those that are out of money, and puts the next in their place", () => {
    const from = lineup(Array.from({ length: 12 }, (_, index) => priced(`c${index}`, 100 - index)));
    const isOut = (id: string): NoAdReason | undefined => (id === "c0" || id === "c3" ? "budget" : undefined);
    expect(ranked(from, slot(), seededDraw(1), isOut)).toEqual(["c1", "c2", "c4"]);
  });

  it("shows a dearer campaign whatever weight a cheaper one has", () => {
    const from = lineup([priced("heavy", 99, { weight: 1_000 }), priced("light", 100, { weight: 1 })]);
    for (let seed = 1; seed < 200; seed++) expect(ranked(from, slot(), seededDraw(seed))[0]).toBe("light");
  });

  it("holds when every draw is the smallest or the largest there is", () => {
    const from = lineup([priced("a", 1, { weight: 1_000 }), priced("b", 1)]);
    for (const drawn of [0, 1 - 2 ** -32])
      expect([...ranked(from, slot(), () => drawn)].sort()).toEqual(["a", "b"]);
  });

  it("leaves the lineup as it was", () => {
    const from = Object.freeze(lineup([priced("a", 1), priced("b", 1), priced("c", 2)]));
    const before = from.map((item) => item.campaign.id);
    for (let seed = 1; seed < 50; seed++) ranked(from, slot(), seededDraw(seed));
    expect(from.map((item) => item.campaign.id)).toEqual(before);
  });
});

describe("what is chosen", () => {
  it("is the creative in the exact language before one in the primary language", () => {
    const creatives = [
      version("c", { id: "pt", language: "pt" }),
      version("c", { id: "br", language: "pt-BR" }),
    ];
    const selection = select(
      lineup([priced("c", 1)], creatives),
      slot({ language: "pt-BR" }),
      nobodyOut,
      seededDraw(1),
    );
    expect(selection).toMatchObject({ selected: true, choices: [{ version: { creative: { id: "br" } } }] });
  });

  it("says by which topic, and a campaign without topics stands beside it at its own price", () => {
    const from = lineup([
      priced("any", 10),
      priced("travel", 20, { topics: ["travel"] }),
      priced("food", 30, { topics: ["food"] }),
    ]);
    const selection = select(from, slot({ topics: new Set(["travel"]) }), nobodyOut, seededDraw(1));
    expect(
      selection.selected &&
        selection.choices.map(({ candidate, topicId }) => [candidate.campaign.id, topicId]),
    ).toEqual([
      ["travel", "travel"],
      ["any", undefined],
    ]);
    expect(ranked(from)).toEqual(["any"]);
  });
});

describe("the reason for no ad", () => {
  it("is no_campaign in an empty lineup", () => {
    expect(ranked(lineup([]))).toEqual(["no_campaign"]);
  });

  it("is the furthest that any campaign came, in whatever order they stand", () => {
    const campaigns = [
      priced("a", 3, { platforms: ["x"] }),
      priced("b", 2, { topics: ["x"] }),
      priced("c", 1, { placements: ["x"] }),
    ];
    expect(ranked(lineup(campaigns))).toEqual(["topic"]);
    expect(
      ranked(lineup([...campaigns, priced("d", 9)]), slot(), seededDraw(1), () => "daily_budget"),
    ).toEqual(["daily_budget"]);
    expect(
      ranked(lineup([priced("d", 9, { languages: ["de"] })]), slot(), seededDraw(1), () => "budget"),
    ).toEqual(["language"]);
  });
});
