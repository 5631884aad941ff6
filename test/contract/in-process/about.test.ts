import { describe, expect, it } from "vitest";
import type { Campaign } from "../../../core/catalog/entities.ts";
import { nextAdOf } from "../answers.ts";
import { campaign, contractCatalog, platformIds, webCreative } from "../catalog.ts";
import { actionsOf, at } from "../client.ts";
import { openWorld } from "../world.ts";

function worldOf(fields: Partial<Campaign>) {
  const only = campaign("only", [platformIds.main], { ...fields });
  return openWorld({}, { ...contractCatalog, campaigns: [only], creatives: [webCreative("only", "quiz")] });
}

/** contract.md §2.3: the facts for the person. */
describe("§2.3 about the ad", () => {
  it.each([
    [{}, "placement"],
    [{ platforms: undefined, placements: ["chat"] }, "placement"],
    [{ platforms: undefined, languages: ["en"] }, "language"],
    [{ platforms: undefined }, "everywhere"],
  ] as const)("a campaign with %j is shown because of its %s", async (fields, reason) => {
    const { client } = await worldOf(fields);
    expect((await client.issue()).ad.about).toEqual({ advertiser: "Contract & Sons", reason });
  });
  it("an ad that the question's topic brought says so", async () => {
    const { client } = await openWorld();
    const context = { question: "where are cheap flights to the sea" };
    const { ad } = await client.issue({ platform_id: platformIds.topics, context });
    expect(ad.about?.reason).toBe("topic");
  });
  it("names the payer, in later scenes too", async () => {
    const { client } = await worldOf({ payer: "The Islands' Fund" });
    const issued = await client.issue();
    const about = { advertiser: "Contract & Sons", payer: "The Islands' Fund", reason: "placement" };
    expect(issued.ad.about).toEqual(about);
    expect(nextAdOf(await client.press(issued, at(actionsOf(issued.ad), 0))).about).toEqual(about);
  });
});
