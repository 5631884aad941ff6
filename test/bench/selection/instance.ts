import { checkEligibility, type Slot } from "../../../core/selection/eligibility.ts";
import { createLiveIndex, type LiveIndex } from "../../../core/selection/live-index.ts";
import { maxWorth } from "../../../core/selection/ranking.ts";
import { drawFrom } from "../../../core/selection/tie-sampling.ts";
import { equalRates } from "../../../core/selection/view-rate.ts";
import { seededRandom } from "../../core/seeded.ts";
import { bytesInUse, type Stalls, watchStalls } from "./measure.ts";
import { benchNow, type MixedCampaigns, mixedCampaigns } from "./mixed-campaigns.ts";

/** A live index of this many campaigns, and the cost of making it. */
export interface BenchInstance {
  readonly size: number;
  readonly catalog: MixedCampaigns;
  readonly liveIndex: LiveIndex;
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
  const liveIndex = createLiveIndex({
    draw: benchDraw,
    pause: stalls.pause,
    onFailed: (error) => {
      throw error;
    },
  });
  const start = performance.now();
  liveIndex.change({ catalog: catalog, isReload: true, touched: new Set(), creatives: [] });
  liveIndex.at(benchNow);
  const buildMs = performance.now() - start;
  return { size, catalog, liveIndex, stalls, bytes: bytesInUse() - before, buildMs };
}

/** The best 99 % leave; the returned function lets them in again. */
export function exhaustBest({ liveIndex, size }: BenchInstance): () => void {
  const [index] = liveIndex.at(benchNow).indexes;
  const ids = index?.parts.campaigns.slice(0, Math.floor(size * 0.99)).map(({ id }) => id) ?? [];
  for (const id of ids) liveIndex.active.leave(id, "budget");
  return () => {
    for (const id of ids) liveIndex.active.enter(id);
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
      const verdict = checkEligibility(candidate, slot);
      if (!verdict.eligible) continue;
      const worth = maxWorth(candidate.campaign, verdict.creatives, equalRates) * verdict.relevance;
      if (worth > most) {
        most = worth;
        best = candidate.campaign.id;
      }
    }
    return best;
  };
}
