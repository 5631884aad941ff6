import { describe, expect, it } from "vitest";
import type { Campaign, Creative } from "../../../core/catalog/entities.ts";
import { versionCreative } from "../../../core/catalog/version.ts";
import type { EntityRef } from "../../../core/storage/catalog-change.ts";
import { adOrNone, expectProblem, expectSeen, nextAdOf } from "../answers.ts";
import { campaign, landing, platformIds, priceMicros, scenesByFormat, webCreative } from "../catalog.ts";
import { actionsOf, at, linksOf } from "../client.ts";
import { openWorld, type World } from "../world.ts";

interface Edit {
  readonly campaigns?: readonly Campaign[];
  readonly creatives?: readonly Creative[];
  readonly removals?: readonly EntityRef[];
}

/** Changes the catalogue and lets serving notice it. */
async function edit(
  { store, clock }: World,
  { campaigns = [], creatives = [], removals = [] }: Edit,
): Promise<void> {
  const { version } = await store.readCatalog();
  const upserts = {
    publishers: [],
    platforms: [],
    campaigns,
    creatives: creatives.map(versionCreative),
    topics: [],
  };
  const { outcome } = await store.applyCatalog({ expectedVersion: version, upserts, removals });
  expect(outcome).toBe("applied");
  clock.advance(2_000);
}

const consent = { accept_formats: ["consent"] };
const edited: Creative = {
  ...webCreative("open-consent", "consent"),
  disclosure: { text: "Another disclosure" },
  scenes: [...scenesByFormat.consent].reverse(),
};

/** §3: what is issued stays as it was issued, whatever happens to the catalogue. */
describe("§3 an issued ad and the catalogue", () => {
  it("§4.2 is played as it was issued after its creative was edited", async () => {
    const world = await openWorld();
    const issued = await world.client.issue(consent);
    await edit(world, { creatives: [edited] });
    const next = nextAdOf(await world.client.press(issued, at(actionsOf(issued.ad), 0)));
    expect(next.disclosure).toBe(issued.ad.disclosure);
    expect(at(next.blocks, 0)).toMatchObject({ text: "An offer" });
    expect((await world.client.issue(consent)).ad.disclosure).toBe("Another disclosure");
  });
  it("§4.5 its links lead where they led after its campaign was removed", async () => {
    const world = await openWorld();
    const issued = await world.client.issue(consent);
    const removals: readonly EntityRef[] = [
      { kind: "creative", id: "open-consent-en" },
      { kind: "campaign", id: "open-consent" },
    ];
    await edit(world, { removals });
    expect(adOrNone(await world.client.ads(consent))).toBeUndefined();
    expect((await world.client.click(at(linksOf(issued.ad), 0))).headers.get("location")).toBe(landing);
    nextAdOf(await world.client.press(issued, at(actionsOf(issued.ad), 0)));
  });
  it("§1 is billed at the price at which it was issued, also after its campaign was paused", async () => {
    const world = await openWorld();
    const issued = await world.client.issue(consent);
    const paused = campaign("open-consent", [platformIds.main], { status: "paused", priceMicros: 1 });
    await edit(world, { campaigns: [paused] });
    expect(adOrNone(await world.client.ads(consent))).toBeUndefined();
    expectSeen(await world.client.seen(issued));
    expect(await world.onlyDelivery()).toMatchObject({ priceMicros, chargedAt: world.clock.now() });
    expect((await world.store.auditLedger()).advertiserMicros).toBe(priceMicros);
  });
  it("§2.1 a placement that was registered is accepted within two seconds", async () => {
    const world = await openWorld();
    expectProblem(await world.client.ads({ placement: "footer" }), 400);
    const { version, catalog } = await world.store.readCatalog();
    const platforms = catalog.platforms.map((platform) => ({ ...platform, placements: ["footer"] }));
    const upserts = { publishers: [], platforms, campaigns: [], creatives: [], topics: [] };
    await world.store.applyCatalog({ expectedVersion: version, upserts, removals: [] });
    world.clock.advance(2_000);
    await world.client.issue({ placement: "footer" });
  });
});
