import { describe, expect, it } from "vitest";
import { adOrNone, botAnswerOf, expectProblem, expectSeen, nextAdOf } from "../answers.ts";
import { platformIds } from "../catalog.ts";
import {
  actionsOf,
  at,
  browser,
  type HeaderFields,
  type Issued,
  linksOf,
  newVisitor,
  paths,
  server,
} from "../client.ts";
import { openWorld, type World } from "../world.ts";

const hourMs = 3_600_000;
const bot: HeaderFields = {
  ...browser,
  "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
};
const withoutAgent: HeaderFields = { origin: browser["origin"] ?? "" };
const quiz = { accept_formats: ["quiz"] };

/** The reasons and numbers of a metric, as counted. */
async function reasonsOf({ counts }: World, metric: string): Promise<readonly (readonly [string, number])[]> {
  const sums = new Map<string, number>();
  for (const line of await counts()) {
    if (line.metric === metric) sums.set(line.reason, (sums.get(line.reason) ?? 0) + line.n);
  }
  return [...sums];
}

function byBot(issued: Issued): Issued {
  return { ...issued, headers: bot };
}

describe("§4.7 a program without a key", () => {
  it.each([
    ["bot", bot],
    ["bot", { ...browser, "user-agent": "curl/8.5.0" }],
    ["bot", { ...browser, "user-agent": "python-requests/2.32.0" }],
    ["http_library", { ...browser, "user-agent": "Mozilla/5.0 (Windows NT 10.0) PowerShell/7.4.0" }],
    ["no_user_agent", withoutAgent],
    ["impossible_user_agent", { ...browser, "user-agent": `Mozilla/5.0 ${"x".repeat(2_048)}` }],
  ])("§4.7 gets no ad, counted as %s", async (reason, headers) => {
    const world = await openWorld();
    expect(adOrNone(await world.client.ads({}, headers))).toBeUndefined();
    expect(world.writes).toEqual([]);
    expect(await reasonsOf(world, "no_ad")).toEqual([[reason, 1]]);
    expect(await reasonsOf(world, "request")).toEqual([["", 1]]);
  });
  it("§4.7 gets a test ad all the same", async () => {
    const world = await openWorld();
    expect(adOrNone(await world.client.ads({ test: true }, bot))?.test).toBe(true);
    expect(await world.counts()).toEqual([]);
  });
  it("§4.7 is answered 200 to a view of an ad issued before, without a charge, and the hold expires", async () => {
    const world = await openWorld();
    const { client, clock, handbill, state, store } = world;
    const issued = await client.issue();
    const before = await state();
    expectProblem(await client.seen(byBot(issued)), 409, "too_early");
    clock.advance(1_000);
    expectSeen(await client.seen(byBot(issued)));
    expectProblem(await client.seen(byBot(issued), { view: "A".repeat(24) }), 410, "gone");
    expect(await state()).toEqual(before);
    expect(await reasonsOf(world, "uncounted_view")).toEqual([["bot", 1]]);
    clock.advance(hourMs);
    expectProblem(await client.seen(byBot(issued)), 410, "gone");
    await handbill.maintain();
    expect((await store.auditLedger()).campaigns.every(({ heldMicros }) => heldMicros === 0)).toBe(true);
  });
  it("§4.7 gets the next scene for a press, which is not recorded; a person's press afterwards is", async () => {
    const world = await openWorld();
    const { client, clock, onlyDelivery, state } = world;
    const issued = await client.issue(quiz);
    const action = at(actionsOf(issued.ad), 0);
    const before = await state();
    const pressed = nextAdOf(await client.press(byBot(issued), action));
    expect(await state()).toEqual(before);
    expect(await reasonsOf(world, "uncounted_press")).toEqual([["bot", 1]]);
    expect(nextAdOf(await client.press(issued, action))).toEqual(pressed);
    expect((await onlyDelivery()).presses).toHaveLength(1);
    clock.advance(hourMs + 1);
    expectProblem(await client.press(byBot(issued), action), 410, "gone");
  });
  it("§4.7 with a key is judged by its key: its agent says nothing", async () => {
    const world = await openWorld();
    const headers = { ...server, "user-agent": "python-requests/2.32.0" };
    const issued = await world.client.issue({}, headers);
    expect(botAnswerOf(await world.client.bot({}, headers)).has_ad).toBe(true);
    world.clock.advance(1_000);
    expectSeen(await world.client.seen(issued));
    expect(await reasonsOf(world, "seen")).toEqual([["", 1]]);
  });
  it("§4.7 is served where the operator switches the rule off", async () => {
    const { client } = await openWorld({ trafficRules: { excludeByAgent: false } });
    expect(adOrNone(await client.ads({}, bot))).toBeDefined();
  });
  it("§4.7 an ad request that the browser makes ahead is a person's", async () => {
    const { client } = await openWorld();
    expect(adOrNone(await client.ads({}, { ...browser, "sec-purpose": "prefetch;prerender" }))).toBeDefined();
  });
});

describe("§4.7 doubtful traffic", () => {
  it("§4.7 a person's ad, view, press and click carry no mark", async () => {
    const world = await openWorld();
    const { client, clock, onlyDelivery } = world;
    const issued = await client.issue({ accept_formats: ["consent"] });
    clock.advance(2_000);
    expectSeen(await client.seen(issued));
    nextAdOf(await client.press(issued, at(actionsOf(issued.ad), 0)));
    await client.click(at(linksOf(issued.ad), 0));
    expect((await onlyDelivery()).mark).toBe("");
    for (const metric of ["issued", "seen", "press", "click"]) {
      expect(await reasonsOf(world, metric)).toEqual([["", 1]]);
    }
  });
  it("§4.7 a click too soon is counted and charged as ever, and marked", async () => {
    const world = await openWorld();
    const { ad } = await world.client.issue();
    expect((await world.client.click(at(linksOf(ad), 0))).status).toBe(302);
    const delivery = await world.onlyDelivery();
    expect([delivery.mark, delivery.chargedAt]).toEqual(["click_age", world.clock.now()]);
    expect(await reasonsOf(world, "click")).toEqual([["click_age", 1]]);
    expect(await reasonsOf(world, "seen")).toEqual([["click_age", 1]]);
    expect(await reasonsOf(world, "issued")).toEqual([["", 1]]);
  });
  it("§4.7 3,000 clicks a minute of one key and address are marked, the first at an age of 0 and the 3,000th", async () => {
    const world = await openWorld({
      rateLimits: { adsPerKey: false },
      trafficRules: { unprovenHolds: false },
    });
    world.connection.clientAddress = "203.0.113.7";
    for (let n = 0; n < 3_000; n += 1) {
      const { ad } = await world.client.issue({ accept_formats: ["text"] }, server);
      await world.client.click(at(linksOf(ad), 0));
      world.clock.advance(20);
    }
    const clicks = await reasonsOf(world, "click");
    expect(clicks.find(([reason]) => reason === "")).toBeUndefined();
    expect(clicks.reduce((sum, [, n]) => sum + n, 0)).toBe(3_000);
  });
  it("§4.7 patient clicks of one key from many addresses are marked by the key's velocity", async () => {
    const world = await openWorld({
      rateLimits: { adsPerKey: false },
      trafficRules: { keyVelocity: { limit: 2_000, windowMs: 60_000 } },
    });
    const links: string[] = [];
    for (let n = 0; n < 500; n += 1) {
      links.push(at(linksOf((await world.client.issue({ accept_formats: ["text"] }, server)).ad), 0));
    }
    world.clock.advance(60_000);
    for (const [n, link] of links.entries()) {
      world.connection.clientAddress = `203.0.${n % 250}.7`;
      await world.client.click(link);
    }
    expect(Object.fromEntries(await reasonsOf(world, "click"))).toEqual({ "": 200, key_velocity: 300 });
  });
  it("§4.7 what one network invents does not cost the other people of a platform their ads", async () => {
    const world = await openWorld({
      rateLimits: { requestsPerNetwork: false },
      trafficRules: {
        networkVelocity: { limit: 30, windowMs: 60_000 },
        platformVelocity: { limit: 200, windowMs: 60_000 },
      },
    });
    const { client, connection } = world;
    connection.clientAddress = "203.0.113.9";
    for (let n = 0; n < 500; n += 1) {
      const invented = { platform_id: platformIds.main, visitor_id: newVisitor(), delivery_id: "x" };
      await client.post(paths.report, { ...invented, reason: "other" }, browser);
      await client.post(paths.interact, { ...invented, action: "x" }, browser);
    }
    connection.clientAddress = "198.51.100.7";
    await client.issue({});
    expect(await reasonsOf(world, "issued")).toEqual([["", 1]]);
  });
  it("§4.7 people of a platform that is marked for its traffic confirm their ads, and get more", async () => {
    const world = await openWorld({
      trafficRules: {
        platformVelocity: { limit: 1, windowMs: 3_600_000 },
        unprovenHolds: { limit: 10, windowMs: 3_600_000 },
      },
    });
    const { client, clock, connection } = world;
    connection.clientAddress = "198.51.100.7";
    for (let n = 0; n < 40; n += 1) {
      const issued = await client.issue({});
      clock.advance(1_000);
      expectSeen(await client.seen(issued));
    }
    expect(Object.fromEntries(await reasonsOf(world, "seen"))).toEqual({ platform_velocity: 40 });
  });
  it("§4.7 a visitor who never confirms an ad is marked from the hundredth on, until a view", async () => {
    const world = await openWorld({ rateLimits: { adsPerVisitor: false } });
    const visitor_id = "visitor-0123456789";
    const issue = async (): Promise<Issued> => {
      world.clock.advance(1_000);
      return world.client.issue({ visitor_id });
    };
    for (let n = 0; n < 100; n += 1) await issue();
    const issued = await issue();
    world.clock.advance(1_000);
    expectSeen(await world.client.seen(issued));
    await issue();
    expect(Object.fromEntries(await reasonsOf(world, "issued"))).toEqual({ "": 101, never_confirms: 1 });
    expect(await reasonsOf(world, "seen")).toEqual([["never_confirms", 1]]);
  });
  it("§4.7 an operator's named networks are marked, behind its proxies", async () => {
    const trafficRules = { markedNetworks: ["198.51.100.0/24"] };
    const world = await openWorld({ trustProxy: 1, trafficRules });
    const from = (address: string): HeaderFields => ({ ...browser, "x-forwarded-for": address });
    await world.client.issue({}, from("198.51.100.7"));
    await world.client.issue({}, from("198.51.101.7"));
    expect((await world.deliveries()).map(({ mark }) => mark)).toEqual(["named_network", ""]);
  });
  it("§4.7 a hook excludes and marks; one that fails or hangs judges nothing and is logged once a second", async () => {
    const said = new Map<string, () => Promise<"person">>([
      ["fails", async () => Promise.reject(new Error("a bug"))],
      ["hangs", () => new Promise(() => {})],
    ]);
    const world = await openWorld({
      classify: ({ header }) => {
        const language = header("accept-language") ?? "";
        const broken = said.get(language);
        if (broken !== undefined) return broken();
        return language === "xx" ? "excluded" : { mark: "staff" };
      },
    });
    const inLanguage = (language: string): HeaderFields => ({ ...browser, "accept-language": language });
    expect(adOrNone(await world.client.ads({}, inLanguage("xx")))).toBeUndefined();
    const ofBot = botAnswerOf(await world.client.bot({}, { ...server, "accept-language": "xx" }));
    expect([ofBot.message, ofBot.has_ad]).toEqual(["Hello", false]);
    await world.client.issue({}, inLanguage("de"));
    for (const broken of said.keys()) {
      await world.client.issue({}, inLanguage(broken));
      await world.client.issue({}, inLanguage("de"));
      world.clock.advance(1_000);
    }
    expect((await world.deliveries()).map(({ mark }) => mark)).toEqual(["staff", "", "", "", ""]);
    expect(await reasonsOf(world, "no_ad")).toEqual([["embedder", 2]]);
    expect(world.log.filter(({ message }) => message.includes("classify hook"))).toHaveLength(2);
  });
});
