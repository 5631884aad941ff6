import type { CreativeVersion } from "../../../core/catalog/entities.ts";
import {
  checkEligibility,
  type NoAdReason,
  noAdReasons,
  type Slot,
} from "../../../core/selection/eligibility.ts";
import type { IndexedCatalog, LiveIndex } from "../../../core/selection/live-index.ts";
import { type Contender, maxWorth, rank } from "../../../core/selection/ranking.ts";
import type { Selection, SelectOptions } from "../../../core/selection/select.ts";
import { TopKCutoff } from "../../../core/selection/shortlist.ts";
import type { Draw } from "../../../core/selection/tie-sampling.ts";
import type { RateOf } from "../../../core/selection/view-rate.ts";

export interface PlainScanRequest extends SelectOptions {
  readonly catalog: IndexedCatalog;
  readonly liveIndex: LiveIndex;
  readonly rateOf: RateOf;
  readonly slot: Slot;
  readonly draw: Draw;
}

interface Found {
  readonly contenders: readonly Contender[];
  readonly reason: NoAdReason;
}

/** The definition of selection: checks every campaign, sorts the eligible ones, and ranks them by the rule. */
export function plainScan(request: PlainScanRequest): Selection {
  const { rateOf, draw, recentCreativeIds = [] } = request;
  const { contenders, reason } = find(request);
  const [first, ...rest] = rank(contenders, { draw, rateOf, recentCreativeIds });
  return first === undefined ? { selected: false, reason } : { selected: true, choices: [first, ...rest] };
}

export function plainShortlist(request: PlainScanRequest): readonly Contender[] {
  return find(request).contenders;
}

function find(request: PlainScanRequest): Found {
  const { catalog, liveIndex, rateOf, slot, refused = new Map(), recentCreativeIds = [] } = request;
  const byCampaign = Map.groupBy(catalog.creatives.values(), ({ creative }) => creative.campaignId);
  const found: { readonly contender: Contender; readonly bound: number }[] = [];
  let furthest = 0;
  for (const campaign of catalog.campaigns.values()) {
    const creatives = inOrderOf(liveIndex, campaign.id, byCampaign.get(campaign.id) ?? []);
    const verdict = checkEligibility({ campaign, creatives }, slot);
    const reason: NoAdReason | undefined = verdict.eligible
      ? (refused.get(campaign.id) ?? liveIndex.active.reasonOf(campaign.id))
      : verdict.reason;
    if (reason !== undefined) furthest = Math.max(furthest, noAdReasons.indexOf(reason));
    else if (verdict.eligible) {
      const { creatives: fitting, relevance, topicId } = verdict;
      const bound = maxWorth(campaign, creatives, rateOf) * relevance;
      found.push({ contender: { campaign, creatives: fitting, relevance, topicId }, bound });
    }
  }
  found.sort((a, b) => b.bound - a.bound);
  const cut = new TopKCutoff({ rateOf, recentCreativeIds });
  for (const { contender, bound } of found) {
    if (cut.endsBefore(bound)) break;
    cut.add(contender, bound);
  }
  return { contenders: cut.contenders, reason: noAdReasons[furthest] ?? "no_campaign" };
}

/** Draws depend on the order of a campaign's creatives. A creative that was removed and came back is last in the catalogue only. */
function inOrderOf(
  liveIndex: LiveIndex,
  campaignId: string,
  creatives: readonly CreativeVersion[],
): readonly CreativeVersion[] {
  if (creatives.length < 2) return creatives;
  const ids = liveIndex.creativesOf(campaignId).map(({ creative }) => creative.id);
  return creatives.toSorted((a, b) => ids.lastIndexOf(a.creative.id) - ids.lastIndexOf(b.creative.id));
}
