import { describe, expect, it } from "vitest";
import type { Campaign, Catalog, Creative } from "../../../core/catalog/entities.ts";
import { botAnswerOf } from "../answers.ts";
import { campaign, contractCatalog, platformIds, priceMicros } from "../catalog.ts";
import { openWorld } from "../world.ts";

const dear = Array.from({ length: 7 }, (_, index) => `long-${index}`);

function botCreative(campaignId: string, text: string): Creative {
  return {
    id: `${campaignId}-en`,
    campaignId,
    format: "bot",
    language: "en",
    disclosure: { text: "Ad" },
    bot: { text, buttonText: "Open", landingUrl: "https://shop.example/" },
  };
}

/** Campaigns with long texts that pay more than the one with a short text. */
function catalogOf(campaigns: readonly Campaign[]): Catalog {
  return {
    ...contractCatalog,
    campaigns,
    creatives: campaigns.map(({ id }) => botCreative(id, id === "short" ? "Short" : "x".repeat(1_000))),
  };
}

const longOnes = dear.map((id) => campaign(id, [platformIds.main], { priceMicros: 2 * priceMicros }));
const message = "a".repeat(3_500);

describe("§2.7 a message with little room", () => {
  it("§2.7 gets the ad that fits, also when many that pay more are too long", async () => {
    const world = await openWorld({}, catalogOf([...longOnes, campaign("short", [platformIds.main])]));
    const answer = botAnswerOf(await world.client.bot({ message }));
    expect([answer.has_ad, answer.ad?.text]).toEqual([true, "Short"]);
    expect(await world.onlyDelivery()).toMatchObject({ campaignId: "short", surface: "bot" });
  });
  it("§2.7 stays as it is when none fits, and that is the reason that is counted", async () => {
    const world = await openWorld({}, catalogOf(longOnes));
    expect(botAnswerOf(await world.client.bot({ message }))).toMatchObject({ message, has_ad: false });
    expect(await world.deliveries()).toEqual([]);
    const reasons = (await world.counts()).filter(({ metric }) => metric === "no_ad");
    expect(reasons.map(({ reason, n }) => [reason, n])).toEqual([["message", 1]]);
  });
});
