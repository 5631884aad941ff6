import { describe, expect, it } from "vitest";
import { createMemoryStore } from "../../adapters/memory/mod.ts";
import type { Environment } from "../../core/environment.ts";
import type { LogEntry } from "../../core/log.ts";
import type { ManagementOptions } from "../../core/management/management.ts";
import type { Store } from "../../core/storage/store.ts";
import { createConsole } from "../../runtimes/console/console.ts";
import { signedIn, visitor } from "../console/visitor.ts";
import { creative, type Installation, install, operatorToken, type Reply, send } from "./installation.ts";

const campaign = { id: "mine", name: "Mine", totalBudgetMicros: 9_000 };
const operator = { authorization: `Bearer ${operatorToken}` };
const anyVersion = { "if-match": "*" };

function leastPrice(value: string): Environment {
  return (name) => (name === "HANDBILL_LEAST_PRICE_MICROS" ? value : undefined);
}

function create(place: Installation, priceMicros: unknown, who: "operator" | "roaster" = "roaster") {
  return place.call(who, "POST", "/campaigns", {
    body: { ...campaign, priceMicros, ...(who === "operator" && { advertiser: "Roaster" }) },
  });
}

async function campaigns(store: Store) {
  return new Map((await store.readCatalog()).catalog.campaigns.map((one) => [one.id, one]));
}

/** A campaign of Roaster's that the operator shows for nothing, on one platform, with a creative. */
async function withHouse(options: Partial<ManagementOptions> & { readonly store?: Store } = {}) {
  const place = await install({ console: createConsole(), ...options });
  const house = {
    id: "house",
    advertiser: "Roaster",
    name: "House",
    priceMicros: 0,
    platforms: ["pf_north"],
  };
  expect((await place.call("operator", "POST", "/campaigns", { body: house })).status).toBe(201);
  const body = creative("cr-house", "house");
  expect((await place.call("operator", "POST", "/creatives", { body })).status).toBe(201);
  return { place, house };
}

function expectTooLow(reply: Reply, path: string, least: number): void {
  expect([reply.status, reply.json["code"]]).toEqual([400, "invalid_request"]);
  expect(reply.json["errors"]).toMatchObject([{ path, message: expect.stringContaining(String(least)) }]);
}

describe("the price of an advertiser's campaign", () => {
  it.each([0, -0, -1, 0.5, "0", "1", null, [], Number.MIN_VALUE])("is not %j", async (priceMicros) => {
    const place = await install();
    const { totalBudgetMicros: _, ...house } = campaign;
    for (const body of [
      { ...campaign, priceMicros },
      { ...house, priceMicros },
      { ...house, priceMicros, advertiser: "Roaster", weight: 1 },
    ]) {
      const made = await place.call("roaster", "POST", "/campaigns", { body });
      expect([made.status, made.json["code"]]).toEqual([400, "invalid_request"]);
      const replaced = await place.call("roaster", "PUT", "/campaigns/roaster-coffee", {
        body: { ...body, id: "roaster-coffee" },
        headers: anyVersion,
      });
      expect([replaced.status, replaced.json["code"]]).toEqual([400, "invalid_request"]);
    }
    const stored = await campaigns(place.store);
    expect(stored.get("roaster-coffee")?.priceMicros).toBe(4_000);
    expect(stored.has("mine")).toBe(false);
  });

  it("is at least 1 micro by default; the operator sets any price", async () => {
    expect((await create(await install(), 1)).status).toBe(201);
    const place = await install();
    const { totalBudgetMicros: _, ...house } = campaign;
    const body = { ...house, advertiser: "Roaster", priceMicros: 0 };
    expect((await place.call("operator", "POST", "/campaigns", { body })).status).toBe(201);
  });

  it.each<[string, Pick<ManagementOptions, "leastPriceMicros" | "env">]>([
    ["an option", { leastPriceMicros: 500 }],
    ["a variable", { env: leastPrice("500") }],
    ["an option that wins over a variable", { leastPriceMicros: 500, env: leastPrice("1") }],
  ])("is at least what %s says", async (_name, options) => {
    const place = await install(options);
    expectTooLow(await create(place, 499), "priceMicros", 500);
    expect((await create(place, 499, "operator")).status).toBe(201);
    const raised = { ...campaign, priceMicros: 500 };
    const headers = anyVersion;
    expect((await place.call("roaster", "PUT", "/campaigns/mine", { body: raised, headers })).status).toBe(
      200,
    );
    const lowered = { ...campaign, priceMicros: 499 };
    expectTooLow(
      await place.call("roaster", "PUT", "/campaigns/mine", { body: lowered, headers }),
      "priceMicros",
      500,
    );
  });

  it.each([
    { leastPriceMicros: 0 },
    { leastPriceMicros: -1 },
    { leastPriceMicros: 0.5 },
    { leastPriceMicros: Number.NaN },
    { leastPriceMicros: 1_000_000_000_001 },
    ...["0", "free", "1.5", "1e3", "0x10", "-1", " ", "1000000000001"].map((value) => ({
      env: leastPrice(value),
    })),
  ])("cannot be set to nonsense: %j is named in the log, and nothing is served", async (options) => {
    const lines: LogEntry[] = [];
    const place = await install({ ...options, log: (entry) => void lines.push(entry) });
    expect((await create(place, 4_000)).status).toBe(503);
    expect(lines.map(({ message }) => message).join()).toContain(
      "HANDBILL_LEAST_PRICE_MICROS (option leastPriceMicros) must be a whole number of micros, 1 to 1000000000000.",
    );
  });

  it("appears in the units of the console's form", async () => {
    const place = await install({ console: createConsole(), leastPriceMicros: 2_500 });
    const roaster = visitor(place.management, { headers: { "x-host-user": "roaster" } });
    const page = await roaster.read("campaigns/new");
    expect(page.text).not.toContain("house campaign");
    const fields = { id: "mine", name: "Mine", totalBudgetMicros: "9", pacing: "asap", timeZone: "UTC" };
    const refused = await roaster.send("campaigns/new", { ...fields, priceMicros: "2.499" });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("Must be at least 2.50:")]);
    expect((await roaster.send("campaigns/new", { ...fields, priceMicros: "2.50" })).status).toBe(303);
    const own = await signedIn(place.management, operatorToken);
    expect((await own.read("campaigns/new")).text).toContain("house campaign");
  });
});

describe("a campaign that the operator shows for free", () => {
  it("is not widened, moved in time, renamed or kept at its price by its advertiser", async () => {
    const { place, house } = await withHouse();
    const before = (await campaigns(place.store)).get("house");
    const { platforms: _, ...everywhere } = house;
    for (const body of [
      everywhere,
      { ...house, name: "Mine" },
      { ...house, endsAt: "2099-01-01T00:00:00Z" },
    ]) {
      const reply = await place.call("roaster", "PUT", "/campaigns/house", { body, headers: anyVersion });
      expectTooLow(reply, "priceMicros", 1);
    }
    expect((await campaigns(place.store)).get("house")).toEqual(before);
  });

  it("gets no creative from its advertiser: none is made for it, changed in it or moved to it", async () => {
    const { place } = await withHouse();
    const before = await place.store.readCatalog();
    const changed = creative("cr-house", "house");
    for (const [method, path, body] of [
      ["POST", "/creatives", creative("cr-new", "house")],
      ["PUT", "/creatives/cr-house", { ...changed, disclosure: { text: "Other" } }],
      ["PUT", "/creatives/cr-roaster", creative("cr-roaster", "house")],
    ] as const) {
      expectTooLow(await place.call("roaster", method, path, { body, headers: anyVersion }), "campaignId", 1);
    }
    expect(await place.store.readCatalog()).toEqual(before);
    // The operator's own creatives are no concern of the rule, and out of it they may go.
    const moved = { body: creative("cr-house", "roaster-coffee"), headers: anyVersion };
    expect((await place.call("roaster", "PUT", "/creatives/cr-house", moved)).status).toBe(200);
    const made = { body: creative("cr-new", "house") };
    expect((await place.call("operator", "POST", "/creatives", made)).status).toBe(201);
  });

  it("is paused by its advertiser, and resumed by the operator only, also in the console", async () => {
    const { place } = await withHouse();
    const status = async () => (await campaigns(place.store)).get("house")?.status;
    expect((await place.call("roaster", "POST", "/campaigns/house/pause")).status).toBe(200);
    expectTooLow(await place.call("roaster", "POST", "/campaigns/house/resume"), "priceMicros", 1);
    const roaster = visitor(place.management, { headers: { "x-host-user": "roaster" } });
    await roaster.read("campaigns/house");
    expect((await roaster.send("campaigns/house/resume", {})).status).toBe(400);
    expect(await status()).toBe("paused");
    expect((await place.call("operator", "POST", "/campaigns/house/resume")).status).toBe(200);
    expect(await status()).toBe("active");
  });

  it("is raised to the least price by its advertiser, with all that belongs to a campaign that pays, and not lowered again", async () => {
    const { place, house } = await withHouse({ leastPriceMicros: 500 });
    const { platforms: _, ...everywhere } = house;
    const paying = { ...everywhere, priceMicros: 500, totalBudgetMicros: 5_000 };
    const headers = anyVersion;
    const raised = await place.call("roaster", "PUT", "/campaigns/house", { body: paying, headers });
    expect([raised.status, raised.json["priceMicros"]]).toEqual([200, 500]);
    const body = creative("cr-new", "house");
    expect((await place.call("roaster", "POST", "/creatives", { body })).status).toBe(201);
    expectTooLow(
      await place.call("roaster", "PUT", "/campaigns/house", { body: house, headers }),
      "priceMicros",
      500,
    );
  });

  it("is removed by its advertiser, with its creatives, and does not come back at that price", async () => {
    const { place, house } = await withHouse();
    const headers = anyVersion;
    expect((await place.call("roaster", "DELETE", "/creatives/cr-house", { headers })).status).toBe(204);
    expect((await place.call("roaster", "DELETE", "/campaigns/house", { headers })).status).toBe(204);
    expectTooLow(await place.call("roaster", "POST", "/campaigns", { body: house }), "priceMicros", 1);
  });

  it("became one while its advertiser's change was under way: the change is judged again, and refused", async () => {
    for (const [method, path, body, field] of [
      ["POST", "/campaigns/roaster-coffee/resume", undefined, "priceMicros"],
      ["POST", "/creatives", creative("cr-new", "roaster-coffee"), "campaignId"],
    ] as const) {
      const store = createMemoryStore();
      let meanwhile: (() => Promise<void>) | undefined;
      const place = await install({
        store: {
          ...store,
          applyCatalog: async (change) => {
            const first = meanwhile;
            meanwhile = undefined;
            await first?.();
            return store.applyCatalog(change);
          },
        },
      });
      expect((await place.call("roaster", "POST", "/campaigns/roaster-coffee/pause")).status).toBe(200);
      meanwhile = async () => {
        const house = { advertiser: "Roaster", name: "House", priceMicros: 0, status: "paused" };
        const headers = { ...operator, ...anyVersion };
        const made = await send(place.management, "PUT", "/campaigns/roaster-coffee", {
          body: house,
          headers,
        });
        expect(made.status).toBe(200);
      };
      expectTooLow(await place.call("roaster", method, path, { body }), field, 1);
      expect((await campaigns(store)).get("roaster-coffee")).toMatchObject({
        priceMicros: 0,
        status: "paused",
      });
      expect((await store.readCatalog()).catalog.creatives).toHaveLength(2);
    }
  });
});
