import { describe, expect, it } from "vitest";
import type { Catalog } from "../../../core/catalog/entities.ts";
import type { HandbillOptions, LogEntry } from "../../../core/mod.ts";
import { userKeyOf } from "../../../core/user-key.ts";
import { readConsentStrings } from "../../../runtimes/consent-strings.ts";
import { gppString, tcString } from "../../core/consent/strings.ts";
import { adOrNone, botAnswerOf, expectFieldError, expectSeen, nextAdOf } from "../answers.ts";
import { campaign, contractCatalog, platformIds, webCreative } from "../catalog.ts";
import { actionsOf, at, browser, type Fields, linksOf, newVisitor, server } from "../client.ts";
import { openWorld, secret } from "../world.ts";

const visitor = "visitor-without-storage";
const user = "user-without-storage";
const messenger = 7_314_159;
const gpc = { ...browser, "sec-gpc": "1" };

/** Every call of one person on the web and in a messenger, and what of them was handed to the store and the limiter. */
async function liveThrough(options: Partial<HandbillOptions>, fields: Fields, headers = browser) {
  const kept: unknown[] = [];
  const world = await openWorld({
    ...options,
    limiter: {
      take: async (claims) => {
        kept.push(...claims);
        return claims.map(() => ({ granted: true, remaining: 1, resetAfterMs: 0, retryAfterMs: 0 }));
      },
    },
    // One event of a visitor is enough for the limiter to be asked.
    trafficRules: { visitorVelocity: { limit: 1, windowMs: 60_000 } },
  });
  const { client, clock, connection, counts, deliveries, writes, log } = world;
  connection.clientAddress = "198.51.100.77";
  const seen = await client.issue({ ...fields, visitor_id: visitor }, headers);
  const pressed = await client.issue({ ...fields, stable_user_id: user, accept_formats: ["quiz"] }, server);
  const tried = await client.issue(
    { ...fields, visitor_id: visitor, test: true, test_format: "quiz" },
    headers,
  );
  clock.advance(1_000);
  expectSeen(await client.seen(seen));
  nextAdOf(await client.press(tried, at(actionsOf(tried.ad), 0)));
  nextAdOf(await client.press(pressed, at(actionsOf(pressed.ad), 0)));
  expect((await client.click(at(linksOf(seen.ad), 0), { headers })).status).toBe(302);
  expect((await client.report(seen)).status).toBe(200);
  expect(botAnswerOf(await client.bot({ ...fields, user_id: messenger })).has_ad).toBe(true);
  kept.push(await counts(), await deliveries(), writes, log);
  const keys = (
    [
      ["visitor", visitor],
      ["stable", user],
      ["messenger", String(messenger)],
    ] as const
  ).map(([kind, value]) => userKeyOf(platformIds.main, { kind, value }, { secrets: [secret] }));
  const text = JSON.stringify(kept);
  return { world, traces: keys.filter((key) => text.includes(key)) };
}

function catalogOf(...ids: readonly ("capped" | "free")[]): Catalog {
  const campaigns = ids.map((id) =>
    campaign(
      id,
      [platformIds.main],
      id === "capped" ? { priceMicros: 9_000, frequencyCap: { impressions: 5, window: "day" } } : {},
    ),
  );
  return { ...contractCatalog, campaigns, creatives: ids.map((id) => webCreative(id, "text")) };
}

function aboutConsent(log: readonly LogEntry[]): readonly string[] {
  return log.map(({ message }) => message).filter((message) => /consent/i.test(message));
}

describe("§2.8 a request that allows no storage", () => {
  it("leaves nothing of the identity and the network, and its ads are seen, pressed, clicked, reported and charged", async () => {
    const { world, traces } = await liveThrough({}, { gpc: true }, gpc);
    expect(traces).toEqual([]);
    const deliveries = await world.deliveries();
    expect(deliveries).toHaveLength(3);
    for (const { id, userKey, network } of deliveries) expect([userKey, network]).toEqual([id, ""]);
    expect(deliveries.filter(({ chargedAt }) => chargedAt !== undefined)).toHaveLength(2);
    expect((await world.counts()).filter(({ metric }) => metric === "reported")).toHaveLength(1);
  });
  it("would be found to be stored, if it were", async () => {
    const { world, traces } = await liveThrough({ consent: () => "full" }, { gpc: true }, gpc);
    expect(traces).toHaveLength(3);
    expect((await world.deliveries()).map(({ network }) => network)).toContainEqual(
      expect.stringMatching(/./),
    );
  });
  it("is bound to its identity all the same: another one is answered 410", async () => {
    const { client, clock } = await openWorld();
    const issued = await client.issue({ visitor_id: visitor }, gpc);
    clock.advance(1_000);
    expect((await client.seen(issued, { visitor_id: newVisitor() })).status).toBe(410);
  });
  it("gets no ad of a campaign with a frequency cap, but another one", async () => {
    const { client, onlyDelivery } = await openWorld({}, catalogOf("capped", "free"));
    await client.issue({}, gpc);
    expect((await onlyDelivery()).campaignId).toBe("free");
  });
  it("gets none where all campaigns have a cap, and the operator sees why", async () => {
    const { client, counts } = await openWorld({}, catalogOf("capped"));
    expect(adOrNone(await client.ads({}, gpc))).toBeUndefined();
    expect((await counts()).find(({ metric }) => metric === "no_ad")?.reason).toBe("no_identity");
    expect(adOrNone(await client.ads({}))).toBeDefined();
  });
  it("does not tell the classify hook who it is", async () => {
    const told: string[] = [];
    const { client } = await openWorld({
      classify: ({ userKey }) => {
        told.push(userKey);
        return "person";
      },
    });
    await client.report(await client.issue({}, gpc));
    expect(told).toEqual(["", ""]);
  });
});

describe("§2.8 storage is allowed", () => {
  const tcf = { yes: tcString([1]), no: tcString([2]) };
  const optOut = gppString({ usnat: { SaleOptOut: 1 } });
  it.each([
    ["by a request that says nothing", {}, {}, true],
    ["by another value of Sec-GPC", {}, { "sec-gpc": "0" }, true],
    ["not by Sec-GPC: 1", {}, { "sec-gpc": "1" }, false],
    ["not by Sec-GPC twice, as a proxy joins them", {}, { "sec-gpc": "1, 1" }, false],
    ["not by the field gpc", { gpc: true }, {}, false],
    ["by gpc false", { gpc: false }, {}, true],
    ["by a TC string with consent", { tcf: tcf.yes }, {}, true],
    ["not by a TC string without it", { tcf: tcf.no }, {}, false],
    ["not by a TC string that cannot be read", { tcf: "" }, {}, false],
    ["not by a longer one", { tcf: `${tcf.yes}.${"A".repeat(4_096)}` }, {}, false],
    ["not by a GPP string with an opt-out", { gpp: optOut }, {}, false],
    ["not with Sec-GPC, whatever the strings say", { tcf: tcf.yes }, { "sec-gpc": "1" }, false],
  ] as const)("%s", async (_name, fields, headers, isStored) => {
    const { client, onlyDelivery } = await openWorld({ readConsent: readConsentStrings });
    await client.issue(fields, { ...browser, ...headers });
    const { id, userKey } = await onlyDelivery();
    expect(userKey !== id).toBe(isStored);
  });
  it("by no string that nothing reads, and the log says so once", async () => {
    const { client, log, deliveries } = await openWorld();
    for (const fields of [{ tcf: tcf.yes }, { gpp: optOut }]) await client.issue(fields);
    for (const { id, userKey } of await deliveries()) expect(userKey).toBe(id);
    expect(aboutConsent(log)).toEqual([expect.stringContaining("handbill/consent")]);
  });
  it("by no string whose reader fails", async () => {
    const { client, log, onlyDelivery } = await openWorld({
      readConsent: () => Promise.reject(new Error("The library is not installed.")),
    });
    await client.issue({ tcf: tcf.yes });
    const { id, userKey } = await onlyDelivery();
    expect([userKey, aboutConsent(log).length]).toEqual([id, 1]);
  });
  it("as a policy of the operator decides by the same signals; a policy that fails stores nothing", async () => {
    const signals: unknown[] = [];
    const strict = await openWorld({
      readConsent: readConsentStrings,
      consent: (signal) => {
        signals.push(signal);
        return signal.storage === true ? "full" : "none";
      },
    });
    for (const fields of [{}, { tcf: tcf.yes }]) await strict.client.issue(fields);
    expect((await strict.deliveries()).map(({ id, userKey }) => userKey === id)).toEqual([true, false]);
    expect(signals).toEqual([
      { gpc: false, storage: undefined },
      { gpc: false, storage: true },
    ]);
    const failing = await openWorld({
      consent: () => {
        throw new Error("A bug.");
      },
    });
    await failing.client.issue();
    expect(aboutConsent(failing.log)).toHaveLength(1);
    const { id, userKey } = await failing.onlyDelivery();
    expect(userKey).toBe(id);
  });
  it("fields of another type are answered 400", async () => {
    const { client } = await openWorld();
    for (const [field, value] of [
      ["gpc", "1"],
      ["tcf", 1],
      ["gpp", null],
    ] as const) {
      expectFieldError(await client.ads({ [field]: value }), field);
    }
  });
});
