import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Campaign } from "../../../core/catalog/entities.ts";
import type { NoAdReason, Slot } from "../../../core/selection/eligibility.ts";
import type { LiveIndex } from "../../../core/selection/live-index.ts";
import { choicesPerOrder } from "../../../core/selection/ranking.ts";
import { select } from "../../../core/selection/select.ts";
import type { Draw } from "../../../core/selection/tie-sampling.ts";
import { campaign } from "../../conformance/fixtures.ts";
import { holds } from "../property.ts";
import { seededDraw } from "../seeded.ts";
import { liveIndex, slot, sureOf, version } from "./scenery.ts";

const priced = (id: string, priceMicros: number, fields: Partial<Campaign> = {}): Campaign =>
  campaign(id, { priceMicros, ...fields });

function ranked(
  from: LiveIndex,
  asked: Slot = slot(),
  draw: Draw = seededDraw(1),
  refused: ReadonlyMap<string, NoAdReason> = new Map(),
): readonly string[] {
  const selection = select(from, asked, draw, { refused });
  return selection.selected ? selection.choices.map(({ campaign }) => campaign.id) : [selection.reason];
}

describe("the ranking", () => {
  it("has the dearest campaign first and house campaigns last", () => {
    const from = liveIndex([priced("house", 0), priced("cheap", 1), priced("dear", 900)]);
    expect(ranked(from)).toEqual(["dear", "cheap", "house"]);
  });

  it("has at most three campaigns, the dearest, of any number and with any draw", () => {
    const prices = fc.array(fc.nat(5), { minLength: 1, maxLength: 40 });
    holds(
      fc.property(prices, fc.integer(), (list, seed) => {
        const from = liveIndex(list.map((price, index) => priced(`c${index}`, price)));
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
        liveIndex(
          campaigns,
          ["paused", "elsewhere", "fits"].map((id) => version(id)),
        ),
      ),
    ).toEqual(["fits"]);
  });

  it("leaves out those that are out of money, and puts the next in their place", () => {
    const from = liveIndex(Array.from({ length: 12 }, (_, index) => priced(`c${index}`, 100 - index)));
    from.active.leave("c0", "budget");
    expect(ranked(from, slot(), seededDraw(1), new Map([["c3", "frequency_cap"]]))).toEqual([
      "c1",
      "c2",
      "c4",
    ]);
    from.active.enter("c0");
    expect(ranked(from)).toEqual(["c0", "c1", "c2"]);
  });

  it("shows a dearer campaign before a cheaper one of any weight", () => {
    const from = liveIndex([priced("heavy", 99, { weight: 1_000 }), priced("light", 100, { weight: 1 })]);
    for (let seed = 1; seed < 200; seed++) expect(ranked(from, slot(), seededDraw(seed))[0]).toBe("light");
  });

  it("holds when every draw is the smallest or the largest there is", () => {
    const from = liveIndex([priced("a", 1, { weight: 1_000 }), priced("b", 1)]);
    for (const drawn of [0, 1 - 2 ** -32])
      expect([...ranked(from, slot(), () => drawn)].sort()).toEqual(["a", "b"]);
  });
});

describe("the selection", () => {
  it("is the creative in the exact language before one in the primary language", () => {
    const creatives = [
      version("c", { id: "pt", language: "pt" }),
      version("c", { id: "br", language: "pt-BR" }),
    ];
    const selection = select(
      liveIndex([priced("c", 1)], creatives),
      slot({ language: "pt-BR" }),
      seededDraw(1),
    );
    expect(selection).toMatchObject({ selected: true, choices: [{ version: { creative: { id: "br" } } }] });
  });

  it("names the topic, and ranks a campaign without topics beside it at its own price", () => {
    const from = liveIndex([
      priced("any", 10),
      priced("travel", 20, { topics: ["travel"] }),
      priced("food", 30, { topics: ["food"] }),
    ]);
    const selection = select(from, slot({ topics: sureOf("travel") }), seededDraw(1));
    expect(
      selection.selected && selection.choices.map(({ campaign, topicId }) => [campaign.id, topicId]),
    ).toEqual([
      ["travel", "travel"],
      ["any", undefined],
    ]);
    expect(ranked(from)).toEqual(["any"]);
  });
});

describe("the reason for no ad", () => {
  it("is no_campaign in an empty liveIndex", () => {
    expect(ranked(liveIndex([]))).toEqual(["no_campaign"]);
  });

  it("is the furthest step that any campaign reached, in any order", () => {
    const campaigns = [
      priced("a", 3, { platforms: ["x"] }),
      priced("b", 2, { topics: ["x"] }),
      priced("c", 1, { placements: ["x"] }),
    ];
    expect(ranked(liveIndex(campaigns))).toEqual(["topic"]);
    const spent = liveIndex([...campaigns, priced("d", 9), priced("e", 8)]);
    spent.active.leave("d", "daily_budget");
    spent.active.leave("e", "pacing");
    expect(ranked(spent)).toEqual(["daily_budget"]);
    expect(ranked(liveIndex([priced("d", 9, { languages: ["de"] })]))).toEqual(["language"]);
  });

  it("is the frequency cap when the store refused a campaign for it, with any reasons of others", () => {
    const from = liveIndex([priced("a", 2), priced("b", 1)]);
    from.active.leave("a", "budget");
    expect(ranked(from, slot(), seededDraw(1), new Map([["b", "frequency_cap"]]))).toEqual(["frequency_cap"]);
  });
});
