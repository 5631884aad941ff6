import { describe, expect, it } from "vitest";
import type { LiveIndex } from "../../../core/selection/live-index.ts";
import { select } from "../../../core/selection/select.ts";
import type { Draw } from "../../../core/selection/tie-sampling.ts";
import { campaign } from "../../conformance/fixtures.ts";
import { chiSquare, seededDraw, tooFarFor } from "../seeded.ts";
import { liveIndex, slot, version } from "./scenery.ts";

function rankedAt(from: LiveIndex, draw: Draw, place: number): string | undefined {
  const selection = select(from, slot(), draw);
  return selection.selected ? selection.choices[place]?.campaign.id : undefined;
}

describe("campaigns of one price", () => {
  const weights = [1, 2, 7, 30];
  const from = liveIndex(weights.map((weight, index) => campaign(`c${index}`, { priceMicros: 50, weight })));
  const total = weights.reduce((sum, weight) => sum + weight);
  const rounds = 40_000;

  function placesOf(place: number): readonly number[] {
    const draw = seededDraw(20_261_120);
    const counts = weights.map(() => 0);
    for (let round = 0; round < rounds; round++) {
      const index = Number(rankedAt(from, draw, place)?.slice(1));
      counts[index] = (counts[index] ?? 0) + 1;
    }
    return counts;
  }

  it("come first as often as their weight is of all weights", () => {
    const expected = weights.map((weight) => (rounds * weight) / total);
    expect(chiSquare(placesOf(0), expected)).toBeLessThan(tooFarFor(weights.length - 1));
  });

  it("come second in proportion to their weight among the rest", () => {
    const expected = weights.map((weight, index) =>
      weights.reduce(
        (sum, first, other) => sum + (other === index ? 0 : (first / total) * (weight / (total - first))),
        0,
      ),
    );
    const counts = placesOf(1);
    expect(
      chiSquare(
        counts,
        expected.map((share) => share * rounds),
      ),
    ).toBeLessThan(tooFarFor(weights.length - 1));
  });

  it("show each of their fitting creatives as often as the others", () => {
    const ids = ["a", "b", "c"];
    const creatives = [...ids.map((id) => version("c", { id })), version("c", { id: "de", language: "de" })];
    const single = liveIndex([campaign("c")], creatives);
    const draw = seededDraw(3);
    const counts = new Map<string, number>();
    for (let round = 0; round < 9_000; round++) {
      const selection = select(single, slot(), draw);
      const id = selection.selected ? selection.choices[0].version.creative.id : "none";
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    expect([...counts.keys()].sort()).toEqual(ids);
    expect(chiSquare([...counts.values()], [3_000, 3_000, 3_000])).toBeLessThan(tooFarFor(2));
  });
});
