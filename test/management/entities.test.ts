import { beforeEach, describe, expect, it } from "vitest";
import { choice, order } from "../conformance/fixtures.ts";
import { creative, type Installation, install } from "./installation.ts";

let place: Installation;

beforeEach(async () => {
  place = await install();
});

async function read(
  path: string,
): Promise<{ readonly etag: string; readonly json: Readonly<Record<string, unknown>> }> {
  const reply = await place.call("operator", "GET", path);
  return { etag: reply.headers.get("etag") ?? "", json: reply.json };
}

describe("an object of the catalogue", () => {
  it("is created, read, replaced and removed, and each change is recorded with its actor", async () => {
    const body = { id: "east", name: "East news" };
    const created = await place.call("operator", "POST", "/publishers", { body });
    expect(created.status).toBe(201);
    expect(created.json).toEqual(body);

    const headers = { "if-match": created.headers.get("etag") ?? "" };
    const replaced = await place.call("operator", "PUT", "/publishers/east", {
      body: { name: "East" },
      headers,
    });
    expect([replaced.status, replaced.json]).toEqual([200, { id: "east", name: "East" }]);

    const removed = await place.call("operator", "DELETE", "/publishers/east", {
      headers: { "if-match": replaced.headers.get("etag") ?? "" },
    });
    expect([removed.status, removed.text]).toEqual([204, ""]);
    expect((await place.call("operator", "GET", "/publishers/east")).status).toBe(404);
    expect((await place.store.readCatalog()).catalog.publishers.map(({ id }) => id).sort()).toEqual([
      "north",
      "south",
    ]);

    const audit = await place.store.readAudit({ limit: 3 });
    expect(audit.map(({ actor, action, kind, entityId }) => [actor, action, kind, entityId])).toEqual([
      ["operator", "remove", "publisher", "east"],
      ["operator", "update", "publisher", "east"],
      ["operator", "create", "publisher", "east"],
    ]);
    expect(JSON.parse(audit[1]?.changes ?? "")).toEqual([{ path: "name", from: "East news", to: "East" }]);
  });

  it("is replaced only at the version of If-Match", async () => {
    const { etag } = await read("/campaigns/roaster-coffee");
    const change = (name: string, headers: Readonly<Record<string, string>>) =>
      place.call("roaster", "PUT", "/campaigns/roaster-coffee", {
        body: { advertiser: "Roaster", name, priceMicros: 4_000, totalBudgetMicros: 1_000_000 },
        headers,
      });
    expect((await change("First", { "if-match": etag })).status).toBe(200);
    expect((await change("Second", { "if-match": etag })).status).toBe(412);
    expect((await change("Third", {})).status).toBe(428);
    expect((await read("/campaigns/roaster-coffee")).json["name"]).toBe("First");
  });

  it("is replaced where one of a list of ETags is its own; a weak one matches nothing, and the refusal says why (RFC 9110 §13.1.1)", async () => {
    const change = async (name: string, ifMatch: (etag: string) => string) => {
      const { etag } = await read("/publishers/north");
      const headers = { "if-match": ifMatch(etag) };
      return place.call("operator", "PUT", "/publishers/north", { body: { name }, headers });
    };
    expect((await change("First", (etag) => `"x", ${etag}`)).status).toBe(200);
    expect((await change("Second", (etag) => `${etag},W/"x"`)).status).toBe(200);
    const none = await change("Third", () => '"x", "y"');
    expect([none.status, none.json["detail"]]).toEqual([412, "It changed after you read it: read it again."]);
    const weak = await change("Fourth", (etag) => `W/${etag}`);
    expect([weak.status, weak.json["detail"]]).toEqual([412, expect.stringContaining("made the ETag weak")]);
    expect((await read("/publishers/north")).json["name"]).toBe("Second");
  });

  it("exactly one of 16 concurrent replacements of one version succeeds", async () => {
    const { etag } = await read("/publishers/north");
    const replies = await Promise.all(
      Array.from({ length: 16 }, (_, n) =>
        place.call("operator", "PUT", "/publishers/north", {
          body: { name: `N${n}` },
          headers: { "if-match": etag },
        }),
      ),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await place.store.readAudit({ limit: 10 })).toHaveLength(1);
  });

  it("16 different concurrent changes all succeed", async () => {
    const replies = await Promise.all(
      Array.from({ length: 16 }, (_, n) =>
        place.call("operator", "POST", "/publishers", { body: { id: `p${n}`, name: "N" } }),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array(16).fill(201));
    expect((await place.store.readCatalog()).catalog.publishers).toHaveLength(18);
  });

  it("is not created twice", async () => {
    const reply = await place.call("operator", "POST", "/publishers", {
      body: { id: "north", name: "Again" },
    });
    expect([reply.status, reply.json["code"]]).toEqual([409, "exists"]);
  });

  it.each([
    ["publishers", "north", "Archive platform pf_north first"],
    ["topics", "coffee", "Archive campaign roaster-coffee first, or remove this topic from it"],
  ])("of %s with references to it is not removed", async (collection, id, user) => {
    const reply = await place.call("operator", "DELETE", `/${collection}/${id}`, {
      headers: { "if-match": "*" },
    });
    expect([reply.status, reply.json["code"]]).toEqual([409, "in_use"]);
    expect(reply.json["detail"]).toContain(user);
  });

  it.each([
    ["topics", "tea", "platforms", "pf_north", "excludedTopics"],
    ["topics", "tea", "campaigns", "wheels-bikes", "excludedTopics"],
    ["platforms", "pf_extra", "campaigns", "wheels-bikes", "excludedPlatforms"],
  ])("of %s is not removed while it is excluded: %s by %s/%s", async (collection, id, users, user, field) => {
    const body = collection === "topics" ? { phrases: { en: ["tea"] } } : { publisherId: "north" };
    await place.call("operator", "POST", `/${collection}`, {
      body: { id, name: id, revenueShareBps: 5_000, ...body },
    });
    await place.call("operator", "POST", "/topics", {
      body: { id: "tea", name: "Tea", phrases: { en: ["tea"] } },
    });
    const { json } = await read(`/${users}/${user}`);
    const headers = { "if-match": "*" };
    const excluding = await place.call("operator", "PUT", `/${users}/${user}`, {
      body: { ...json, [field]: [id] },
      headers,
    });
    expect([excluding.status, excluding.json[field]]).toEqual([200, [id]]);
    const refused = await place.call("operator", "DELETE", `/${collection}/${id}`, { headers });
    expect([refused.status, refused.json["code"]]).toEqual([409, "in_use"]);
    expect(refused.json["detail"]).toContain(user);
    await place.call("operator", "PUT", `/${users}/${user}`, { body: json, headers });
    expect((await place.call("operator", "DELETE", `/${collection}/${id}`, { headers })).status).toBe(204);
  });

  it("with mistakes is refused with the path of each, and nothing is stored", async () => {
    const before = await place.store.readCatalog();
    const reply = await place.call("operator", "POST", "/campaigns", {
      body: { id: "c", advertiser: "", name: "C", priceMicros: -1, timeZone: "Mars/Base" },
    });
    expect(reply.status).toBe(400);
    expect(reply.json["errors"]).toEqual(
      expect.arrayContaining(
        ["advertiser", "priceMicros", "timeZone"].map((path) => expect.objectContaining({ path })),
      ),
    );
    expect(await place.store.readCatalog()).toEqual(before);
    expect(await place.store.readAudit({ limit: 1 })).toEqual([]);
  });

  it.each([
    ["no JSON", "{", "application/json"],
    ["another type", "{}", "text/plain"],
    ["a list", "[]", "application/json"],
    ["nothing", undefined, "application/json"],
  ])("sent as %s is refused", async (_name, body, type) => {
    const reply = await place.call("operator", "POST", "/publishers", {
      body,
      headers: { "content-type": type },
    });
    expect([reply.status, reply.json["code"]]).toEqual([400, "invalid_request"]);
  });

  it("of more than a megabyte is refused", async () => {
    const reply = await place.call("operator", "POST", "/publishers", {
      body: { id: "big", name: "x".repeat(1_048_576) },
    });
    expect(reply.status).toBe(413);
  });
});

describe("lists", () => {
  it("come page by page", async () => {
    for (let n = 0; n < 5; n++) {
      await place.call("operator", "POST", "/publishers", { body: { id: `p${n}`, name: "N" } });
    }
    const ids: unknown[] = [];
    for (let after: string | undefined = ""; after !== undefined; ) {
      const { json } = await place.call(
        "operator",
        "GET",
        `/publishers?limit=3${after && `&after=${after}`}`,
      );
      ids.push(...itemsOf(json).map(({ id }) => id));
      after = typeof json["next"] === "string" ? json["next"] : undefined;
    }
    expect(ids).toEqual(["north", "p0", "p1", "p2", "p3", "p4", "south"]);
  });

  it.each(["limit=0", "limit=501", "limit=x", "limit=1&limit=2", "unknown=1"])(
    "refuse ?%s",
    async (query) => {
      expect((await place.call("operator", "GET", `/publishers?${query}`)).status).toBe(400);
    },
  );
});

describe("a publisher", () => {
  it("registers a platform of its own, at the operator's usual share", async () => {
    const reply = await place.call("north", "POST", "/platforms", { body: { id: "pf_new", name: "New" } });
    expect(reply.json).toMatchObject({ publisherId: "north", status: "active", revenueShareBps: 5_000 });
  });

  it.each([
    ["another's platform", { publisherId: "south" }],
    ["its share", { revenueShareBps: 9_000 }],
    ["whether it is disabled", { status: "disabled" }],
  ])("does not set %s", async (_name, fields) => {
    const created = await place.call("north", "POST", "/platforms", {
      body: { id: "pf_new", name: "New", ...fields },
    });
    expect(created.status).toBe(400);
    const replaced = await place.call("north", "PUT", "/platforms/pf_north", {
      body: { name: "Mine", ...fields },
      headers: { "if-match": "*" },
    });
    expect(replaced.status).toBe(400);
  });

  it("keeps what the operator set when it changes the rest", async () => {
    const reply = await place.call("north", "PUT", "/platforms/pf_north", {
      body: { name: "North's", allowedOrigins: ["https://new.example"] },
      headers: { "if-match": "*" },
    });
    expect(reply.json).toMatchObject({
      revenueShareBps: 7_000,
      proposed: { name: "North's", allowedOrigins: ["https://new.example"] },
    });
  });

  it.each([
    "https://*.co.uk",
    "https://*.github.io",
    "https://*.com.br",
    "HTTPS://*.CO.uk",
    "https://*.ＣＯ.uk",
  ])("does not allow every site of a public suffix: %s", async (origin) => {
    const reply = await place.call("north", "PUT", "/platforms/pf_north", {
      body: { name: "North's", allowedOrigins: [origin] },
      headers: { "if-match": "*" },
    });
    expect(reply.status).toBe(400);
    expect(reply.json["errors"]).toMatchObject([{ path: "allowedOrigins[0]" }]);
    const applied = await place.call("operator", "POST", "/catalog/apply", {
      body: {
        catalog: {
          platforms: [
            {
              id: "pf_north",
              publisherId: "north",
              name: "A",
              revenueShareBps: 1,
              allowedOrigins: [origin],
            },
          ],
        },
      },
    });
    expect(applied.status).toBe(400);
    expect(applied.json["errors"]).toMatchObject([{ path: "platforms[0].allowedOrigins[0]" }]);
  });

  it.each([
    ["https://north.example", true, "https://north.example"],
    ["https://shop.north.example", true, "https://*.north.example"],
    ["https://evil.example", false, null],
    ["https://evilnorth.example", false, null],
    ["HTTPS://NORTH.example:443", true, "https://north.example"],
  ])("tests the origin %s", async (origin, allowed, by) => {
    const reply = await place.call("north", "POST", "/platforms/pf_north/test-origin", { body: { origin } });
    expect(reply.json).toMatchObject({ allowed, by });
  });
});

describe("an advertiser", () => {
  it("creates its own campaign and a creative for it", async () => {
    const campaign = { id: "roaster-tea", name: "Tea", priceMicros: 1_000, totalBudgetMicros: 5_000 };
    expect((await place.call("roaster", "POST", "/campaigns", { body: campaign })).json).toMatchObject({
      advertiser: "Roaster",
    });
    expect(
      (await place.call("roaster", "POST", "/creatives", { body: creative("cr-tea", "roaster-tea") })).status,
    ).toBe(201);
  });

  it("creates no campaign for another, no creative in another's campaign, and sets no weight", async () => {
    const campaign = { id: "c", name: "C", priceMicros: 1_000, totalBudgetMicros: 5_000 };
    for (const body of [
      { ...campaign, advertiser: "Wheels" },
      { ...campaign, weight: 100 },
    ]) {
      expect((await place.call("roaster", "POST", "/campaigns", { body })).status).toBe(400);
    }
    const stolen = await place.call("roaster", "POST", "/creatives", {
      body: creative("cr-new", "wheels-bikes"),
    });
    expect(stolen.status).toBe(400);
    const moved = await place.call("roaster", "PUT", "/creatives/cr-roaster", {
      body: creative("cr-roaster", "wheels-bikes"),
      headers: { "if-match": "*" },
    });
    expect(moved.status).toBe(400);
  });
});

describe("a running campaign", () => {
  it("is paused and resumed", async () => {
    expect((await place.call("roaster", "POST", "/campaigns/roaster-coffee/pause")).json["status"]).toBe(
      "paused",
    );
    expect((await place.call("roaster", "POST", "/campaigns/roaster-coffee/resume")).json["status"]).toBe(
      "active",
    );
  });

  it("can be paused after a publisher removed a placement that it names", async () => {
    const replace = async (path: string, fields: object): Promise<void> => {
      const { etag, json } = await read(path);
      const body = { ...json, ...fields };
      const reply = await place.call("operator", "PUT", path, { body, headers: { "if-match": etag } });
      expect(reply.status).toBe(200);
    };
    await replace("/platforms/pf_north", { placements: ["sidebar"] });
    await replace("/campaigns/wheels-bikes", { placements: ["sidebar"] });
    await replace("/platforms/pf_north", { placements: [] });
    for (const [action, status] of [
      ["pause", "paused"],
      ["resume", "active"],
      ["pause", "paused"],
    ]) {
      const reply = await place.call("wheels", "POST", `/campaigns/wheels-bikes/${action}`);
      expect([reply.status, reply.json["status"]]).toEqual([200, status]);
    }
    const { campaigns } = (await place.store.readCatalog()).catalog;
    expect(campaigns.find(({ id }) => id === "wheels-bikes")).toMatchObject({
      status: "paused",
      placements: ["sidebar"],
    });
  });

  it("gets no budget below its spent and held amounts, and the answer names the minimum; pausing works", async () => {
    const [issued] = await place.store.issue([
      order("AZq0123456789012345678", [choice("roaster-coffee", 4_000)], {
        publisherId: "north",
        platformId: "pf_north",
      }),
    ]);
    expect(issued?.outcome).toBe("issued");
    const body = { name: "Coffee", priceMicros: 4_000, totalBudgetMicros: 3_999, topics: ["coffee"] };
    const lowered = await place.call("roaster", "PUT", "/campaigns/roaster-coffee", {
      body,
      headers: { "if-match": "*" },
    });
    expect([lowered.status, lowered.json["code"]]).toEqual([409, "budget_below_floor"]);
    expect(lowered.json["detail"]).toContain("4000");
    const floor = await place.call("roaster", "PUT", "/campaigns/roaster-coffee", {
      body: { ...body, totalBudgetMicros: 4_000 },
      headers: { "if-match": "*" },
    });
    expect(floor.status).toBe(200);
    expect((await place.call("roaster", "GET", "/campaigns/roaster-coffee/spend")).json).toMatchObject({
      heldMicros: 4_000,
    });
    expect((await place.call("roaster", "POST", "/campaigns/roaster-coffee/pause")).status).toBe(200);
  });
});

function itemsOf(json: Readonly<Record<string, unknown>>): readonly { readonly id: unknown }[] {
  const { items } = json;
  return Array.isArray(items) ? items : [];
}
