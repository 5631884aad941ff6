import { describe, expect, it } from "vitest";
import type { Campaign, Catalog, Creative, Platform } from "../../../core/catalog/entities.ts";
import { adOf, adOrNone, botAnswerOf } from "../answers.ts";
import { campaign, contractCatalog, platformIds, webCreative } from "../catalog.ts";
import { type Fields, testServer } from "../client.ts";
import { openWorld, type World } from "../world.ts";

const { main, sibling } = platformIds;
const both = [main, sibling];
const flights = { question: "where are cheap flights to the sea" };

/** A campaign with a disclosure that is its id, so that an answer tells it. */
function named(id: string, fields: Partial<Campaign> = {}): Campaign {
  return campaign(id, both, fields);
}

function textOf(id: string): Creative {
  return { ...webCreative(id, "text"), disclosure: { text: id } };
}

function catalogOf(
  campaigns: readonly Campaign[],
  exclusions: Partial<Platform>,
  creatives: readonly Creative[] = campaigns.map(({ id }) => textOf(id)),
): Catalog {
  const platforms = contractCatalog.platforms.map((platform) =>
    platform.id === main ? { ...platform, ...exclusions } : platform,
  );
  return { ...contractCatalog, platforms, campaigns, creatives };
}

/** The campaigns of 30 answers. */
async function shownTo({ client }: World, fields: Fields = {}): Promise<ReadonlySet<string | undefined>> {
  const shown = new Set<string | undefined>();
  for (let index = 0; index < 30; index++) shown.add(adOrNone(await client.ads(fields))?.disclosure);
  return shown;
}

async function reasonsOf(world: World): Promise<readonly string[]> {
  const counts = await world.counts();
  return counts.filter(({ metric }) => metric === "no_ad").map(({ reason }) => reason);
}

async function set(world: World, exclusions: Partial<Platform>): Promise<void> {
  const { version, catalog } = await world.store.readCatalog();
  const platforms = catalog.platforms.map((one) => (one.id === main ? { ...one, ...exclusions } : one));
  const upserts = { publishers: [], platforms, campaigns: [], creatives: [], topics: [] };
  const { outcome } = await world.store.applyCatalog({ expectedVersion: version, upserts, removals: [] });
  expect(outcome).toBe("applied");
  world.clock.advance(2_000);
}

describe("a platform that excludes an advertiser", () => {
  const rivals = [named("rival", { advertiser: "Rival, Inc.", priceMicros: 9_000 }), named("other")];
  const exclusions = { excludedAdvertisers: ["Rival, Inc.", "Nobody"] };

  it("shows none of its ads, and other platforms still do", async () => {
    const world = await openWorld({}, catalogOf(rivals, exclusions));
    expect(await shownTo(world)).toEqual(new Set(["other"]));
    expect(adOf(await world.client.ads({ platform_id: sibling })).disclosure).toBe("rival");
  });
  it("shows no house ad of it, and the reason is counted", async () => {
    const house = { ...named("house", { advertiser: "Rival, Inc." }), priceMicros: 0 };
    const world = await openWorld({}, catalogOf([house], exclusions));
    expect(await shownTo(world)).toEqual(new Set([undefined]));
    expect(await reasonsOf(world)).toEqual(["blocked"]);
  });
  it("still shows test ads", async () => {
    const all = { excludedAdvertisers: ["Test"], excludedFormats: ["text", "bot"] } as const;
    const world = await openWorld({}, catalogOf(rivals, all));
    expect(adOf(await world.client.ads({ test: true, test_format: "text" })).format).toBe("text");
    expect(adOf(await world.client.ads({}, testServer)).format).toBe("text");
    expect(botAnswerOf(await world.client.bot({}, testServer)).has_ad).toBe(true);
  });
  it("stops and starts within two seconds after the platform changes", async () => {
    const world = await openWorld({}, catalogOf(rivals, {}));
    expect(adOf(await world.client.ads()).disclosure).toBe("rival");
    await set(world, exclusions);
    expect(await shownTo(world)).toEqual(new Set(["other"]));
    await set(world, { excludedAdvertisers: ["Contract & Sons"] });
    expect(await shownTo(world)).toEqual(new Set(["rival"]));
    await set(world, { excludedAdvertisers: undefined });
    expect(adOf(await world.client.ads()).disclosure).toBe("rival");
  });
});

describe("a platform that excludes a topic", () => {
  const campaigns = [
    named("bound", { topics: ["flights", "hotels"], priceMicros: 9_000 }),
    named("hotels", { topics: ["hotels"] }),
    named("any", { priceMicros: 1 }),
  ];
  const topics = [
    ...contractCatalog.topics,
    { id: "hotels", name: "Hotels", phrases: { en: ["room for two"] } },
  ];
  const open = (exclusions: Partial<Platform>) =>
    openWorld({}, { ...catalogOf(campaigns, exclusions), topics });

  it("shows no campaign that targets it, whatever the question is about", async () => {
    const world = await open({ excludedTopics: ["flights"] });
    const hotels = { context: { question: "is there a room for two" } };
    expect(await shownTo(world, hotels)).toEqual(new Set(["hotels"]));
    expect(adOf(await world.client.ads({ platform_id: sibling, ...hotels })).disclosure).toBe("bound");
  });
  it("shows ads of other campaigns for a question about it", async () => {
    const world = await open({ excludedTopics: ["flights"] });
    expect(await shownTo(world, { context: flights })).toEqual(new Set(["any"]));
  });
});

describe("a platform that excludes a format", () => {
  const campaigns = [named("two-formats"), named("image-only", { priceMicros: 9_000 })];
  const image = (id: string): Creative => ({ ...webCreative(id, "image"), disclosure: { text: id } });
  const creatives = [
    textOf("two-formats"),
    { ...image("two-formats"), id: "two-formats-image" },
    image("image-only"),
  ];

  it("shows the creatives of other formats only", async () => {
    const world = await openWorld({}, catalogOf(campaigns, { excludedFormats: ["image"] }, creatives));
    for (let index = 0; index < 20; index++) {
      expect(adOf(await world.client.ads())).toMatchObject({ format: "text", disclosure: "two-formats" });
    }
    expect(await shownTo(world, { accept_formats: ["image"] })).toEqual(new Set([undefined]));
    expect(await reasonsOf(world)).toEqual(["format"]);
  });
  it("shows no line below a bot's message when it excludes those", async () => {
    const world = await openWorld();
    expect(botAnswerOf(await world.client.bot()).has_ad).toBe(true);
    await set(world, { excludedFormats: ["bot"] });
    expect(botAnswerOf(await world.client.bot()).has_ad).toBe(false);
  });
});

describe("a campaign", () => {
  it("is not shown on a platform that it excludes", async () => {
    const world = await openWorld(
      {},
      catalogOf([named("a", { platforms: undefined, excludedPlatforms: [main] })], {}),
    );
    expect(await shownTo(world)).toEqual(new Set([undefined]));
    expect(await shownTo(world, { platform_id: sibling })).toEqual(new Set(["a"]));
    expect(await reasonsOf(world)).toEqual(["platform"]);
  });
  it("is not shown in a placement that it excludes", async () => {
    const world = await openWorld({}, catalogOf([named("a", { excludedPlacements: ["chat"] })], {}));
    expect(await shownTo(world)).toEqual(new Set([undefined]));
    expect(await shownTo(world, { placement: "sidebar" })).toEqual(new Set(["a"]));
    expect(await reasonsOf(world)).toEqual(["placement"]);
  });
  it("is not shown for a question about a topic that it excludes", async () => {
    const world = await openWorld({}, catalogOf([named("a", { excludedTopics: ["flights"] })], {}));
    expect(await shownTo(world, { context: flights })).toEqual(new Set([undefined]));
    expect(await shownTo(world)).toEqual(new Set(["a"]));
    expect(await reasonsOf(world)).toEqual(["topic"]);
  });
});
