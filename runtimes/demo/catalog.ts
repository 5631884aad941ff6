import type { Catalog } from "../../core/catalog/entities.ts";
import { openAds } from "./open-ads.ts";
import { germanAds, topicAds } from "./topic-ads.ts";
import { demoTopics } from "./topics.ts";

export const demoPublisherId = "demo";
export const demoPlatformId = "pf_demo";

/**
 * The catalogue of the first run: one platform, and for each web format and the bot a campaign open to everybody in
 * English, for each web format one more with a topic, some in German, and a house campaign for the rest.
 */
export function demoCatalog({ baseUrl }: { readonly baseUrl: string }): Catalog {
  const ads = [...openAds(baseUrl), ...topicAds(baseUrl), ...germanAds(baseUrl)];
  return {
    publishers: [{ id: demoPublisherId, name: "Demo publisher" }],
    platforms: [
      {
        id: demoPlatformId,
        publisherId: demoPublisherId,
        name: "Demo assistant",
        status: "active",
        allowedOrigins: [new URL(baseUrl).origin],
        placements: ["sidebar", "article"],
        revenueShareBps: 7_000,
      },
    ],
    campaigns: ads.map(({ campaign }) => campaign),
    creatives: ads.map(({ creative }) => creative),
    topics: demoTopics,
  };
}
