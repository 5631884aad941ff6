import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createHandbill } from "../../core/handbill.ts";
import { planCatalog } from "../../core/planning/plan.ts";
import { parseCatalog } from "../../core/planning/schema.ts";
import type { Store } from "../../core/storage/store.ts";
import { createConsole } from "../../runtimes/console/console.ts";
import { signedIn } from "../console/visitor.ts";
import { baseUrl, creative, type Installation, install, operatorToken, secret } from "./installation.ts";
import { type OpenedStore, storeKinds } from "./stores.ts";

const localUrls = [
  "http://127.0.0.1/",
  "http://localhost:3000/",
  "https://192.168.1.1/",
  "https://shop.internal/",
  "https://[::ffff:10.0.0.1]/",
  "https://2130706433/",
  "https://intranet./",
];

function withMedia(id: string, campaignId: string, url: string): object {
  const media = { kind: "media", media_type: "image", url, alt: "A picture", width: 10, height: 10 };
  return { ...creative(id, campaignId), format: "image", scenes: [{ id: "start", blocks: [media] }] };
}

function withLanding(id: string, campaignId: string, landingUrl: string): object {
  const buttons = { kind: "buttons", buttons: [{ label: "Look", landingUrl }] };
  const text = { kind: "text", text: "Words." };
  return { ...creative(id, campaignId), scenes: [{ id: "start", blocks: [text, buttons] }] };
}

const made = [withMedia, withLanding];

/** Stores local addresses, as an earlier release accepted them. */
async function storeOld(store: Store): Promise<void> {
  const document = {
    campaigns: [
      { id: "old", advertiser: "Wheels", name: "Old", priceMicros: 5_000, totalBudgetMicros: 1_000_000 },
    ],
    creatives: [withLanding("cr-old", "old", "http://127.0.0.1:3000/sale")],
  };
  const parsed = parseCatalog(document, undefined, { allowLocalUrls: true });
  if (!parsed.ok) throw new Error(parsed.issues.map(({ path, message }) => `${path}: ${message}`).join());
  const current = await store.readCatalog();
  const { upserts, removals } = planCatalog(current.catalog, parsed.catalog, { prune: false });
  const { outcome } = await store.applyCatalog({ expectedVersion: current.version, upserts, removals });
  if (outcome !== "applied") throw new Error(outcome);
}

describe.each(storeKinds)("on $name", ({ open }) => {
  let opened: OpenedStore;
  let place: Installation;
  beforeAll(async () => {
    opened = await open();
    place = await install({ store: opened.store, console: createConsole() });
    await storeOld(opened.store);
  });
  afterAll(() => opened.close());

  it.each(localUrls)(
    "the API refuses media and landing pages on %s, of every role, and stores nothing",
    async (url) => {
      const { version } = await opened.store.readCatalog();
      for (const who of ["operator", "wheels"] as const) {
        for (const make of made) {
          const body = make("cr-new", "wheels-bikes", url);
          const created = await place.call(who, "POST", "/creatives", { body });
          expect([created.status, created.json["detail"]]).toEqual([
            400,
            expect.stringContaining("public host"),
          ]);
          const headers = { "if-match": "*" };
          const replaced = await place.call(who, "PUT", "/creatives/cr-wheels", {
            body: make("cr-wheels", "wheels-bikes", url),
            headers,
          });
          expect([replaced.status, replaced.json["code"]]).toEqual([400, "invalid_request"]);
        }
      }
      for (const path of ["/catalog/plan", "/catalog/apply"]) {
        const catalog = { creatives: made.map((make, n) => make(`cr-${n}`, "wheels-bikes", url)) };
        const reply = await place.call("operator", "POST", path, { body: { catalog } });
        expect([reply.status, reply.json["errors"]]).toMatchObject([400, { length: 2 }]);
      }
      expect((await opened.store.readCatalog()).version).toBe(version);
    },
  );

  it("the console refuses them beside their fields", async () => {
    const operator = await signedIn(place.management, operatorToken);
    await operator.read("creatives/cr-wheels");
    const page = await operator.send("creatives/cr-wheels", {
      version: "*",
      do: "save",
      campaignId: "wheels-bikes",
      format: "text",
      language: "en",
      "disclosure.text": "Ad",
      "scenes[0].id": "start",
      "scenes[0].blocks[0].kind": "text",
      "scenes[0].blocks[0].text": "Words.",
      "scenes[0].blocks[1].kind": "buttons",
      "scenes[0].blocks[1].buttons[0].label": "Look",
      "scenes[0].blocks[1].buttons[0].landingUrl": "http://localhost:3000/",
    });
    expect(page.status).toBe(400);
    expect(page.text).toContain("Use an https address of a public host");
  });

  it("an older creative with one is read, listed, served and clicked, and its campaign can be paused", async () => {
    for (const path of ["/creatives/cr-old", "/creatives", "/catalog"]) {
      const reply = await place.call("operator", "GET", path);
      expect([reply.status, reply.text.includes("http://127.0.0.1:3000/sale")]).toEqual([200, true]);
    }
    const operator = await signedIn(place.management, operatorToken);
    expect((await operator.read("creatives/cr-old")).status).toBe(200);

    for (const action of ["pause", "resume"]) {
      expect((await place.call("operator", "POST", `/campaigns/old/${action}`)).status).toBe(200);
    }
    const handbill = createHandbill({ store: opened.store, baseUrl, secrets: [secret], log: () => {} });
    const asked = await handbill.fetch(
      new Request(`${baseUrl}/api/v1/web/ads`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${place.keys.live}` },
        body: JSON.stringify({ platform_id: "pf_north", stable_user_id: "somebody" }),
      }),
    );
    const { ad } = JSON.parse(await asked.text());
    const link = ad.blocks.at(-1).buttons[0].url;
    const clicked = await handbill.fetch(
      new Request(link, {
        redirect: "manual",
        headers: { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0" },
      }),
    );
    expect([clicked.status, clicked.headers.get("location")]).toEqual([302, "http://127.0.0.1:3000/sale"]);
    await handbill.close();
  });

  it("an older creative with one is refused when it is saved, until it has a public host", async () => {
    const headers = { "if-match": "*" };
    const write = (url: string) =>
      place.call("operator", "PUT", "/creatives/cr-old", {
        body: withLanding("cr-old", "old", url),
        headers,
      });
    expect((await write("http://127.0.0.1:3000/sale")).status).toBe(400);
    expect((await write("https://wheels.example/sale")).status).toBe(200);
  });
});

describe("the setting for development", () => {
  const env =
    (value: string) =>
    (name: string): string | undefined =>
      name === "HANDBILL_LOCAL_URLS" ? value : undefined;

  it.each([
    ["the option", { allowLocalUrls: true }],
    ["the variable", { env: env("on") }],
    ["the option before the variable", { allowLocalUrls: true, env: env("off") }],
  ])("allows local hosts by %s, and public ones by https only all the same", async (_name, options) => {
    const place = await install(options);
    for (const [n, url] of localUrls.entries()) {
      for (const make of made) {
        const body = make(`cr-${n}-${make.name}`, "wheels-bikes", url);
        expect((await place.call("wheels", "POST", "/creatives", { body })).status, url).toBe(201);
      }
    }
    const body = withLanding("cr-http", "wheels-bikes", "http://shop.example/");
    expect((await place.call("wheels", "POST", "/creatives", { body })).status).toBe(400);
  });

  it.each([
    ["the option", { allowLocalUrls: false, env: env("on") }],
    ["the variable", { env: env("off") }],
    ["an empty variable", { env: env("") }],
  ])("is off by %s", async (_name, options) => {
    const place = await install(options);
    const body = withLanding("cr-new", "wheels-bikes", "http://localhost:3000/");
    expect((await place.call("operator", "POST", "/creatives", { body })).status).toBe(400);
  });

  it.each(["1", "true", "ON"])("is a fault when it is %s", async (value) => {
    const log: string[] = [];
    const place = await install({ env: env(value), log: (entry) => log.push(JSON.stringify(entry)) });
    expect((await place.call("operator", "GET", "/platforms")).status).toBe(503);
    expect(log.join()).toContain("HANDBILL_LOCAL_URLS must be on or off.");
  });
});
