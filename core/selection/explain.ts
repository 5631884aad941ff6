import type { CreativeVersion } from "../catalog/entities.ts";
import { checkEligibility, type NoAdReason, type Slot } from "./eligibility.ts";
import type { IndexedCatalog, LiveIndex } from "./live-index.ts";
import { maxWorth, minWorth } from "./ranking.ts";

/** The result of selection for one campaign and one request. */
export type CampaignExplanation =
  /** Not eligible, or excluded for now. */
  | { readonly campaignId: string; readonly passedOver: NoAdReason }
  | {
      readonly campaignId: string;
      readonly passedOver?: undefined;
      /** The creatives that fit the request. */
      readonly creativeIds: readonly string[];
      readonly topicId?: string | undefined;
      /** 1, or 1 + the confidence of the topic. */
      readonly relevance: number;
      /**
       * In micros: price × relative view rate × relevance. `expected` is the mean of the best creative; each request draws a
       * value between `least` and `most`, and the highest draw wins (`ranking.ts`).
       */
      readonly worth: { readonly least: number; readonly expected: number; readonly most: number };
    };

/**
 * For each campaign its worth, or the reason why it is passed over; in the order of the catalogue. Frequency caps are not
 * included, because only the store knows them. Checks every campaign: for operators, not for serving.
 */
export function* explain(
  liveIndex: LiveIndex,
  catalog: IndexedCatalog,
  slot: Slot,
): Generator<CampaignExplanation, void, void> {
  const { rateOf } = liveIndex.at(slot.now);
  const byCampaign = Map.groupBy(catalog.creatives.values(), ({ creative }) => creative.campaignId);
  for (const campaign of catalog.campaigns.values()) {
    const eligibility = checkEligibility({ campaign, creatives: byCampaign.get(campaign.id) ?? [] }, slot);
    const campaignId = campaign.id;
    const reason = eligibility.eligible ? liveIndex.active.reasonOf(campaignId) : eligibility.reason;
    if (reason !== undefined || !eligibility.eligible) {
      yield { campaignId, passedOver: reason ?? "no_campaign" };
      continue;
    }
    const { creatives, relevance, topicId } = eligibility;
    const meanOf = ({ creative }: CreativeVersion): number => rateOf(creative).mean;
    const best = creatives.reduce((most, version) => Math.max(most, meanOf(version)), 0);
    yield {
      campaignId,
      creativeIds: creatives.map(({ creative }) => creative.id),
      topicId,
      relevance,
      worth: {
        least: minWorth(campaign, creatives, rateOf) * relevance,
        expected: campaign.priceMicros * best * relevance,
        most: maxWorth(campaign, creatives, rateOf) * relevance,
      },
    };
  }
}
