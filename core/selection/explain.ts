import type { CreativeVersion } from "../catalog/entities.ts";
import { judge, type NoAdReason, type Slot } from "./eligibility.ts";
import type { IndexedCatalog, LiveIndex } from "./live-index.ts";
import { worthLeast, worthMost } from "./ranking.ts";

/** What selection makes of one campaign for a request. */
export type CampaignExplanation =
  | { readonly campaignId: string; readonly passedOver: NoAdReason }
  | {
      readonly campaignId: string;
      readonly passedOver?: undefined;
      /** Those that fit. */
      readonly creativeIds: readonly string[];
      readonly topicId?: string | undefined;
      readonly relevance: number;
      /**
       * Micros: price × relative view rate × relevance, as it is expected for the best creative, and the bounds that a
       * request's draw stays between. The highest draw wins (the rule: `ranking.ts`).
       */
      readonly worth: { readonly least: number; readonly expected: number; readonly most: number };
    };

/**
 * For each campaign the reason why it was passed over, or what it is worth; in the catalogue's order. What only the
 * store knows (frequency caps) is not in it. Looks at each campaign: for operators, not for serving.
 */
export function* explain(
  lineup: LiveIndex,
  register: IndexedCatalog,
  slot: Slot,
): Generator<CampaignExplanation, void, void> {
  const { rateOf } = lineup.at(slot.now);
  const byCampaign = Map.groupBy(register.creatives.values(), ({ creative }) => creative.campaignId);
  for (const campaign of register.campaigns.values()) {
    const verdict = judge({ campaign, creatives: byCampaign.get(campaign.id) ?? [] }, slot);
    const campaignId = campaign.id;
    const reason = verdict.eligible ? lineup.active.reasonOf(campaignId) : verdict.reason;
    if (reason !== undefined || !verdict.eligible) {
      yield { campaignId, passedOver: reason ?? "no_campaign" };
      continue;
    }
    const { creatives, relevance, topicId } = verdict;
    const meanOf = ({ creative }: CreativeVersion): number => rateOf(creative).mean;
    const best = creatives.reduce((most, version) => Math.max(most, meanOf(version)), 0);
    yield {
      campaignId,
      creativeIds: creatives.map(({ creative }) => creative.id),
      topicId,
      relevance,
      worth: {
        least: worthLeast(campaign, creatives, rateOf) * relevance,
        expected: campaign.priceMicros * best * relevance,
        most: worthMost(campaign, creatives, rateOf) * relevance,
      },
    };
  }
}
