import type { Campaign } from "../catalog/entities.ts";
import type { AboutAd, AdReason } from "../contract/ad.ts";

/** The facts of a campaign's ad for the person who sees it. `topicId`: the topic that the campaign was matched by. */
export function aboutAd(campaign: Campaign, topicId: string | undefined): AboutAd {
  return { advertiser: campaign.advertiser, payer: campaign.payer, reason: reasonOf(campaign, topicId) };
}

/** The narrowest targeting list that let the campaign in. */
function reasonOf({ placements, platforms, languages }: Campaign, topicId: string | undefined): AdReason {
  if (topicId !== undefined) return "topic";
  if (placements !== undefined || platforms !== undefined) return "placement";
  return languages === undefined ? "everywhere" : "language";
}

/** The facts of a test ad. */
export const aboutTestAd: AboutAd = { advertiser: "Test", reason: "everywhere" };
