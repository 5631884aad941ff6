import { beforeEach, describe, expect, it } from "vitest";
import { createMemoryStore, type MemoryStore } from "../../adapters/memory/mod.ts";
import type { Ad } from "../../core/contract/ad.ts";
import { createHandbill } from "../../core/handbill.ts";
import { createApiKey } from "../../core/signing/api-key.ts";
import { systemRandom } from "../../core/signing/random.ts";
import { createServerClient, relay, type ServerClient } from "../../runtimes/server-client/mod.ts";
import { browserCatalog, platformId, priceMicros } from "../browser/harness/catalog.ts";
import { plant } from "../runtimes/seed.ts";

const visitor = { visitor_id: "visitor-0123456789" };
let store: MemoryStore;
let ads: ServerClient;

beforeEach(async () => {
  store = createMemoryStore();
  const { key, id, hash } = createApiKey("live", systemRandom);
  const record = { id, hash, publisherId: "publisher", mode: "live", label: "", createdAt: 1 } as const;
  await plant(store, { catalog: browserCatalog("https://site.example", []), apiKeys: [record] });
  const handbill = createHandbill({
    store,
    baseUrl: "https://ads.example",
    secrets: ["secret-of-the-tests-0123456789-0123456789"],
    log: () => {},
  });
  ads = createServerClient({
    baseUrl: "https://ads.example",
    apiKey: key,
    platformId,
    timeoutMs: 60_000,
    fetch: (input, init) => handbill.fetch(new Request(input, init)),
  });
});

async function issued(format: "text" | "consent"): Promise<Ad> {
  const ad = await ads.requestAd(visitor, { accept_formats: [format] });
  if (ad === null) throw new Error("There is no ad.");
  return ad;
}

/** A card's call, as the SDK sends it with `baseUrl: "/hb"`. */
async function call(path: string, fields: unknown) {
  const url = `https://site.example/hb/api/v1/web/${path}`;
  const body = typeof fields === "string" ? fields : JSON.stringify(fields);
  const response = await relay(ads, new Request(url, { method: "POST", body }));
  return { status: response.status, headers: response.headers, body: await response.json() };
}

const fieldsOf = ({ delivery_id, view }: Ad) => ({ platform_id: platformId, ...visitor, delivery_id, view });
const spent = async (): Promise<number> => (await store.auditLedger()).advertiserMicros;

describe("the relay of a card's calls", () => {
  it("§5 confirms a view with the key of the server that requested the ad, once", async () => {
    const ad = await issued("text");
    const twice = await Promise.all([call("seen", fieldsOf(ad)), call("seen", fieldsOf(ad))]);
    expect(twice.map(({ status, body }) => [status, body])).toEqual([
      [200, { ok: true }],
      [200, { ok: true }],
    ]);
    expect(await spent()).toBe(priceMicros);
  });

  it("sends a press and returns the next scene, and reports the ad", async () => {
    const ad = await issued("consent");
    const action = ad.blocks.flatMap((block) => (block.kind === "buttons" ? block.buttons : []))[0]?.action;
    const { status, body } = await call("interact", { ...fieldsOf(ad), action });
    expect([status, body.ok, body.ad.format]).toEqual([200, true, "consent"]);
    expect(await call("report", { ...fieldsOf(ad), reason: "misleading" })).toMatchObject({ status: 200 });
    expect(await spent()).toBe(priceMicros);
  });

  it("passes on a refusal with its status, and nothing is charged", async () => {
    const ad = await issued("text");
    const stranger = { ...fieldsOf(ad), visitor_id: "visitor-9876543210" };
    expect(await call("seen", stranger)).toMatchObject({ status: 410, body: { code: expect.any(String) } });
    expect(await call("seen", { ...fieldsOf(ad), view: "forged" })).toMatchObject({ status: 410 });
    expect(await call("report", { ...fieldsOf(ad), reason: "dull" })).toMatchObject({ status: 400 });
    expect(await spent()).toBe(0);
  });

  it("refuses calls that are not a card's, and bodies that are no calls, by name", async () => {
    const fields = fieldsOf(await issued("text"));
    expect(await call("ads", fields)).toMatchObject({ status: 404 });
    for (const body of [
      "",
      "null",
      "[]",
      '"text"',
      "{",
      { ...fields, view: 7 },
      { ...fields, view: undefined },
    ])
      expect(await call("seen", body)).toMatchObject({ status: 400, body: { code: "invalid_request" } });
    const { body } = await call("interact", fields);
    expect(body.detail).toBe("action: Send a string.");
    expect(await spent()).toBe(0);
  });

  it("answers 503 when no answer comes, and passes on the pause that the ad server asks for", async () => {
    const fields = fieldsOf(await issued("text"));
    const offline = createServerClient({
      baseUrl: "https://ads.example",
      apiKey: "hb_live_key",
      platformId,
      fetch: () => Promise.reject(new Error("offline")),
    });
    const busy = createServerClient({
      baseUrl: "https://ads.example",
      apiKey: "hb_live_key",
      platformId,
      fetch: async () => Response.json({}, { status: 429, headers: { "retry-after": "7" } }),
    });
    const press = (): Request =>
      new Request("https://site.example/hb/api/v1/web/interact", {
        method: "POST",
        body: JSON.stringify({ ...fields, action: "a" }),
      });
    expect(await relay(offline, press())).toMatchObject({ status: 503 });
    const answer = await relay(busy, press());
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "7"]);
  });

  it.each([204, 205, 304])(
    "answers 503 when the ad server's answer is a %i without a body",
    async (status) => {
      const silent = createServerClient({
        baseUrl: "https://ads.example",
        apiKey: "hb_live_key",
        platformId,
        fetch: async () => new Response(null, { status }),
      });
      const body = JSON.stringify({ ...visitor, delivery_id: "d", reason: "other" });
      const request = new Request("https://site.example/hb/api/v1/web/report", { method: "POST", body });
      expect(await relay(silent, request)).toMatchObject({ status: 503 });
    },
  );
});
