import { describe, expect, it } from "vitest";
import type { Campaign, CreativeVersion } from "../../../core/catalog/entities.ts";
import { compileIndex } from "../../../core/selection/index/compile.ts";
import { equalRates } from "../../../core/selection/view-rate.ts";
import { campaign } from "../../conformance/fixtures.ts";
import { seededDraw } from "../seeded.ts";
import { noon, version } from "./scenery.ts";

/** Of which a piece may handle at most {@link mostPerPiece}, whatever it does with them. */
const size = 20_000;
const mostPerPiece = 6_000;

/** Campaigns with a creative each, half of them scheduled, that note each read of a field. */
function watched(orphans: boolean): {
  readonly source: Parameters<typeof compileIndex>[0];
  readonly touched: Set<number>;
} {
  const touched = new Set<number>();
  const watch = <T extends object>(item: T, index: number): T =>
    new Proxy(item, {
      get: (target, key) => {
        touched.add(index);
        return Reflect.get(target, key);
      },
    });
  const campaigns: Campaign[] = [];
  const creatives: CreativeVersion[] = [];
  for (let index = 0; index < size; index++) {
    const id = `c${index}`;
    const startsAt = index % 2 === 0 ? new Date(noon - index).toISOString() : undefined;
    campaigns.push(watch(campaign(id, { priceMicros: 1 + (index % 777), startsAt }), index));
    creatives.push(watch(version(orphans ? `removed-${index}` : id), index));
  }
  return { source: { campaigns: new Set(campaigns), creatives: new Set(creatives) }, touched };
}

describe("an index that is made in pieces", () => {
  for (const [what, orphans] of [
    ["campaigns and their creatives", false],
    ["creatives whose campaigns are gone", true],
  ] as const) {
    it(`handles at most ${mostPerPiece} ${what} in a piece`, () => {
      const { source, touched } = watched(orphans);
      const steps = compileIndex(source, { rateOf: equalRates, draw: seededDraw(1) });
      let most = 0;
      let all = 0;
      for (let step = steps.next(); ; step = steps.next()) {
        most = Math.max(most, touched.size);
        all += touched.size;
        touched.clear();
        if (step.done !== true) continue;
        const moves = step.value.parts.schedule.move(noon);
        for (let move = moves.next(); move.done !== true; move = moves.next()) {
          most = Math.max(most, touched.size);
          touched.clear();
        }
        break;
      }
      expect(all).toBeGreaterThanOrEqual(2 * size);
      expect(most).toBeLessThanOrEqual(mostPerPiece);
    });
  }
});
