import { createDeliveryId } from "../../core/signing/delivery-id.ts";
import type { Count, Metric } from "../../core/storage/counts.ts";
import type { Store } from "../../core/storage/store.ts";
import { demoPlatformId } from "../../runtimes/demo/catalog.ts";
import { createPrng } from "../conformance/prng.ts";
import { recentTraffic } from "../core/management/quality-traffic.ts";

const dayMs = 86_400_000;
const hourMs = 3_600_000;
export const days: number = 14;
export const perDay: number = 12;

/** Two weeks of traffic, the same every time: ads, views and clicks with their charges, by a clock that is turned on. */
export async function fillBooks(store: Store, time: { ahead: number }): Promise<void> {
  const { below, pick } = createPrng(7);
  const { catalog } = await store.readCatalog();
  const publisherId = catalog.platforms.find(({ id }) => id === demoPlatformId)?.publisherId ?? "";
  const ads = catalog.creatives.flatMap((creative) => {
    const campaign = catalog.campaigns.find(({ id }) => id === creative.campaignId);
    return campaign === undefined || campaign.priceMicros === 0 ? [] : [{ creative, campaign }];
  });
  for (let day = 1 - days; day <= 0; day++) {
    const counts: Count[] = [];
    const at = Date.now() + day * dayMs;
    const hour = at - (at % hourMs);
    const count = (metric: Metric, n: number, reason = "", more: Partial<Count> = {}): void => {
      const none = { placement: "", apiKeyId: "", format: "", language: "" };
      const nothing = { advertiser: "", campaignId: "", creativeId: "", topicId: "" };
      const owner = { publisherId, platformId: demoPlatformId };
      counts.push({ hour, metric, reason, n, ...owner, ...none, ...nothing, ...more });
    };
    time.ahead = day * dayMs - 5_000;
    let issued = 0;
    for (let turn = 0; turn < perDay; turn++) {
      const { creative, campaign } = pick(ads);
      if (creative.format === "bot") continue;
      const id = createDeliveryId(at, (length) => Uint8Array.from({ length }, () => below(256)));
      const user = `user-${below(30)}`;
      await store.issue([
        {
          deliveryId: id,
          surface: "web",
          publisherId,
          platformId: demoPlatformId,
          placement: "chat",
          apiKeyId: "",
          userKey: user,
          language: creative.language,
          mark: "",
          network: "",
          choices: [
            {
              campaignId: campaign.id,
              advertiser: campaign.advertiser,
              creativeVersionId: `${creative.id}-1`,
              format: creative.format,
              topicId: campaign.topics?.[0],
              priceMicros: campaign.priceMicros,
              publisherMicros: campaign.priceMicros / 2,
            },
          ],
        },
      ]);
      issued += 1;
      const { advertiser } = campaign;
      const of = { advertiser, campaignId: campaign.id, creativeId: creative.id, format: creative.format };
      count("issued", 1, "", of);
      time.ahead += 1_500;
      if (below(10) < 7) {
        await store.record([{ kind: "seen", deliveryId: id }]);
        count("seen", 1, "", of);
      }
      if (below(10) < 2) {
        await store.record([{ kind: "click", deliveryId: id }]);
        count("click", 1, "", of);
      }
    }
    const unfilled = below(6);
    count("request", issued + unfilled);
    if (unfilled > 0) count("no_ad", unfilled, "no_campaign");
    await store.addCounts(counts);
  }
  time.ahead = 0;
  await store.addCounts(comparedPlatforms());
}

/** Four platforms, of which the last one has many clicks. */
function comparedPlatforms(): readonly Count[] {
  const places = ["pf_news", "pf_shop", "pf_forum", "pf_games"].map((platformId) => ({
    publisherId: "others",
    platformId,
    placement: "",
    language: "",
    clicks: platformId === "pf_games" ? 54 : 6,
  }));
  return places.flatMap(recentTraffic);
}
