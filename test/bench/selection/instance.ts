import { judge, type Slot } from "../../../core/selection/eligibility.ts";
import { createLineup, type LiveIndex } from "../../../core/selection/live-index.ts";
import { worthMost } from "../../../core/selection/ranking.ts";
import { drawFrom } from "../../../core/selection/tie-sampling.ts";
import { allAlike } from "../../../core/selection/view-rate.ts";
import { seededRandom } from "../../core/seeded.ts";
import { bytesInUse, type Stalls, watchStalls } from "./measure.ts";
import { benchNow, type MixedCampaigns, mixedCampaigns } from "./mixed-campaigns.ts";

/** A lineup of so many campaigns, and what it took to make it. */
export interface BenchInstance {
  readonly size: number;
  readonly catalog: MixedCampaigns;
  readonly lineup: LiveIndex;
  readonly stalls: Stalls;
  /** Bytes beside the campaigns. */
  readonly bytes: number;
  readonly buildMs: number;
}

export const benchDraw: () => number = drawFrom(seededRandom(1));

export function openInstance(size: number): BenchInstance {
  const catalog = mixedCampaigns(size);
  const stalls = watchStalls();
  const before = bytesInUse();
  const lineup = createLineup({
    draw: benchDraw,
    pause: stalls.pause,
    onFailed: (error) => {
      throw error;
    },
  });
  const start = performance.now();
  lineup.change({ register: catalog, isReload: true, touched: new Set(), creatives: [] });
  lineup.at(benchNow);
  const buildMs = performance.now() - start;
  return { size, catalog, lineup, stalls, bytes: bytesInUse() - before, buildMs };
}

/** The best 99 % leave; the returned function lets them in again. */
export function exhaustBest({ lineup, size }: BenchInstance): () => void {
  const [index] = lineup.at(benchNow).indexes;
  const ids = index?.parts.campaigns.slice(0, Math.floor(size * 0.99)).map(({ id }) => id) ?? [];
  for (const id of ids) lineup.active.leave(id, "budget");
  return () => {
    for (const id of ids) lineup.active.enter(id);
  };
}

/** The best campaign for a slot, found by looking at each: without anything that is kept beside the campaigns. */
export function plainScanOf({ catalog }: BenchInstance): (slot: Slot) => string | undefined {
  const byCampaign = Map.groupBy(catalog.creatives.values(), ({ creative }) => creative.campaignId);
  const candidates = [...catalog.campaigns.values()].map((campaign) => ({
    campaign,
    creatives: byCampaign.get(campaign.id) ?? [],
  }));
  return (slot) => {
    let best: string | undefined;
    let most = 0;
    for (const candidate of candidates) {
      const verdict = judge(candidate, slot);
      if (!verdict.eligible) continue;
      const worth = worthMost(candidate.campaign, verdict.creatives, allAlike) * verdict.relevance;
      if (worth > most) {
        most = worth;
        best = candidate.campaign.id;
      }
    }
    return best;
  };
}
