import { beforeEach, expect, it } from "vitest";
import { createMemoryStore } from "../../adapters/memory/mod.ts";
import { findAttention } from "../../core/management/attention.ts";
import { createCatalogView } from "../../core/management/catalog-view.ts";
import { createDeliveryId } from "../../core/signing/delivery-id.ts";
import { systemRandom } from "../../core/signing/random.ts";
import type { Store } from "../../core/storage/store.ts";
import { choice, count, order } from "../conformance/fixtures.ts";
import { trafficOf } from "../core/management/quality-traffic.ts";
import { type CallerName, creative, type Installation, install } from "./installation.ts";

const noon = Date.parse("2026-03-10T12:00:00Z");
const hourMs = 3_600_000;

let place: Installation;
/** The calls of the store, by the name of the operation. */
let calls: Map<string, number>;

function counting(store: Store): Store {
  return new Proxy(store, {
    get: (target, name: keyof Store) => {
      const member = target[name];
      if (typeof member !== "function") return member;
      return (...args: never[]) => {
        calls.set(name, (calls.get(name) ?? 0) + 1);
        return Reflect.apply(member, target, args);
      };
    },
  });
}

beforeEach(async () => {
  calls = new Map();
  const clock = (): number => noon;
  place = await install({ clock, store: counting(createMemoryStore({ clock })) });
});

type Finding = Readonly<Record<"kind" | "object" | "id" | "name" | "sentence", string>>;

async function attention(who: CallerName = "operator"): Promise<readonly Finding[]> {
  const { status, json } = await place.call(who, "GET", "/attention");
  expect(status).toBe(200);
  return Object(json["items"]);
}

async function apply(catalog: object): Promise<void> {
  const { status, text } = await place.call("operator", "POST", "/catalog/apply", { body: { catalog } });
  expect(status, text).toBe(200);
}

const of = (found: readonly Finding[], kind: string) =>
  found.filter((one) => one.kind === kind).map(({ id, sentence }) => [id, sentence]);

function campaign(id: string, fields: object = {}): object {
  return { id, advertiser: "Roaster", name: id, priceMicros: 1_000, totalBudgetMicros: 100_000, ...fields };
}

function issued(campaignId: string) {
  return count({ metric: "issued", n: 1, campaignId, advertiser: "Roaster", hour: noon - 24 * hourMs });
}

it("a shown campaign with a creative and a budget is no finding, and an idle one is, with its reason", async () => {
  await place.store.addCounts([issued("roaster-coffee")]);
  const first = await attention();
  expect(of(first, "not_shown")).toEqual([
    ["wheels-bikes", "Not shown in the last 7 days. Its platforms had no requests."],
  ]);
  await place.store.addCounts([
    count({ metric: "request", n: 5, platformId: "pf_north", hour: noon - hourMs }),
  ]);
  expect(of(await attention(), "not_shown")).toEqual([
    ["wheels-bikes", expect.stringContaining("Other campaigns were chosen, or no request matched")],
  ]);
  await place.call("operator", "POST", "/campaigns/wheels-bikes/pause");
  expect(of(await attention(), "not_shown")).toEqual([]);
});

it("an active campaign without an approved creative, with its budget used, and with impossible targets", async () => {
  const creative = (campaignId: string): object => ({
    id: `cr-${campaignId}`,
    campaignId,
    format: "text",
    language: "en",
    disclosure: { text: "Ad by Roaster" },
    scenes: [{ id: "start", blocks: [{ kind: "text", text: "Tea." }] }],
  });
  const withCreative = [
    campaign("spent", { totalBudgetMicros: 1_500 }),
    campaign("day-spent", { dailyBudgetMicros: 1_999 }),
    campaign("nowhere", { platforms: ["pf_off"] }),
    campaign("no-place", { platforms: ["pf_north"], placements: ["sidebar"] }),
    campaign("later", { startsAt: "2026-04-01T00:00:00Z" }),
    campaign("over", { endsAt: "2026-03-01T00:00:00Z" }),
  ];
  await apply({
    platforms: [
      {
        id: "pf_off",
        publisherId: "north",
        name: "Off",
        status: "disabled",
        placements: ["sidebar"],
        revenueShareBps: 1,
      },
    ],
    campaigns: [...withCreative, campaign("bare"), campaign("bare-paused", { status: "paused" })],
    creatives: withCreative.map((one) => creative(Object(one).id)),
  });
  const issue = (id: string) =>
    place.store.issue([
      order(createDeliveryId(noon, systemRandom), [choice(id, 1_000, { advertiser: "Roaster" })]),
    ]);
  for (const id of ["spent", "day-spent"]) expect((await issue(id))[0]?.outcome).toBe("issued");
  const found = await attention("roaster");
  expect(of(found, "no_creative")).toEqual([["bare", "It is active and has no approved creative."]]);
  expect(of(found, "budget_used_up")).toEqual([
    ["spent", expect.stringMatching(/total budget of .*0\.0015.* is used up/)],
  ]);
  expect(of(found, "daily_budget_used_up")).toEqual([
    ["day-spent", expect.stringContaining("for 2026-03-10")],
  ]);
  expect(of(found, "not_shown")).toEqual([
    ["no-place", expect.stringContaining("None of its platforms has the placements")],
    ["nowhere", expect.stringContaining("No active and approved platform")],
    [
      "roaster-coffee",
      "Not shown in the last 7 days. No request matched its targets, or other campaigns were chosen.",
    ],
  ]);
  expect(found.some(({ id }) => ["wheels-bikes", "later", "over", "bare-paused"].includes(id))).toBe(false);
});

it("tells an advertiser no private settings and no traffic of publishers", async () => {
  const told = async (who: CallerName): Promise<unknown> => {
    const found = of(await attention(who), "not_shown");
    return found.find(([id]) => id === "roaster-coffee")?.[1];
  };
  const own = await told("roaster");
  expect(await told("operator")).toContain("Its platforms had no requests.");
  for (const [publisher, id] of [
    ["north", "pf_north"],
    ["south", "pf_south"],
  ] as const) {
    const platform = Object((await place.call(publisher, "GET", `/platforms/${id}`)).json);
    const body = { name: platform.name, allowedOrigins: [], excludedAdvertisers: ["Roaster"] };
    const headers = { "if-match": "*" };
    expect((await place.call(publisher, "PUT", `/platforms/${id}`, { body, headers })).status).toBe(200);
  }
  expect(await told("operator")).toContain("All its platforms exclude the advertiser.");
  expect(await told("roaster")).toBe(own);
});

it("platforms without a site and a key, topics without examples, and waiting reviews", async () => {
  const first = await attention();
  // North has a live key.
  expect(of(first, "no_site")).toEqual([["pf_south", "It has no site, and its publisher has no live key."]]);
  expect(of(first, "no_examples").map(([id]) => id)).toEqual(["coffee"]);
  expect(of(first, "review")).toEqual([]);
  await place.call("roaster", "POST", "/creatives", {
    body: { ...Object((await place.call("roaster", "GET", "/creatives/cr-roaster")).json), id: "cr-2" },
  });
  expect(of(await attention(), "review")).toEqual([["", "1 object waits for your review."]]);
  await place.call("operator", "POST", "/keys", { body: { publisherId: "south", mode: "live" } });
  expect(of(await attention(), "no_site")).toEqual([]);
});

it("a platform whose traffic stands out, without a look at the others", async () => {
  for (const hour of [noon - hourMs, noon - 2 * hourMs]) {
    await place.store.addCounts(
      trafficOf({ publisherId: "north", platformId: "pf_north", clicks: 54, hour }),
    );
    for (const platformId of ["pf_south", "pf_east", "pf_west"]) {
      await place.store.addCounts(trafficOf({ publisherId: "south", platformId, hour }));
    }
  }
  const sentence = "Clicks per view are 9 times the median of this installation.";
  expect(of(await attention(), "stands_out")).toEqual([["pf_north", sentence]]);
  // Too few platforms of others for a publisher.
  expect(of(await attention("north"), "stands_out")).toEqual([]);
});

it.each([
  ["north", /pf_north/, /south|roaster|wheels|coffee/i],
  ["south", /pf_south/, /north|roaster|wheels|coffee/i],
  ["roaster", /roaster-coffee/, /wheels|pf_/i],
] as const)("%s sees its own only", async (who, own, foreign) => {
  await place.call("operator", "PUT", "/platforms/pf_north", {
    body: { publisherId: "north", name: "Shop", allowedOrigins: [], revenueShareBps: 7_000 },
    headers: { "if-match": "*" },
  });
  const listed = await place.call("operator", "GET", "/keys?publisher=north");
  for (const { id } of Object(listed.json["items"]).filter((one: { mode: string }) => one.mode === "live")) {
    await place.call("operator", "POST", `/keys/${id}/revoke`, { body: {} });
  }
  const found = JSON.stringify(await attention(who));
  expect(found).toMatch(own);
  expect(found).not.toMatch(foreign);
});

it("2,000 campaigns cost calls of the store by batches, not by campaigns", async () => {
  await attention();
  const listedBefore = await costOf();
  await apply({ campaigns: Array.from({ length: 2_000 }, (_, n) => campaign(`c${n}`)) });
  const cost = await costOf();
  expect(cost.get("readSpend")).toBe(Math.ceil(2_002 / 512));
  cost.delete("readSpend");
  listedBefore.delete("readSpend");
  expect(cost).toEqual(listedBefore);
});

it("2,000 findings have pages, and other kinds are counted and listed by themselves", async () => {
  await apply({
    campaigns: [
      ...Array.from({ length: 2_000 }, (_, n) => campaign(`c${n}`)),
      campaign("house", { priceMicros: 0, totalBudgetMicros: undefined }),
    ],
    creatives: [
      {
        ...Object((await place.call("operator", "GET", "/creatives/cr-roaster")).json),
        id: "cr-house",
        campaignId: "house",
      },
    ],
  });
  const read = async (query: string) => (await place.call("operator", "GET", `/attention?${query}`)).json;
  const { items, ...whole } = await read("limit=500");
  expect(items).toHaveLength(500);
  expect(whole).toMatchObject({
    total: 2_004,
    kinds: [
      { kind: "no_creative", total: 2_000 },
      // A house campaign is shown where no other is.
      { kind: "not_shown", total: 2 },
      { kind: "no_site", total: 1 },
      { kind: "no_examples", total: 1 },
    ],
  });
  const next = await read(`limit=500&after=${encodeURIComponent(String(whole["next"]))}`);
  expect(Object(next["items"])[0].id).not.toBe(Object(items)[0].id);
  const notShown = await read("kind=not_shown");
  expect(notShown).toMatchObject({ total: 2, next: null, kinds: whole["kinds"] });
  expect(of(Object(notShown["items"]), "not_shown").map(([id]) => id)).toEqual([
    "roaster-coffee",
    "wheels-bikes",
  ]);
});

async function costOf(): Promise<Map<string, number>> {
  calls.clear();
  await attention();
  return new Map(calls);
}

it("platforms are looked through for the reasons of one page, not of all campaigns", async () => {
  await apply({
    campaigns: Array.from({ length: 600 }, (_, n) => campaign(`c${n}`)),
    creatives: Array.from({ length: 600 }, (_, n) => creative(`cr${n}`, `c${n}`)),
  });
  const view = await createCatalogView(place.store)();
  let reads = 0;
  const platforms = new Proxy(view.platforms, {
    get: (target, name) => {
      if (name === "values") reads += 1;
      const member: unknown = Reflect.get(target, name);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
  const principal = { role: "advertiser", name: "somebody", advertiser: "Roaster" } as const;
  const found = await findAttention({
    principal,
    view: { ...view, platforms },
    store: place.store,
    currency: "EUR",
  });
  expect([found.filter(({ kind }) => kind === "not_shown").length, reads]).toEqual([601, 0]);
  expect(found[0]?.sentence()).toMatch("No request matched its targets");
  expect(reads).toBe(1);
});
