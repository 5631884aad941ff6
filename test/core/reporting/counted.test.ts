/** The stored statistics of one ad's life. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMemoryStore } from "../../../adapters/memory/mod.ts";
import { versionCreative } from "../../../core/catalog/version.ts";
import type { CountField, CountTotal } from "../../../core/storage/counts.ts";
import type { Store } from "../../../core/storage/store.ts";
import { createTestClock, quietNoon, type TestClock } from "../../conformance/clock.ts";
import { countFields } from "../../conformance/store/counts.ts";
import { botAnswerOf, expectProblem, expectSeen, nextAdOf } from "../../contract/answers.ts";
import { campaign, contractCatalog, platformIds, priceMicros, webCreative } from "../../contract/catalog.ts";
import { actionsOf, at, type Client, linksOf, testServer } from "../../contract/client.ts";
import { contractKeys, storedKeys } from "../../contract/keys.ts";
import { openWorld, type World } from "../../contract/world.ts";
import { plant } from "../../runtimes/seed.ts";
import { type Backend, pgliteBackend } from "../../setup/postgres-backends.ts";

const hourMs = 3_600_000;
const noFields = { reason: "", advertiser: "", campaignId: "", creativeId: "", topicId: "" };

interface Counting {
  readonly client: Client;
  readonly clock: TestClock;
  readonly store: Store;
  /** Stored sums by metric and the given fields. */
  readonly counted: (...by: readonly CountField[]) => Promise<readonly CountTotal[]>;
  /** How often each metric was counted. */
  readonly metrics: () => Promise<Readonly<Record<string, number>>>;
  /** Another instance, which has not issued anything. */
  readonly newInstance: () => Promise<World>;
}

let pglite: Backend;
beforeAll(async () => {
  pglite = await pgliteBackend();
}, 60_000);
afterAll(() => pglite.close());

async function memoryStore(clock: TestClock): Promise<Store> {
  return createMemoryStore({ clock: clock.now });
}

async function pgliteStore(clock: TestClock): Promise<Store> {
  return (await pglite.open(clock)).stores[0];
}

async function openCounting(
  openStore: (clock: TestClock) => Promise<Store> = memoryStore,
  catalog = contractCatalog,
): Promise<Counting> {
  const clock = createTestClock();
  const store = await openStore(clock);
  await plant(store, { catalog, apiKeys: storedKeys });
  const worlds: World[] = [];
  const newInstance = async (): Promise<World> => {
    const world = await openWorld({ store, clock: clock.now });
    worlds.push(world);
    return world;
  };
  const { client } = await newInstance();
  const counted: Counting["counted"] = async (...by) => {
    for (const { handbill } of worlds) await handbill.maintain();
    const metrics = ["request", "issued", "no_ad", "seen", "press", "click", "rejected"] as const;
    const query = { from: quietNoon, to: clock.now() + 1, metrics, limit: 100 };
    return store.readCounts({ ...query, by: ["metric", ...by] });
  };
  const metrics = async () => Object.fromEntries((await counted()).map(({ metric, n }) => [metric, n]));
  return { client, clock, store, counted, metrics, newInstance };
}

describe.each([
  ["the memory store", memoryStore],
  ["PGlite", pgliteStore],
])("on %s", (_, openStore) => {
  it("an ad's request, issue, view, press and click are counted once each, with all that they are of", async () => {
    const { client, clock, counted } = await openCounting(openStore);
    const issued = await client.issue({ accept_formats: ["consent"], language_code: "en-GB" });
    clock.advance(1_000);
    for (const repeat of [1, 2]) {
      expectSeen(await client.seen(issued));
      nextAdOf(await client.press(issued, at(actionsOf(issued.ad), 0)));
      expect((await client.click(at(linksOf(issued.ad), 0))).status, `click ${repeat}`).toBe(302);
    }
    const asked = { publisherId: "publisher-1", platformId: platformIds.main, apiKeyId: "" };
    // The catalogue has no creative in en-GB.
    const of = { ...asked, hour: quietNoon, placement: "chat", language: "en", n: 1 };
    const ofAd = {
      ...of,
      ...noFields,
      format: "consent",
      advertiser: "Contract & Sons",
      campaignId: "open-consent",
      creativeId: "open-consent-en",
    };
    const lines = await counted(...countFields.filter((field) => field !== "metric"));
    expect(lines).toHaveLength(5);
    expect(lines).toContainEqual({ ...of, ...noFields, metric: "request", format: "" });
    for (const metric of ["issued", "seen", "press", "click"]) {
      expect(lines).toContainEqual({ ...ofAd, metric });
    }
  });

  it("a bot's ad that is clicked is counted as issued, seen and clicked", async () => {
    const { client, counted } = await openCounting(openStore);
    const { ad } = botAnswerOf(await client.bot());
    for (let n = 0; n < 2; n += 1) await client.click(ad?.button_url ?? "");
    const lines = await counted("format", "creativeId", "apiKeyId");
    const apiKeyId = contractKeys.live.record.id;
    expect(lines).toHaveLength(4);
    expect(lines).toContainEqual({ metric: "request", format: "bot", apiKeyId, creativeId: "", n: 1 });
    for (const metric of ["issued", "seen", "click"]) {
      expect(lines).toContainEqual({ metric, format: "bot", apiKeyId, creativeId: "open-bot-en", n: 1 });
    }
  });
});

describe("the seconds until an ad was seen", () => {
  const secondsOf = async ({ counted, store, clock }: Counting): Promise<readonly CountTotal[]> => {
    await counted();
    const query = { from: quietNoon, to: clock.now() + 1, metrics: ["view_seconds"], limit: 9 } as const;
    return store.readCounts({ ...query, by: ["publisherId", "platformId", "apiKeyId", "campaignId"] });
  };

  it("are counted with its first view, press or click", async () => {
    const counting = await openCounting();
    const { client, clock } = counting;
    const ads = [
      await client.issue(),
      await client.issue(),
      await client.issue({ accept_formats: ["consent"] }),
    ];
    const [first, second, third] = [at(ads, 0), at(ads, 1), at(ads, 2)];
    clock.advance(2_400);
    expectSeen(await client.seen(first));
    clock.advance(2_600);
    expectSeen(await client.seen(first));
    expectSeen(await client.seen(second));
    clock.advance(4_000);
    nextAdOf(await client.press(third, at(actionsOf(third.ad), 0)));
    expectSeen(await client.seen(third));
    const owners = { publisherId: "publisher-1", platformId: platformIds.main, apiKeyId: "", campaignId: "" };
    expect(await secondsOf(counting)).toEqual([{ ...owners, n: 2 + 5 + 9 }]);
  });

  it("are not counted of an ad without a price or a bot's message, which have no view", async () => {
    const free = contractCatalog.campaigns.map((one) => ({ ...one, priceMicros: 0 }));
    const counting = await openCounting(memoryStore, { ...contractCatalog, campaigns: free });
    const issued = await counting.client.issue({ accept_formats: ["consent"] });
    const { ad } = botAnswerOf(await counting.client.bot());
    counting.clock.advance(5_000);
    nextAdOf(await counting.client.press(issued, at(actionsOf(issued.ad), 0)));
    await counting.client.click(ad?.button_url ?? "");
    expect(await counting.metrics()).toMatchObject({ press: 1, click: 1 });
    expect(await secondsOf(counting)).toEqual([]);
  });
});

describe("the languages of statistics", () => {
  const inLanguages = { platform_id: platformIds.languages };

  it("are those of the catalogue, with any tags of callers", async () => {
    const { client, clock, counted, store } = await openCounting();
    const sent = [
      "pt-BR",
      "pt-PT",
      "pt-BR-x-me",
      "PT_br",
      "de-AT-1996-u-co-phonebk",
      "fr",
      "x-whoever",
      "qaa",
    ];
    const random = Array.from({ length: 200 }, (_, n) => [`pt-x-u${n}`, `pt-a${n}000`, `zz${n % 10}-x-1`]);
    for (const language_code of [...sent, ...random.flat()]) {
      const answer = await client.ads({ ...inLanguages, language_code });
      expect([language_code, answer.status]).toEqual([language_code, /^zz/.test(language_code) ? 400 : 200]);
    }
    clock.advance(1_000);
    const lines = await counted("language");
    const languages = lines.filter(({ metric }) => metric !== "rejected").map(({ language }) => language);
    expect([...new Set(languages)].sort()).toEqual(["de", "other", "pt", "pt-BR"]);
    expect(lines).toContainEqual({ metric: "request", language: "pt-BR", n: 3 });
    expect(lines).toContainEqual({ metric: "request", language: "other", n: 3 });
    expect(lines).toContainEqual({ metric: "no_ad", language: "other", n: 3 });
    const deliveries = await store.readRecentDeliveries({ limit: 512 });
    const kept = new Set(deliveries.map(({ language }) => language));
    expect([...kept].sort()).toEqual(["de-AT", "pt", "pt-BR", "pt-PT"]);
  });

  it("are one for an ad's issue, view and charge, and stay so while the catalogue changes", async () => {
    const { client, clock, counted, store } = await openCounting();
    const issued = await client.issue({ ...inLanguages, language_code: "pt-AO" });
    const { version } = await store.readCatalog();
    const removals = ["pt", "de"].map((language) => ({
      kind: "creative" as const,
      id: `languages-${language}`,
    }));
    const upserts = { publishers: [], platforms: [], campaigns: [], creatives: [], topics: [] };
    await store.applyCatalog({ expectedVersion: version, upserts, removals });
    clock.advance(2_000);
    expectSeen(await client.seen(issued));
    for (const metric of ["issued", "seen"]) {
      expect(await counted("language")).toContainEqual({ metric, language: "pt", n: 1 });
    }
    await client.ads({ ...inLanguages, language_code: "de" });
    expect(await counted("language")).toContainEqual({ metric: "request", language: "other", n: 1 });
  });
});

describe("the statistics of an ad", () => {
  it("have one view, whichever of view, press and click comes first", async () => {
    for (const first of ["seen", "press", "click"] as const) {
      const { client, clock, metrics } = await openCounting();
      const issued = await client.issue({ accept_formats: ["consent"] });
      clock.advance(1_000);
      const steps = {
        seen: () => client.seen(issued),
        press: () => client.press(issued, at(actionsOf(issued.ad), 0)),
        click: () => client.click(at(linksOf(issued.ad), 0)),
      };
      await steps[first]();
      expect(await metrics(), first).toMatchObject({ issued: 1, seen: 1, [first]: 1 });
      clock.advance(1);
      for (const step of Object.values(steps)) await step();
      expect(await metrics(), `${first} first`).toEqual({
        request: 1,
        issued: 1,
        seen: 1,
        press: 1,
        click: 1,
      });
    }
  });

  it("have one view when all comes at once, in one millisecond and on two instances", async () => {
    const { client, clock, metrics, newInstance } = await openCounting();
    const other = (await newInstance()).client;
    const issued = await client.issue({ accept_formats: ["quiz"] });
    clock.advance(1_000);
    await Promise.all(
      [client, other].flatMap((instance) => [
        ...Array.from({ length: 8 }, () => instance.seen(issued)),
        ...actionsOf(issued.ad).map((action) => instance.press(issued, action)),
        instance.click(at(linksOf(issued.ad), 0)),
      ]),
    );
    expect(await metrics()).toEqual({ request: 1, issued: 1, seen: 1, press: 2, click: 1 });
  });

  it("have each press of another button, and one view", async () => {
    const { client, clock, metrics } = await openCounting();
    const issued = await client.issue({ accept_formats: ["quiz"] });
    const second = nextAdOf(await client.press(issued, at(actionsOf(issued.ad), 0)));
    clock.advance(5);
    nextAdOf(await client.press(issued, at(actionsOf(second), 0)));
    expect(await metrics()).toEqual({ request: 1, issued: 1, seen: 1, press: 2 });
  });

  it("of a house ad have its view too, by its first press or click", async () => {
    for (const clickFirst of [true, false]) {
      const { client, metrics } = await openCounting();
      const issued = await client.issue({ platform_id: platformIds.house });
      const press = () => client.press(issued, at(actionsOf(issued.ad), 0));
      if (!clickFirst) await press();
      await client.click(at(linksOf(issued.ad), 0));
      await press();
      await client.press(issued, at(actionsOf(issued.ad), 1));
      expect(await metrics()).toEqual({ request: 1, issued: 1, seen: 1, press: 2, click: 1 });
    }
  });

  it("have a bot's click that found no money left", async () => {
    const small = campaign("open-bot", [platformIds.main], { totalBudgetMicros: priceMicros });
    const { client, metrics } = await openCounting(memoryStore, {
      ...contractCatalog,
      campaigns: [small],
      creatives: contractCatalog.creatives.filter(({ campaignId }) => campaignId === "open-bot"),
    });
    const urls = [];
    for (let n = 0; n < 2; n += 1) urls.push(botAnswerOf(await client.bot()).ad?.button_url ?? "");
    for (const url of urls) await client.click(url);
    expect(await metrics()).toEqual({ request: 2, issued: 2, seen: 2, click: 2 });
  });

  it("name the topic that it was matched by", async () => {
    const { client, clock, counted } = await openCounting();
    const context = { type: "conversation", question: "Where are cheap flights to Rome?" };
    const issued = await client.issue({ platform_id: platformIds.topics, context });
    clock.advance(1_000);
    expectSeen(await client.seen(issued));
    const lines = await counted("campaignId", "topicId");
    expect(lines).toContainEqual({ metric: "issued", campaignId: "flights", topicId: "flights", n: 1 });
    expect(lines).toContainEqual({ metric: "seen", campaignId: "flights", topicId: "flights", n: 1 });
  });

  it("have nothing that was refused: too early, too late or unknown", async () => {
    const { client, clock, metrics } = await openCounting();
    const [issued, late] = [await client.issue(), await client.issue()];
    expectProblem(await client.seen(issued), 409, "too_early");
    expectProblem(await client.seen(issued, { view: "A".repeat(24) }), 410, "gone");
    clock.advance(hourMs + 1);
    expectProblem(await client.seen(late), 410, "gone");
    await client.click(at(linksOf(late.ad), 0));
    expect(await metrics()).toEqual({ request: 2, issued: 2, rejected: 3 });
  });

  it("are of the hour in which each thing happened", async () => {
    const { client, clock, counted } = await openCounting();
    clock.advance(hourMs - 500);
    const issued = await client.issue();
    clock.advance(1_000);
    expectSeen(await client.seen(issued));
    const lines = await counted("hour");
    expect(lines).toContainEqual({ metric: "issued", hour: quietNoon, n: 1 });
    expect(lines).toContainEqual({ metric: "seen", hour: quietNoon + hourMs, n: 1 });
  });

  it("have nothing of test ads", async () => {
    const { client, metrics } = await openCounting();
    const issued = await client.issue({ test: true, test_format: "consent" });
    nextAdOf(await client.press(issued, at(actionsOf(issued.ad), 0)));
    await client.ads({}, testServer);
    const { ad } = botAnswerOf(await client.bot({}, testServer));
    await client.click(ad?.button_url ?? "");
    expect(await metrics()).toEqual({});
  });

  it("name the creative of an ad that another instance issued", async () => {
    const { client, clock, counted, newInstance } = await openCounting();
    const issued = await client.issue({ accept_formats: ["card"] });
    const other = await newInstance();
    clock.advance(1_000);
    expectSeen(await other.client.seen(issued));
    expect(await counted("creativeId")).toContainEqual({ metric: "seen", creativeId: "open-card-en", n: 1 });
  });

  it("name the creative of an ad that was issued here, however large the catalogue", async () => {
    const many = Array.from({ length: 6_000 }, (_, n) => ({
      ...webCreative("sidebar", "text"),
      id: `sidebar-${n}`,
    }));
    const creatives = [...contractCatalog.creatives, ...many];
    const { client, clock, counted } = await openCounting(memoryStore, { ...contractCatalog, creatives });
    const issued = await client.issue({ accept_formats: ["card"] });
    clock.advance(1_000);
    expectSeen(await client.seen(issued));
    const lines = await counted("creativeId");
    for (const metric of ["issued", "seen"]) {
      expect(lines).toContainEqual({ metric, creativeId: "open-card-en", n: 1 });
    }
  });

  it("name the creative of an ad that was edited since: of a view where it was issued, of a click everywhere", async () => {
    const { client, clock, counted, newInstance, store } = await openCounting();
    const seen = await client.issue({ accept_formats: ["consent"] });
    const clicked = await client.issue({ accept_formats: ["consent"] });
    const { version } = await store.readCatalog();
    const creative = { ...webCreative("open-consent", "consent"), disclosure: { text: "Another" } };
    const upserts = {
      publishers: [],
      platforms: [],
      campaigns: [],
      creatives: [versionCreative(creative)],
      topics: [],
    };
    await store.applyCatalog({ expectedVersion: version, upserts, removals: [] });
    clock.advance(2_000);
    expectSeen(await client.seen(seen));
    const other = await newInstance();
    await other.client.click(at(linksOf(clicked.ad), 0));
    const lines = await counted("creativeId");
    expect(lines).toContainEqual({ metric: "seen", creativeId: "open-consent-en", n: 2 });
    expect(lines).toContainEqual({ metric: "click", creativeId: "open-consent-en", n: 1 });
  });
});
