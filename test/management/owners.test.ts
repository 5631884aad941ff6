import { beforeEach, describe, expect, it } from "vitest";
import type { IssueOrder } from "../../core/storage/delivery.ts";
import { type CallerName, type Installation, install, type Reply } from "./installation.ts";

const start = Date.UTC(2026, 2, 4, 12);
const anyVersion = { "if-match": "*" };
const deliveryIds = ["AZq0123456789012345678", "AZq0123456789012345679", "AZq012345678901234567A"];

let now: number;
let place: Installation;

beforeEach(async () => {
  now = start;
  place = await install({ clock: () => now });
});

/** Issues an ad of Roaster's on North's platform, has it seen, and counts both. */
async function paidView(n: number, fields: Partial<IssueOrder> = {}, advertiser = "Roaster"): Promise<void> {
  const deliveryId = deliveryIds[n] ?? "";
  const order: IssueOrder = {
    deliveryId,
    surface: "web",
    publisherId: "north",
    platformId: "pf_north",
    placement: "chat",
    apiKeyId: "KEY00001",
    userKey: `user-${n}`,
    language: "en",
    mark: "",
    network: "",
    choices: [
      {
        campaignId: "roaster-coffee",
        advertiser,
        creativeVersionId: "v",
        format: "text",
        priceMicros: 4_000,
        publisherMicros: 2_800,
      },
    ],
    ...fields,
  };
  const [issued] = await place.store.issue([order]);
  expect(issued?.outcome).toBe("issued");
  now += 1_000;
  const [seen] = await place.store.record([{ kind: "seen", deliveryId }]);
  expect(seen).toMatchObject({ outcome: "recorded", charged: true });
  const { publisherId, platformId, apiKeyId, placement, language } = order;
  const shown = { advertiser, campaignId: "roaster-coffee", creativeId: "cr-roaster", topicId: "" };
  const line = {
    hour: start,
    reason: "",
    publisherId,
    platformId,
    apiKeyId,
    placement,
    language,
    format: "text",
  };
  await place.store.addCounts([{ ...line, ...shown, metric: "issued", n: 1 }]);
}

async function totalOf(who: CallerName, query = ""): Promise<Readonly<Record<string, unknown>>> {
  const { json, status } = await place.call(who, "GET", `/reports?from=2026-03-04&to=2026-03-04${query}`);
  expect(status).toBe(200);
  return Object(json["total"]);
}

async function remove(who: CallerName, path: string): Promise<void> {
  expect((await place.call(who, "DELETE", path, { headers: anyVersion })).status).toBe(204);
}

function create(who: CallerName, path: string, body: object): Promise<Reply> {
  return place.call(who, "POST", path, { body });
}

async function change(path: string, fields: object): Promise<void> {
  const { json } = await place.call("operator", "GET", path);
  const body = { ...json, ...fields };
  expect((await place.call("operator", "PUT", path, { body, headers: anyVersion })).status).toBe(200);
}

describe("the id of another owner's removed object", () => {
  it("of a platform stays reserved against other publishers, and its history stays in place", async () => {
    await paidView(0);
    await remove("north", "/platforms/pf_north");
    const platform = { id: "pf_north", name: "Mine now", allowedOrigins: [] };
    const refused = await create("south", "/platforms", platform);
    expect([refused.status, refused.json["problem"] ?? refused.json["type"]]).toEqual([
      409,
      expect.anything(),
    ]);
    expect(await totalOf("north")).toMatchObject({ issued: 1, charges: 1, earningsMicros: 2_800 });
    expect(await totalOf("south")).toMatchObject({ issued: 0, charges: 0, earningsMicros: 0 });
    expect((await create("north", "/platforms", platform)).status).toBe(201);
    expect(await totalOf("north")).toMatchObject({ issued: 1, charges: 1, earningsMicros: 2_800 });
  });

  it("of a campaign stays reserved against other advertisers, and shows nothing about its money", async () => {
    await paidView(0);
    await remove("roaster", "/creatives/cr-roaster");
    await remove("roaster", "/campaigns/roaster-coffee");
    const body = { id: "roaster-coffee", name: "Mine", priceMicros: 1_000, totalBudgetMicros: 1 };
    const refused = await create("wheels", "/campaigns", body);
    expect(refused.status).toBe(409);
    expect(refused.text).not.toContain("4000");
    expect((await place.call("wheels", "GET", "/campaigns/roaster-coffee/spend")).status).toBe(404);
    expect(await totalOf("wheels")).toMatchObject({ charges: 0, spendMicros: 0 });
    const own = await create("roaster", "/campaigns", { ...body, totalBudgetMicros: 5_000 });
    expect(own.status).toBe(201);
    const spend = await place.call("roaster", "GET", "/campaigns/roaster-coffee/spend");
    expect(spend.json).toMatchObject({ spentMicros: 4_000 });
  });

  it("of a creative stays reserved against other advertisers, even after its campaign is removed", async () => {
    await remove("roaster", "/creatives/cr-roaster");
    const creative = {
      id: "cr-roaster",
      campaignId: "wheels-bikes",
      format: "text",
      language: "en",
      disclosure: { text: "Ad by Roaster, once Wheels" },
      scenes: [{ id: "start", blocks: [{ kind: "text", text: "Words." }] }],
    };
    expect((await create("wheels", "/creatives", creative)).status).toBe(409);
    await remove("roaster", "/campaigns/roaster-coffee");
    expect((await create("wheels", "/creatives", creative)).status).toBe(409);
    const campaign = { id: "roaster-coffee", name: "Coffee", priceMicros: 4_000, totalBudgetMicros: 9_000 };
    expect((await create("roaster", "/campaigns", campaign)).status).toBe(201);
    const own = { ...creative, campaignId: "roaster-coffee" };
    expect((await create("roaster", "/creatives", own)).status).toBe(201);
  });

  it("can pass to another owner by the operator: old figures keep the old owner", async () => {
    await paidView(0);
    await change("/platforms/pf_north", { publisherId: "south" });
    await change("/campaigns/roaster-coffee", { advertiser: "Wheels" });
    await paidView(1, { publisherId: "south", apiKeyId: "" }, "Wheels");
    expect(await totalOf("north")).toMatchObject({ issued: 1, charges: 1, earningsMicros: 2_800 });
    expect(await totalOf("south")).toMatchObject({ issued: 1, charges: 1, earningsMicros: 2_800 });
    expect(await totalOf("roaster")).toMatchObject({ issued: 1, charges: 1, spendMicros: 4_000 });
    expect(await totalOf("wheels")).toMatchObject({ issued: 1, charges: 1, spendMicros: 4_000 });
    const { json } = await place.call(
      "operator",
      "GET",
      "/reports?from=2026-03-04&to=2026-03-04&by=publisher,advertiser,key",
    );
    expect(json["lines"]).toMatchObject([
      { publisher: "north", advertiser: "Roaster", key: "KEY00001", issued: 1, earningsMicros: 2_800 },
      { publisher: "south", advertiser: "Wheels", key: "", issued: 1, earningsMicros: 2_800 },
    ]);
    expect(await totalOf("operator", "&publisher=south")).toMatchObject({ charges: 1 });
    expect(await totalOf("operator", "&advertiser=Roaster&key=KEY00001")).toMatchObject({ charges: 1 });
    expect(await totalOf("operator", "&publisher=nobody")).toMatchObject({ charges: 0 });
    const uniques = await place.call("north", "GET", "/reports?from=2026-03-04&to=2026-03-04");
    expect(uniques.json["uniques"]).toEqual([{ day: "2026-03-04", users: 1 }]);
    const recent = await place.call("north", "GET", "/deliveries");
    expect(recent.text).toContain(deliveryIds[0]);
    expect(recent.text).not.toContain(deliveryIds[1]);
  });

  it("only the operator filters by publisher or advertiser", async () => {
    for (const [who, query] of [
      ["north", "publisher=south"],
      ["north", "advertiser=Roaster"],
      ["roaster", "advertiser=Wheels"],
      ["roaster", "key=KEY00001"],
      ["roaster", "by=publisher"],
      ["north", "by=publisher"],
      ["north", "by=advertiser"],
    ] as const) {
      expect((await place.call(who, "GET", `/reports?${query}`)).status, `${who} ${query}`).toBe(400);
    }
  });
});

describe("a field that the operator set", () => {
  it("of a platform survives its removal by the publisher", async () => {
    await change("/platforms/pf_north", { status: "disabled", revenueShareBps: 3_000 });
    for (const _ of [1, 2]) {
      await remove("north", "/platforms/pf_north");
      const made = await create("north", "/platforms", { id: "pf_north", name: "New", allowedOrigins: [] });
      expect([made.status, made.json["status"], made.json["revenueShareBps"]]).toEqual([
        201,
        "disabled",
        3_000,
      ]);
    }
    const forced = { id: "pf_north", name: "New", allowedOrigins: [], status: "active" };
    await remove("north", "/platforms/pf_north");
    expect((await create("north", "/platforms", forced)).status).toBe(400);
    const lifted = { ...forced, publisherId: "north", revenueShareBps: 7_000 };
    expect((await create("operator", "/platforms", lifted)).status).toBe(201);
  });

  it("of a campaign survives its removal by the advertiser", async () => {
    await change("/campaigns/wheels-bikes", { weight: 7 });
    await remove("wheels", "/creatives/cr-wheels");
    await remove("wheels", "/campaigns/wheels-bikes");
    const made = await create("wheels", "/campaigns", {
      id: "wheels-bikes",
      name: "Bikes",
      priceMicros: 3_000,
      totalBudgetMicros: 9_000,
    });
    expect([made.status, made.json["weight"]]).toEqual([201, 7]);
  });
});

describe("a publisher that is removed", () => {
  it("loses its keys in the same transaction, with audit entries, and gets none of them back", async () => {
    await remove("north", "/platforms/pf_north");
    const before = await place.store.listApiKeys("north");
    const live = before.find(({ mode }) => mode === "live");
    await remove("operator", "/publishers/north");
    const keys = await place.store.listApiKeys("north");
    expect(keys.map(({ revoked }) => revoked)).toEqual(before.map(() => true));
    const notes = await place.store.readAudit({ kind: "api_key", entityId: live?.id, limit: 5 });
    expect(notes).toMatchObject([{ action: "revoke", actor: "operator", publisherId: "north" }]);
    expect((await create("operator", "/publishers", { id: "north", name: "Another" })).status).toBe(201);
    expect((await place.call("north", "GET", "/platforms")).status).toBe(401);
  });

  it("receives no more webhooks, even when its id is used again", async () => {
    const webhook = { url: "https://hooks.example/", events: ["api_key.created"] };
    expect((await create("north", "/webhooks", webhook)).status).toBe(201);
    await remove("north", "/platforms/pf_north");
    await remove("operator", "/publishers/north");
    expect(await place.store.listWebhooks()).toEqual([]);
  });
});
