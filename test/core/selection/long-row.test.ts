import { describe, expect, it } from "vitest";
import { choicesPerOrder } from "../../../core/selection/ranking.ts";
import { select } from "../../../core/selection/select.ts";
import { estimateRates } from "../../../core/selection/view-rate.ts";
import { campaign } from "../../conformance/fixtures.ts";
import { chiSquare, seededDraw, tooFarFor } from "../seeded.ts";
import { liveIndex, slot } from "./scenery.ts";

const weights = Array.from({ length: 60 }, (_, index) => 1 + (index % 3));
const cap = { impressions: 5, window: 3_600_000 };
/** 60 of one price, every sixth capped, and one that is worth less. */
const from = liveIndex([
  ...weights.map((weight, index) =>
    campaign(`c${index}`, { priceMicros: 50, weight, frequencyCap: index % 6 === 0 ? cap : undefined }),
  ),
  campaign("cheaper", { priceMicros: 40 }),
]);

function chosen(
  seed: number,
  rounds: number,
  recentCreativeIds: readonly string[] = [],
): readonly (readonly string[])[] {
  const draw = seededDraw(seed);
  return Array.from({ length: rounds }, () => {
    const selection = select(from, slot(), draw, { sampleTies: true, recentCreativeIds });
    return selection.selected ? selection.choices.map((choice) => choice.campaign.id) : [];
  });
}

const isCapped = (id: string | undefined): boolean => Number(id?.slice(1)) % 6 === 0;

describe("a campaign that represents a large tie group", () => {
  it("is each one as often as its weight is of all weights, with a cap or without", () => {
    const rounds = 40_000;
    const counts = weights.map(() => 0);
    for (const [first] of chosen(20_261_121, rounds)) {
      const index = Number(first?.slice(1));
      counts[index] = (counts[index] ?? 0) + 1;
    }
    const total = weights.reduce((sum, weight) => sum + weight);
    const expected = weights.map((weight) => (rounds * weight) / total);
    expect(chiSquare(counts, expected)).toBeLessThan(tooFarFor(weights.length - 1));
  });

  it("is offered alone, unless its cap may refuse it", () => {
    for (const choices of chosen(2, 1_000)) {
      expect(choices).toHaveLength(isCapped(choices[0]) ? choicesPerOrder : 1);
      expect(choices).not.toContain("cheaper");
    }
  });

  it("is none of the user's recent impressions", () => {
    const recent = weights.slice(0, 16).map((_, index) => `c${index + 1}`);
    const choices = chosen(
      3,
      5_000,
      recent.map((id) => `cr-${id}`),
    );
    const firsts = new Set(choices.map(([first]) => first));
    expect(firsts.size).toBe(weights.length - recent.length);
    for (const id of [...recent, "cheaper"]) expect(firsts).not.toContain(id);
  });

  it("is drawn by weight from those that fit the request, however few they are", () => {
    const ofTwo = liveIndex(
      weights.map((weight, index) =>
        campaign(`c${index}`, {
          priceMicros: 50,
          weight,
          platforms: index % 10 === 0 ? ["pf_one"] : index % 10 === 1 ? ["pf_two"] : ["pf_three"],
        }),
      ),
    );
    const draw = seededDraw(4);
    const rounds = 20_000;
    const platforms = ["pf_one", "pf_two"];
    const counts = weights.map(() => 0);
    for (let round = 0; round < rounds; round++) {
      const platformId = platforms[round % 2] ?? "";
      const selection = select(ofTwo, slot({ platformId }), draw, { sampleTies: true });
      const [first] = selection.selected ? selection.choices : [];
      const index = Number(first?.campaign.id.slice(1));
      expect(index % 10).toBe(round % 2);
      counts[index] = (counts[index] ?? 0) + 1;
    }
    for (const rest of [0, 1]) {
      const own = weights.map((_, index) => index).filter((index) => index % 10 === rest);
      const total = own.reduce((sum, index) => sum + (weights[index] ?? 0), 0);
      const expected = own.map((index) => ((rounds / 2) * (weights[index] ?? 0)) / total);
      expect(
        chiSquare(
          own.map((index) => counts[index] ?? 0),
          expected,
        ),
      ).toBeLessThan(tooFarFor(own.length - 1));
    }
  });

  it("leaves the choice open while a cheaper one may be seen more often", async () => {
    const rates = estimateRates({ web: { issued: 1_000, seen: 500 }, bot: { issued: 0, seen: 0 } }, (id) =>
      id === "cr-cheaper" ? { issued: 1_000, seen: 1_000 } : undefined,
    );
    const learned = liveIndex([
      ...weights.map((_, index) => campaign(`c${index}`, { priceMicros: 500 })),
      campaign("cheaper", { priceMicros: 395 }),
    ]);
    learned.rerank(rates);
    await learned.settled();
    const draw = seededDraw(5);
    const firsts = Array.from({ length: 500 }, () => {
      const selection = select(learned, slot(), draw, { sampleTies: true });
      return selection.selected ? selection.choices[0].campaign.id : "";
    });
    expect(firsts).toContain("cheaper");
    expect(new Set(firsts).size).toBeGreaterThan(10);
  });

  it("is an active campaign, whichever leave and enter between equal requests", () => {
    const changing = liveIndex(
      weights.map((_, index) =>
        campaign(`c${index}`, { priceMicros: 50, languages: index % 2 === 0 ? ["en"] : ["de"] }),
      ),
    );
    const draw = seededDraw(6);
    const shown = (): ReadonlySet<string> =>
      new Set(
        Array.from({ length: 300 }, () => {
          const selection = select(changing, slot(), draw, { sampleTies: true });
          return selection.selected ? selection.choices[0].campaign.id : "";
        }),
      );
    const english = weights.flatMap((_, index) => (index % 2 === 0 ? [`c${index}`] : []));
    expect(shown()).toEqual(new Set(english));
    for (const id of english.slice(1)) changing.active.leave(id, "budget");
    expect(shown()).toEqual(new Set(["c0"]));
    for (const id of english) changing.active.enter(id);
    expect(shown()).toEqual(new Set(english));
  });
});
