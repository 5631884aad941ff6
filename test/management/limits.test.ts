import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ManagementOptions } from "../../core/management/management.ts";
import { createMemoryRateLimiter } from "../../core/ratelimit/memory-rate-limiter.ts";
import {
  baseUrl,
  creative,
  type Installation,
  install,
  operatorToken,
  type Reply,
  secret,
} from "./installation.ts";
import { type OpenedStore, storeKinds } from "./stores.ts";

const start = Date.UTC(2026, 0, 1);

/** With a clock that stands still, and requests that come from an address. */
async function timed(options: Parameters<typeof install>[0] = {}) {
  const time = { now: start };
  return { ...(await install({ clock: () => time.now, ...options })), time };
}

async function guess(
  { management }: Pick<Installation, "management">,
  authorization: string | undefined,
  clientAddress?: string,
): Promise<Response> {
  const headers = authorization === undefined ? undefined : { authorization };
  const request = new Request(`${baseUrl}/api/v1/manage/publishers`, headers && { headers });
  return management.fetch(request, { clientAddress });
}

function expectLimited(reply: Pick<Reply, "status" | "headers" | "json">): void {
  expect([reply.status, reply.json["code"]]).toEqual([429, "rate_limited"]);
  expect(Number(reply.headers.get("retry-after"))).toBeGreaterThan(0);
}

describe("wrong tokens", () => {
  it("get 429 after ten a minute from one network, and a valid token never does", async () => {
    const place = await timed();
    const from = "203.0.113.7";
    const wrong = [
      "Bearer wrong",
      `Bearer ${place.keys.live}`,
      "Bearer hb_manage_AAAAAAAA_nothing",
      "Basic x",
    ];
    for (let n = 0; n < 10; n += 1) expect((await guess(place, wrong[n % 4], from)).status).toBe(401);
    for (const one of wrong) expect((await guess(place, one, from)).status).toBe(429);
    // The same /24, another one, and no address.
    expect((await guess(place, "Bearer wrong", "203.0.113.99")).status).toBe(429);
    expect((await guess(place, "Bearer wrong", "198.51.100.1")).status).toBe(401);
    expect((await guess(place, "Bearer wrong")).status).toBe(401);
    // A request without a token is no guess, and a valid token is accepted.
    expect((await guess(place, undefined, from)).status).toBe(401);
    expect((await guess(place, `Bearer ${operatorToken}`, from)).status).toBe(200);
    expect((await guess(place, `Bearer ${place.keys.north}`, from)).status).toBe(200);
    place.time.now += 64_000;
    expect((await guess(place, "Bearer wrong", from)).status).toBe(401);
  });

  it("cost the store nothing if their form is invalid", async () => {
    const place = await timed();
    let asked = 0;
    const { catalogChanges } = place.store;
    place.store.catalogChanges = (since) => {
      asked += 1;
      return catalogChanges(since);
    };
    for (const one of ["Bearer wrong", "Basic x", `Bearer ${place.keys.live}`, `Bearer ${operatorToken}x`]) {
      expect((await guess(place, one)).status).toBe(401);
    }
    expect(asked).toBe(0);
  });

  it("are counted by the installation's limiter, which instances share", async () => {
    const time = { now: start };
    const clock = () => time.now;
    const limiter = createMemoryRateLimiter({ clock });
    const one = await install({ clock, limiter });
    const other = await install({ clock, limiter, store: one.store });
    for (let n = 0; n < 10; n += 1) await guess(n % 2 === 0 ? one : other, "Bearer wrong", "203.0.113.7");
    expect((await guess(one, "Bearer wrong", "203.0.113.7")).status).toBe(429);
    expect((await guess(other, "Bearer wrong", "203.0.113.7")).status).toBe(429);
  });

  it("are refused with 401 while the limiter is unavailable", async () => {
    const limiter = { take: () => Promise.reject(new Error("away")) };
    const place = await timed({ limiter });
    for (let n = 0; n < 20; n += 1) {
      expect((await guess(place, "Bearer wrong", "203.0.113.7")).status).toBe(401);
    }
    expect(
      (await place.call("operator", "POST", "/publishers", { body: { id: "p", name: "P" } })).status,
    ).toBe(201);
  });
});

describe("writes", () => {
  const save = (place: Installation, who: "operator" | "north" | "south", n: number) => {
    const body = {
      name: `Saved ${n}`,
      allowedOrigins: [],
      ...(who === "operator" && { publisherId: "north", revenueShareBps: 1 }),
    };
    const platform = who === "south" ? "pf_south" : "pf_north";
    return place.call(who, "PUT", `/platforms/${platform}`, { body, headers: { "if-match": "*" } });
  };

  it("of one principal get 429 after 120 a minute; reads, other principals, pauses and revocations continue", async () => {
    const place = await timed({ review: false });
    for (let n = 0; n < 120; n += 1) expect((await save(place, "north", n)).status).toBe(200);
    expectLimited(await save(place, "north", 121));
    expectLimited(await place.call("north", "POST", "/keys", { body: { mode: "live" } }));
    expect((await place.call("north", "GET", "/platforms/pf_north")).json["name"]).toBe("Saved 119");
    expect((await save(place, "south", 1)).status).toBe(200);
    const [live] = await place.store.listApiKeys("north");
    expect((await place.call("north", "POST", `/keys/${live?.id}/revoke`)).status).toBe(200);
    place.time.now += 64_000;
    expect((await save(place, "north", 122)).status).toBe(200);
  });

  it("count a revocation at a later instant, which may be made earlier again and again", async () => {
    const place = await timed({ managementLimits: { writesPerPrincipal: { limit: 2, windowMs: 60_000 } } });
    const [live, test] = await place.store.listApiKeys("north");
    const revoke = (id = "", afterMs?: number): Promise<Reply> =>
      place.call("north", "POST", `/keys/${id}/revoke`, {
        body: afterMs === undefined ? {} : { at: new Date(start + afterMs).toISOString() },
      });
    expect((await revoke(live?.id, 3_000)).status).toBe(200);
    expect((await revoke(live?.id, 2_000)).status).toBe(200);
    expectLimited(await revoke(live?.id, 1_000));
    expect(await place.store.readAudit({ kind: "api_key", entityId: live?.id, limit: 9 })).toHaveLength(2);
    for (const key of [live, live, test]) expect((await revoke(key?.id)).status).toBe(200);
  });

  it("are as many as the objects of an advertiser's duplicate, at most the whole limit", async () => {
    const writesPerPrincipal = { limit: 5, windowMs: 60_000 };
    const place = await timed({ managementLimits: { writesPerPrincipal } });
    const duplicate = (who: "operator" | "roaster"): Promise<Reply> =>
      place.call(who, "POST", "/campaigns/roaster-coffee/duplicate", { body: {} });
    // The campaign and its creative.
    expect((await duplicate("roaster")).status).toBe(201);
    expect((await duplicate("roaster")).status).toBe(201);
    expectLimited(await duplicate("roaster"));
    for (let n = 0; n < 5; n += 1) expect((await duplicate("operator")).status).toBe(201);
    expectLimited(await duplicate("operator"));
    const creatives = Array.from({ length: 9 }, (_, n) => creative(`cr-${n}`, "roaster-coffee"));
    place.time.now += 64_000;
    const body = { catalog: { creatives } };
    expect((await place.call("operator", "POST", "/catalog/apply", { body })).status).toBe(200);
    expect((await duplicate("roaster")).status).toBe(201);
    expectLimited(await place.call("roaster", "POST", "/campaigns/roaster-coffee/resume"));
  });

  it("never stop the operator from pausing a campaign", async () => {
    const place = await timed({ managementLimits: { writesPerPrincipal: { limit: 1, windowMs: 60_000 } } });
    expect((await save(place, "operator", 1)).status).toBe(200);
    expectLimited(await save(place, "operator", 2));
    expectLimited(await place.call("operator", "POST", "/campaigns/roaster-coffee/resume"));
    const paused = await place.call("operator", "POST", "/campaigns/roaster-coffee/pause");
    expect([paused.status, paused.json["status"]]).toEqual([200, "paused"]);
    const campaigns = [{ id: "roaster-coffee" }, { id: "wheels-bikes" }];
    const setAll = (status: string): Promise<Reply> =>
      place.call("operator", "POST", "/campaign-status", { body: { status, campaigns } });
    expectLimited(await setAll("active"));
    expectLimited(await setAll("stopped"));
    expect((await setAll("paused")).json["items"]).toMatchObject([
      { outcome: "unchanged" },
      { outcome: "changed" },
    ]);
  });

  it("are refused before their body is read", async () => {
    const place = await timed({ managementLimits: { writesPerPrincipal: { limit: 0, windowMs: 60_000 } } });
    const { status } = await place.management.answer({
      method: "POST",
      target: "/api/v1/manage/catalog/apply",
      header: (name) => (name === "authorization" ? `Bearer ${operatorToken}` : undefined),
      readBody: () => Promise.reject(new Error("The body was read.")),
    });
    expect(status).toBe(429);
  });
});

describe("a body", () => {
  it("of one object has at most 64 KiB, a catalogue more", async () => {
    const place = await timed();
    const long = "x".repeat(65_536);
    const create = await place.call("operator", "POST", "/publishers", { body: { id: "p", name: long } });
    expect([create.status, create.json["code"]]).toEqual([413, "body_too_large"]);
    const publishers = Array.from({ length: 2_000 }, (_, n) => ({ id: `p${n}`, name: "x".repeat(50) }));
    const applied = await place.call("operator", "POST", "/catalog/apply", {
      body: { catalog: { publishers } },
    });
    expect(applied.status).toBe(200);
  });

  it.each(["/publishers", "/catalog/apply"])(
    "nested deeper than anything declared is not parsed: POST %s",
    async (path) => {
      const place = await timed();
      for (const open of ["[", '{"a":']) {
        const reply = await place.call("operator", "POST", path, { body: `{"id":${open.repeat(10_000)}` });
        expect([reply.status, reply.json["detail"]]).toEqual([
          400,
          "Nest objects and lists at most 32 deep.",
        ]);
      }
      // Brackets in texts are none.
      const name = '\\"[[[{{{'.repeat(20);
      const reply = await place.call("operator", "POST", "/publishers", {
        body: `{"id":"deep","name":"${name}"}`,
      });
      expect(reply.status).toBe(201);
    },
  );
});

describe.each(storeKinds)("a publisher on $name", ({ open }) => {
  let opened: OpenedStore;
  let places: readonly [Installation, Installation];

  beforeAll(async () => {
    opened = await open();
    const limits: Partial<ManagementOptions> = {
      managementLimits: { keysPerPublisher: 12, platformsPerPublisher: 9, writesPerPrincipal: false },
    };
    const first = await install({ ...limits, store: opened.store });
    const second = await install({ ...limits, store: opened.store });
    places = [first, { ...first, management: second.management, call: first.call }];
  });

  afterAll(() => opened.close());

  /** By both instances in turn, as North. */
  const ask = (n: number, path: string, body: object): Promise<Response> => {
    const { management } = places[n % 2 === 0 ? 0 : 1];
    return management.fetch(
      new Request(`${baseUrl}/api/v1/manage${path}`, {
        method: "POST",
        headers: { authorization: `Bearer ${places[0].keys.north}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    );
  };
  const usable = async () =>
    (await opened.store.listApiKeys("north")).filter(({ revoked }) => revoked !== true).length;

  it("has no more keys than the limit, with any number of concurrent requests", async () => {
    const before = await usable();
    const replies = await Promise.all(
      Array.from({ length: 64 }, (_, n) => ask(n, "/keys", { mode: "live", label: `${n}` })),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(12 - before);
    expect(replies.filter(({ status }) => status === 400)).toHaveLength(64 - (12 - before));
    expect(await usable()).toBe(12);
    const made = await replies.find(({ status }) => status === 201)?.json();
    const id = String(Object(made)["id"]);
    expect((await ask(0, `/keys/${id}/rotate`, { overlapSeconds: 60 })).status).toBe(400);
    expect((await ask(0, `/keys/${id}/rotate`, { overlapSeconds: 0 })).status).toBe(201);
    expect(await usable()).toBe(12);
  });

  it("has no more platforms than the limit, with any number of concurrent requests", async () => {
    const replies = await Promise.all(
      Array.from({ length: 32 }, (_, n) =>
        ask(n, "/platforms", { id: `pf_${n}`, name: "P", allowedOrigins: [] }),
      ),
    );
    // Of many at once some answer busy, so they are repeated.
    for (let n = 0; n < 32; n += 1) {
      if (replies[n]?.status === 409)
        await ask(n, "/platforms", { id: `pf_${n}`, name: "P", allowedOrigins: [] });
    }
    const { catalog } = await opened.store.readCatalog();
    expect(catalog.platforms.filter(({ publisherId }) => publisherId === "north")).toHaveLength(9);
    const one = await ask(0, "/platforms", { id: "pf_more", name: "P", allowedOrigins: [] });
    expect(one.status).toBe(400);
    expect(await one.text()).toContain("may have 9: remove one first");
  });
});

describe("an advertiser", () => {
  const limits = { campaignsPerAdvertiser: 3, creativesPerCampaign: 2, writesPerPrincipal: false } as const;
  const campaign = (id: string): object => ({ id, name: id, priceMicros: 1_000, totalBudgetMicros: 5_000 });
  const detail = ({ json }: Reply): string => JSON.stringify(json["errors"]);

  it("creates no more campaigns than the limit, at once, as copies or by restoring one; the operator does", async () => {
    const place = await install({ managementLimits: limits });
    const create = (id: string): Promise<Reply> =>
      place.call("roaster", "POST", "/campaigns", { body: campaign(id) });
    const ids = Array.from({ length: 16 }, (_, n) => `roaster-${n}`);
    const replies = await Promise.all(ids.map(create));
    // Of many at once some answer busy, so all are repeated.
    for (const id of ids) replies.push(await create(id));
    const created = replies.filter(({ status }) => status === 201).map(({ json }) => String(json["id"]));
    // The catalogue has one already.
    expect(created).toHaveLength(2);
    const refused = await create("one-more");
    expect(refused.status).toBe(400);
    expect(detail(refused)).toContain("This advertiser has 3 campaigns and may have 3: remove one first.");
    expect((await place.call("roaster", "POST", "/campaigns/roaster-coffee/duplicate")).status).toBe(400);
    expect((await place.call("wheels", "POST", "/campaigns", { body: campaign("w") })).status).toBe(201);
    const [first = ""] = created;
    const any = { headers: { "if-match": "*" } };
    expect((await place.call("roaster", "DELETE", `/campaigns/${first}`, any)).status).toBe(204);
    expect((await create("in-its-place")).status).toBe(201);
    expect((await place.call("roaster", "POST", `/campaigns/${first}/restore`)).status).toBe(400);
    const more = { body: { ...campaign("operators"), advertiser: "Roaster" } };
    expect((await place.call("operator", "POST", "/campaigns", more)).status).toBe(201);
    const edit = { ...any, body: { ...campaign("in-its-place"), name: "Edited" } };
    expect((await place.call("roaster", "PUT", "/campaigns/in-its-place", edit)).status).toBe(200);
  });

  it("gives a campaign no more creatives than the limit, and moves none into a full one; the operator does", async () => {
    const place = await install({ managementLimits: limits });
    const create = (who: "roaster" | "operator", id: string, campaignId: string): Promise<Reply> =>
      place.call(who, "POST", "/creatives", { body: creative(id, campaignId) });
    expect((await create("roaster", "cr-2", "roaster-coffee")).status).toBe(201);
    const refused = await create("roaster", "cr-3", "roaster-coffee");
    expect(refused.status).toBe(400);
    expect(detail(refused)).toContain("This campaign has 2 creatives and may have 2: remove one first.");
    expect((await place.call("roaster", "POST", "/campaigns", { body: campaign("tea") })).status).toBe(201);
    expect((await create("roaster", "cr-tea", "tea")).status).toBe(201);
    const move = { headers: { "if-match": "*" }, body: creative("cr-tea", "roaster-coffee") };
    expect((await place.call("roaster", "PUT", "/creatives/cr-tea", move)).status).toBe(400);
    expect((await create("operator", "cr-3", "roaster-coffee")).status).toBe(201);
  });
});

describe("a setting that cannot be read", () => {
  it.each([
    ["HANDBILL_LIMIT_WRITES_PER_PRINCIPAL", "many"],
    ["HANDBILL_LIMIT_FAILED_SIGN_INS_PER_NETWORK", "10"],
    ["HANDBILL_MAX_KEYS_PER_PUBLISHER", "0"],
    ["HANDBILL_MAX_PLATFORMS_PER_PUBLISHER", "x"],
    ["HANDBILL_MAX_CAMPAIGNS_PER_ADVERTISER", "-1"],
    ["HANDBILL_MAX_CREATIVES_PER_CAMPAIGN", "1e9"],
    ["HANDBILL_MAX_OBJECT_BYTES", "12"],
  ])("%s: the service reports it, and works with a valid value", async (variable, value) => {
    const lines: string[] = [];
    const right = variable.includes("LIMIT") ? "7/1m" : "4096";
    for (const [setting, status] of [
      [value, 503],
      [right, 200],
    ] as const) {
      const place = await install({
        env: (name) => (name === variable ? setting : undefined),
        secrets: [secret],
        log: ({ message }) => lines.push(message),
      });
      expect((await place.call("operator", "GET", "/publishers")).status).toBe(status);
    }
    expect(lines.join()).toContain(variable);
  });
});
