import { createServer, type Server } from "node:http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createMemoryStore, type MemoryStore } from "../../adapters/memory/mod.ts";
import { createHandbill } from "../../core/handbill.ts";
import { createApiKey } from "../../core/signing/api-key.ts";
import { systemRandom } from "../../core/signing/random.ts";
import type { RunningServer } from "../../runtimes/node/mod.ts";
import { serve } from "../../runtimes/node/mod.ts";
import { AdError, createServerClient, type ServerClient } from "../../runtimes/server-client/mod.ts";
import {
  campaign,
  creativeVersion,
  platform,
  platformId,
  publisher,
  publisherId,
} from "../conformance/fixtures.ts";

const user = { stable_user_id: "somebody" };
let store: MemoryStore;
let server: RunningServer;
let ads: ServerClient;
let key: string;

beforeEach(async () => {
  store = createMemoryStore();
  const made = createApiKey("live", systemRandom);
  key = made.key;
  const { version } = await store.readCatalog();
  await store.applyCatalog({
    expectedVersion: version,
    upserts: {
      publishers: [publisher()],
      platforms: [platform()],
      campaigns: [campaign("c", { totalBudgetMicros: 1_000 }), campaign("b", { totalBudgetMicros: 1_000 })],
      creatives: [
        creativeVersion("c"),
        {
          versionId: "bot",
          creative: {
            id: "bot",
            campaignId: "b",
            format: "bot",
            language: "en",
            disclosure: { text: "Ad", url: "https://ads.example/why" },
            bot: { text: "Fresh beans", buttonText: "Look", landingUrl: "https://beans.example/" },
          },
        },
      ],
      topics: [],
    },
    removals: [],
  });
  await store.addApiKey({ id: made.id, publisherId, mode: "live", label: "", hash: made.hash, createdAt: 1 });
  const handbill = createHandbill({
    store,
    baseUrl: "http://localhost",
    secrets: ["secret-of-the-tests-0123456789-0123456789"],
    log: () => {},
  });
  server = await serve(handbill, { port: 0 });
  ads = createServerClient({ baseUrl: `${server.url}/`, apiKey: key, platformId });
});

afterEach(() => server.close());

async function chargesOf(campaignId: string): Promise<number | undefined> {
  const { campaigns } = await store.auditLedger();
  return campaigns.find((one) => one.campaignId === campaignId)?.charges;
}

describe("the client for servers", () => {
  it("requests an ad, waits until it can be confirmed, and is billed once", async () => {
    const ad = await ads.requestAd(user, { accept_formats: ["text"], context: { question: "Beans?" } });
    if (ad === null) throw new Error("there was no ad");
    await Promise.all([ads.confirmView(user, ad), ads.confirmView(user, ad)]);
    expect(await chargesOf("c")).toBe(1);
  });

  it("confirms the view of an ad that it requested when it is a second old, so that none is too early", async () => {
    const statuses: number[] = [];
    const client = createServerClient({
      baseUrl: server.url,
      apiKey: key,
      platformId,
      fetch: async (input, init) => {
        const answer = await fetch(input, init);
        statuses.push(answer.status);
        return answer;
      },
    });
    const one = await client.requestAd(user, { accept_formats: ["text"] });
    const [other] = await client.requestAds(user, [{ accept_formats: ["text"] }]);
    if (one === null || !other) throw new Error("there was no ad");
    await Promise.all([client.confirmView(user, one), client.confirmView(user, other)]);
    expect(statuses).toEqual([200, 200, 200, 200]);
  });

  it("requests the ads of several slots, with null where there is none", async () => {
    const slots = [{ accept_formats: ["quiz"] }, { accept_formats: ["text"] }] as const;
    const [none, ad] = await ads.requestAds(user, slots, { context: { question: "Beans?" } });
    expect([none, ad?.format]).toEqual([null, "text"]);
    await expect(ads.requestAds(user, [])).rejects.toMatchObject({ status: 400 });
  });

  it("refuses an answer to another number of slots", async () => {
    const fetch = async () => Response.json({ ads: [{ has_ad: false, ad: null }] });
    const client = createServerClient({ baseUrl: server.url, apiKey: key, platformId, fetch });
    await expect(client.requestAds(user, [{}, {}])).rejects.toMatchObject({ status: 0 });
  });

  it("reports an ad; one of another user is refused", async () => {
    const ad = await ads.requestAd(user, { accept_formats: ["text"], context: { question: "Beans?" } });
    if (ad === null) throw new Error("there was no ad");
    await ads.report(user, ad, "misleading");
    const other = ads.report({ stable_user_id: "somebody-else" }, ad, "other");
    await expect(other).rejects.toMatchObject({ status: 410 });
  });

  it("returns null without an ad, and confirms nothing without a receipt", async () => {
    expect(await ads.requestAd(user, { accept_formats: ["quiz"] })).toBeNull();
    await ads.confirmView(user, { delivery_id: "nothing" });
  });

  it("rejects with the status, the code and the advice of a refusal", async () => {
    const wrong = createServerClient({ baseUrl: server.url, apiKey: "hb_live_wrong", platformId });
    const error = await wrong.requestAd(user).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(AdError);
    expect(error).toMatchObject({
      status: 401,
      code: "unauthorized",
      message: expect.stringContaining("Bearer"),
    });
    const gone = ads.confirmView(user, { delivery_id: "x".repeat(22), view: "y".repeat(24) });
    await expect(gone).rejects.toMatchObject({ status: 410 });
    await expect(ads.interact(user, { delivery_id: "x" }, "y")).rejects.toMatchObject({ status: 410 });
  });

  it("appends an ad to a bot's message", async () => {
    const answer = await ads.appendAd({ user_id: 7, message: "Hello <b>you</b>" });
    expect(answer.has_ad).toBe(true);
    expect(answer.message).toMatch(/^Hello <b>you<\/b>\n/);
    expect(answer.message).toContain("/api/v1/click/");
  });
});

describe("while the ad server fails", () => {
  let asked: string[];
  let broken: Server;
  let status: number;
  let waitMs: number;
  let text: string;
  let retryAfter: string | undefined;
  let baseUrl: string;
  let client: ServerClient;

  beforeEach(async () => {
    asked = [];
    status = 503;
    waitMs = 0;
    text = "<h1>no</h1>";
    retryAfter = undefined;
    broken = createServer((request, response) => {
      asked.push(request.url ?? "");
      const headers = { "content-type": "text/html", ...(retryAfter && { "retry-after": retryAfter }) };
      setTimeout(() => response.writeHead(status, headers).end(text), waitMs);
    });
    await new Promise<void>((resolve) => broken.listen(0, "127.0.0.1", resolve));
    const address = broken.address();
    baseUrl = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
    client = createServerClient({
      baseUrl,
      apiKey: key,
      platformId,
      timeoutMs: 60_000,
    });
  });

  afterEach(() => {
    broken.closeAllConnections();
    broken.close();
  });

  it.each([503, 500, 200])(
    "a message stays unchanged when it answers %i with invalid content",
    async (code) => {
      status = code;
      expect(await client.appendAd({ user_id: 7, message: "Hello" })).toEqual({
        message: "Hello",
        has_ad: false,
        impression_id: null,
        ad: null,
      });
      expect(asked).toEqual(["/api/v1/ad"]);
    },
  );

  it.each([
    ["the words of a gateway", { message: "Hello from the gateway" }],
    ["another message and no ad", { message: "Hi", has_ad: false, impression_id: null, ad: null }],
    ["more text and no ad", { message: "Hello you", has_ad: false, impression_id: null, ad: null }],
    ["another message with an ad", { message: "Hi\n\nAd", has_ad: true, impression_id: "i", ad: {} }],
    [
      "the message, and an ad that is none",
      { message: "Hello\n\nAd", has_ad: true, impression_id: "i", ad: null },
    ],
  ])("a message stays unchanged when the answer is %s", async (_name, answer) => {
    status = 200;
    text = JSON.stringify(answer);
    expect(await client.appendAd({ user_id: 7, message: "Hello" })).toEqual({
      message: "Hello",
      has_ad: false,
      impression_id: null,
      ad: null,
    });
  });

  it.each(["100000000", "2147484", "3601"])(
    "a view is not confirmed when the server wants to be asked again after its hour is over: %s s",
    async (seconds) => {
      status = 429;
      retryAfter = seconds;
      const confirmed = client.confirmView(user, { delivery_id: "d", view: "v" });
      await expect(confirmed).rejects.toMatchObject({ status: 429 });
      expect(asked).toEqual(["/api/v1/web/seen"]);
    },
  );

  it("a message does not wait longer than it may", async () => {
    waitMs = 600_000;
    const hasty = createServerClient({ baseUrl, apiKey: key, platformId, timeoutMs: 200 });
    expect((await hasty.appendAd({ user_id: 7, message: "Hello" })).message).toBe("Hello");
  });

  it("ad requests and actions are never repeated, a view's confirmation is", async () => {
    await expect(client.requestAd(user)).rejects.toMatchObject({ status: 503 });
    await expect(client.interact(user, { delivery_id: "d" }, "a")).rejects.toMatchObject({ status: 503 });
    expect(asked).toEqual(["/api/v1/web/ads", "/api/v1/web/interact"]);
    const confirmed = client.confirmView(user, { delivery_id: "d", view: "v" });
    await expect(confirmed).rejects.toMatchObject({ status: 503 });
    expect(asked.filter((path) => path === "/api/v1/web/seen")).toHaveLength(5);
  });

  it("an absent server is reported as no answer, with the reason", async () => {
    await server.close();
    const nobody = createServerClient({ baseUrl: server.url, apiKey: key, platformId });
    const cause = { cause: { code: "ECONNREFUSED" } };
    await expect(nobody.requestAd(user)).rejects.toMatchObject({ status: 0, cause });
    expect((await nobody.appendAd({ user_id: 7, message: "Hello" })).message).toBe("Hello");
  });

  it("reports why a message got no ad, and returns the message even if the callback throws", async () => {
    const told: AdError[] = [];
    const options = { baseUrl: server.url, platformId, apiKey: "hb_live_wrong", timeoutMs: 60_000 };
    const client = createServerClient({
      ...options,
      onError: (error) => {
        told.push(error);
        throw new Error("The listener is broken.");
      },
    });
    expect((await client.appendAd({ user_id: 7, message: "Hello" })).message).toBe("Hello");
    expect(told).toMatchObject([{ name: "AdError", status: 401, code: "unauthorized" }]);
  });
});
