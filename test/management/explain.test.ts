import { beforeEach, describe, expect, it } from "vitest";
import { createMemoryStore } from "../../adapters/memory/mod.ts";
import { createHandbill, type Handbill } from "../../core/handbill.ts";
import { baseUrl, type Installation, install, secret } from "./installation.ts";

let now: number;
let place: Installation;
let handbill: Handbill;

beforeEach(async () => {
  now = Date.parse("2026-03-10T12:00:00Z");
  const clock = () => now;
  const store = createMemoryStore({ clock });
  handbill = createHandbill({ store, baseUrl, secrets: [secret], clock, log: () => {} });
  place = await install({ clock, store, handbill });
});

async function ask(question: string): Promise<Readonly<Record<string, unknown>>> {
  const response = await handbill.fetch(
    new Request(`${baseUrl}/api/v1/web/ads`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${place.keys.live}` },
      body: JSON.stringify({ platform_id: "pf_north", stable_user_id: "me", context: { question } }),
    }),
  );
  return JSON.parse(await response.text());
}

function explain(body: object) {
  return place.call("operator", "POST", "/explain", { body: { platform_id: "pf_north", ...body } });
}

describe("the explanation of a request", () => {
  it("names the topic with the deciding phrase, and the campaigns by worth", async () => {
    const { json } = await explain({ context: { question: "Which espresso at home?" } });
    expect(json["topics"]).toMatchObject([
      { topicId: "coffee", matched: true, confidence: 1, phrases: [{ phrase: "espresso", decides: true }] },
    ]);
    expect(json["inTheRunning"]).toMatchObject([
      { campaignId: "roaster-coffee", topicId: "coffee", relevance: 2, worth: { expected: 8_000 } },
      { campaignId: "wheels-bikes", relevance: 1, worth: { expected: 3_000 } },
    ]);
    expect(Object((await ask("Which espresso at home?"))["ad"]).blocks).toMatchObject([
      { text: "Words of cr-roaster." },
    ]);
  });

  it.each([
    ["topic", { context: { question: "Bikes?" } }],
    ["format", { context: { question: "Espresso?" }, accept_formats: ["quiz"] }],
    ["language", { context: { question: "Espresso?" }, language_code: "fr" }],
  ])("names a campaign that is not eligible for its %s", async (reason, request) => {
    const { json } = await explain(request);
    expect(json["passedOver"]).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ reason, campaignIds: expect.arrayContaining(["roaster-coffee"]) }),
      ]),
    );
  });

  it.each([
    ["blocked", "platforms", "pf_north", { excludedAdvertisers: ["Roaster"] }],
    ["blocked", "platforms", "pf_north", { excludedTopics: ["coffee"] }],
    ["format", "platforms", "pf_north", { excludedFormats: ["text"] }],
    ["platform", "campaigns", "roaster-coffee", { excludedPlatforms: ["pf_north"] }],
    ["placement", "campaigns", "roaster-coffee", { excludedPlacements: ["chat"] }],
    ["topic", "campaigns", "roaster-coffee", { topics: undefined, excludedTopics: ["coffee"] }],
  ])("names a campaign that is excluded (%s) by %s/%s with %j", async (reason, collection, id, fields) => {
    const { json } = await place.call("operator", "GET", `/${collection}/${id}`);
    const saved = await place.call("operator", "PUT", `/${collection}/${id}`, {
      body: { ...json, ...fields },
      headers: { "if-match": "*" },
    });
    expect(saved.status).toBe(200);
    now += 2_000;
    const { json: explained } = await explain({ context: { question: "Which espresso at home?" } });
    expect(explained["passedOver"]).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ reason, campaignIds: expect.arrayContaining(["roaster-coffee"]) }),
      ]),
    );
    const { blocks } = Object((await ask("Which espresso at home?"))["ad"] ?? {});
    expect(JSON.stringify(blocks ?? [])).not.toContain("cr-roaster");
  });

  it("reflects the serving instance: a campaign without budget is not eligible", async () => {
    await place.call("operator", "PUT", "/campaigns/wheels-bikes", {
      body: { advertiser: "Wheels", name: "Bikes", priceMicros: 3_000, totalBudgetMicros: 3_000 },
      headers: { "if-match": "*" },
    });
    now += 2_000;
    expect((await ask("Bikes?"))["has_ad"]).toBe(true);
    expect((await ask("Bikes?"))["has_ad"]).toBe(false);
    const { json } = await explain({ context: { question: "Bikes?" } });
    expect(json["inTheRunning"]).toEqual([]);
    expect(json["passedOver"]).toEqual(
      expect.arrayContaining([{ reason: "budget", campaigns: 1, campaignIds: ["wheels-bikes"] }]),
    );
  });

  it("requires a registered platform, and names the missing option without a server", async () => {
    expect((await explain({ platform_id: "pf_nobody" })).status).toBe(400);
    const alone = await install({ handbill: undefined });
    const reply = await alone.call("operator", "POST", "/explain", { body: { platform_id: "pf_north" } });
    expect([reply.status, reply.json["code"]]).toEqual([503, "not_configured"]);
  });
});

describe("the history of a delivery", () => {
  it("goes from issue to charge", async () => {
    const ad = Object((await ask("Espresso?"))["ad"]);
    now += 1_500;
    await handbill.fetch(
      new Request(`${baseUrl}/api/v1/web/seen`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${place.keys.live}` },
        body: JSON.stringify({
          platform_id: "pf_north",
          stable_user_id: "me",
          delivery_id: ad.delivery_id,
          view: ad.view,
        }),
      }),
    );
    const { json } = await place.call("operator", "GET", `/deliveries/${ad.delivery_id}`);
    expect(json).toMatchObject({
      id: ad.delivery_id,
      state: "seen",
      topicId: "coffee",
      life: [
        { at: "2026-03-10T12:00:00.000Z", event: "issued" },
        { at: "2026-03-10T12:00:01.500Z", event: "seen" },
        {
          at: "2026-03-10T12:00:01.500Z",
          event: "charged",
          detail: "USD\u00a00.004, of which the publisher gets USD\u00a00.0028",
        },
      ],
    });
    expect(JSON.stringify(json)).not.toContain("userKey");
  });

  it("ends after an hour without a view", async () => {
    const ad = Object((await ask("Espresso?"))["ad"]);
    now += 3_600_001;
    const { json } = await place.call("operator", "GET", `/deliveries/${ad.delivery_id}`);
    expect(json).toMatchObject({ state: "expired", life: [{ event: "issued" }, { event: "expired" }] });
  });
});
