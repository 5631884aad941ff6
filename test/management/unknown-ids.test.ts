import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Route } from "../../core/management/route.ts";
import { routes } from "../../core/management/routes.ts";
import { createDeliveryId } from "../../core/signing/delivery-id.ts";
import { systemRandom } from "../../core/signing/random.ts";
import { systemClock } from "../../core/timing/clock.ts";
import { createConsole } from "../../runtimes/console/console.ts";
import { signedIn } from "../console/visitor.ts";
import { creative, type Installation, install, operatorToken } from "./installation.ts";
import { type OpenedStore, storeKinds } from "./stores.ts";

/** As they stand in a path. */
const noDeliveryIds = [
  "AAAAAAAAAAAAAAAAAAAAAB",
  "AAAAAAAAAAAAAAAAAAAAAP",
  "AAAAAAAAAAAAAAAAAAAAAA",
  "______________________",
  "AAAAAAAAAAAAAAAAAAAAA",
  "AAAAAAAAAAAAAAAAAAAAAAA",
  "AAAAAAAAAAAAAAAAAAAAAA%3D%3D",
  "AAAAAAAAAAAAAAAAAAAAA%00",
  "AAAAAAAAAAAAAAAAAAAAAA%0A",
  "AAAAAAAAAAAAAAAAAAAAA%C3%A9",
  "%F0%9F%98%80",
  "00000000-0000-7000-8000-000000000000",
  "__proto__",
  "x".repeat(10_000),
];

/** Paths that end in the id of something. */
const owners = [
  "/publishers/",
  "/platforms/",
  "/campaigns/",
  "/creatives/",
  "/topics/",
  "/webhooks/",
  "/deliveries/",
];

/** Text that is not stored: PostgreSQL refuses it. */
const noTexts = ["\u0000", "a\u0000b", "\ud800"];

/** A body that the route accepts, as far as an unknown id needs one. */
function bodyOf({ method, path, body }: Route): unknown {
  if (method === "GET" || method === "DELETE" || body.type === "undefined") return undefined;
  return path.endsWith("/review") ? { decision: "approve" } : {};
}

/** Calls with a text in each field that names something. */
function texts(text: string): readonly (readonly [path: string, ...bodies: object[]])[] {
  const entity = { id: text, name: "N" };
  const selected = { platformIds: ["pf_north"], reason: "r" };
  return [
    ["/publishers", entity],
    ["/platforms", { ...entity, publisherId: "north" }, { id: "pf_new", name: "N", publisherId: text }],
    ["/campaigns", { ...entity, advertiser: "Roaster" }, { id: "c", name: "N", advertiser: text }],
    ["/creatives", creative(text, "roaster-coffee"), creative("new", text)],
    ["/topics", { ...entity, phrases: { en: ["x"] } }],
    ["/campaigns/roaster-coffee/duplicate", { id: text }, { name: text }],
    ["/campaign-status", { status: "paused", campaigns: [{ id: text }] }],
    ["/creatives/cr-roaster/review", { decision: "refuse", reason: text }],
    ["/keys", { publisherId: text, mode: "live" }, { publisherId: "north", mode: "live", label: text }],
    ["/webhooks", { url: `https://hooks.example/${text}`, events: ["api_key.created"] }],
    ["/statements", { period: text }, { period: "2026-01", account: `publisher:${text}` }],
    [
      "/statements",
      { period: "2026-01", after: `advertiser:${text}` },
      { period: "2026-01", timeZone: text },
    ],
    ["/adjustments", { ...selected, reason: text }, { ...selected, operation: text }],
    ["/adjustments", { ...selected, after: `1-${text}` }, { ...selected, plan: true, after: "0-x" }],
    ["/adjustments", { plan: true, marks: [text] }, { plan: true, networks: [text] }],
    ["/adjustments", { plan: true, campaignIds: [text] }, { plan: true, publisherIds: [text] }],
    ["/adjustments", { plan: true, apiKeyIds: [text] }, { plan: true, deliveryIds: [text] }],
    ["/users/forget", { platform_id: text, visitor_id: "visitor-0123456789" }],
    ["/platforms/pf_north/test-origin", { origin: text }],
    ["/catalog/plan", { catalog: { publishers: [entity] } }],
    ["/explain", { platform_id: text }, { platform_id: "pf_north", context: { question: text } }],
  ];
}

describe.each(storeKinds)("on $name", ({ open }) => {
  let opened: OpenedStore;
  let place: Installation;

  beforeAll(async () => {
    opened = await open();
    place = await install({
      store: opened.store,
      console: createConsole(),
      managementLimits: { writesPerPrincipal: false },
    });
  });
  afterAll(() => opened.close());

  it.each(noDeliveryIds)("there is no delivery %s", async (id) => {
    const reply = await place.call("operator", "GET", `/deliveries/${id}`);
    expect([reply.status, reply.json["code"]]).toEqual([404, "not_found"]);
  });

  it("a delivery is found by its id, and not by one that differs in stray bits", async () => {
    const id = `${createDeliveryId(systemClock(), systemRandom).slice(0, -1)}A`;
    const choice = {
      campaignId: "roaster-coffee",
      advertiser: "Roaster",
      creativeVersionId: "v",
      format: "text",
    } as const;
    const order = {
      deliveryId: id,
      surface: "web",
      publisherId: "north",
      platformId: "pf_north",
      placement: "chat",
      apiKeyId: "",
      userKey: "somebody",
      language: "en",
      mark: "",
      network: "",
      choices: [{ ...choice, priceMicros: 4_000, publisherMicros: 2_800 }],
    } as const;
    expect((await opened.store.issue([order]))[0]?.outcome).toBe("issued");
    expect((await place.call("operator", "GET", `/deliveries/${id}`)).json["id"]).toBe(id);
    for (const letter of "BCDEFGHIJKLMNOP") {
      const stray = `${id.slice(0, -1)}${letter}`;
      expect((await place.call("operator", "GET", `/deliveries/${stray}`)).status, stray).toBe(404);
    }
  });

  it.each(owners)("%s with an id that no text can be is a 4xx", async (path) => {
    for (const id of ["%00", "a%00b", "%ED%A0%80", "%", "%zz", "x".repeat(10_000), "%E2%80%AE", "%F0"]) {
      const { status } = await place.call("operator", "GET", `${path}${id}`);
      expect([400, 404], `${path}${id.slice(0, 20)}`).toContain(status);
    }
  });

  it.each([
    ["POST", "/keys/%00/revoke"],
    ["POST", "/keys/%00/rotate"],
    ["POST", "/campaigns/%00/pause"],
    ["GET", "/campaigns/%00/spend"],
    ["DELETE", "/webhooks/%00"],
    ["GET", "/keys?publisher=%00"],
    ["GET", "/keys?after=%00"],
    ["GET", "/campaigns?after=%00"],
    ["GET", "/creatives?campaign=%00"],
    ["GET", "/webhooks?after=%00"],
    ["GET", "/audit?before=9007199254740991"],
    ["GET", "/audit?entityId=%ED%A0%80"],
    ["GET", "/audit?kind=webhook&entityId=x"],
    ["GET", "/adjustments?after=1-%00"],
    ["GET", "/statements/1-publisher:%00"],
  ])("%s %s is no outage", async (method, path) => {
    const body = path.endsWith("/rotate") ? {} : undefined;
    const { status } = await place.call("operator", method, path, { body });
    expect([200, 400, 404]).toContain(status);
  });

  it("no id of a path and no field of a query is an outage for any text", async () => {
    for (const route of routes) {
      const { method, path } = route;
      const body = bodyOf(route);
      for (const id of ["%00", "a%00b", "1-%00", "1-publisher:%00"]) {
        const fields = "entries" in route.query ? Object.keys(Object(route.query.entries)) : [];
        const queries = path.includes(":id") ? [""] : fields.map((name) => `?${name}=${id}`);
        for (const query of queries) {
          const target = `${path.replace(":id", id)}${query}`;
          const reply = await place.call("operator", method, target, { body, headers: { "if-match": "*" } });
          expect([200, 400, 404], `${method} ${target}: ${reply.text}`).toContain(reply.status);
        }
      }
    }
  });

  it.each(noTexts)("no field of a body is an outage for the text %j", async (text) => {
    for (const [path, ...bodies] of texts(text)) {
      for (const body of bodies) {
        const reply = await place.call("operator", "POST", path, { body, headers: { "if-match": "*" } });
        const what = `${path} ${JSON.stringify(body)}: ${reply.text}`;
        expect(path === "/campaign-status" ? [200] : [400, 404], what).toContain(reply.status);
      }
    }
    for (const [path, body] of [
      ["/campaigns", { id: text, name: "Tea", priceMicros: 4_000 }],
      ["/creatives", { ...creative("tea", text) }],
    ] as const) {
      expect((await place.call("roaster", "POST", path, { body })).status, path).toBe(400);
    }
  });

  it("the console answers an unknown id with 404", async () => {
    const operator = await signedIn(place.management, operatorToken);
    for (const id of noDeliveryIds) {
      expect((await operator.read(`deliveries/${id}`)).status, id.slice(0, 30)).toBe(404);
    }
  });
});
