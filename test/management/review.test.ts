import { beforeEach, describe, expect, it } from "vitest";
import { createMemoryStore } from "../../adapters/memory/mod.ts";
import type { Creative, Platform } from "../../core/catalog/entities.ts";
import { createHandbill, type Handbill } from "../../core/handbill.ts";
import type { LogEntry } from "../../core/log.ts";
import type { ManagementOptions } from "../../core/management/management.ts";
import { createConsole } from "../../runtimes/console/console.ts";
import { fieldsOf } from "../console/fields-of.ts";
import { signedIn, visitor } from "../console/visitor.ts";
import {
  baseUrl,
  type CallerName,
  creative,
  type Installation,
  install,
  operatorToken,
  type Reply,
  secret,
} from "./installation.ts";

let now: number;
let place: Installation;
let handbill: Handbill;

async function open(options: Partial<Omit<ManagementOptions, "store">> = {}): Promise<void> {
  now = Date.parse("2026-03-10T12:00:00Z");
  const clock = () => now;
  const store = createMemoryStore({ clock });
  handbill = createHandbill({ store, baseUrl, secrets: [secret], clock, log: () => {} });
  place = await install({ clock, store, handbill, ...options });
}

beforeEach(() => open());

/** The answer to a page or a server. Instances read the catalogue again after two seconds. */
async function ask(path: string, body: object, headers: Readonly<Record<string, string>>): Promise<Response> {
  now += 3_000;
  return handbill.fetch(
    new Request(`${baseUrl}/api/v1/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": "Mozilla/5.0 Firefox/140.0", ...headers },
      body: JSON.stringify(body),
    }),
  );
}

async function webAd(platform: string, origin: string, more: object = {}) {
  const body = { platform_id: platform, visitor_id: "visitor-0123456789", ...more };
  const response = await ask("web/ads", body, { origin });
  return { status: response.status, json: Object(await response.json()) };
}

/** The text of the ad that Wheels' campaign shows: Roaster's needs a topic. */
async function shownText(): Promise<string | undefined> {
  const { status, json } = await webAd("pf_north", "https://north.example");
  expect(status).toBe(200);
  return json.ad?.blocks[0].text;
}

function change(who: CallerName, method: "PUT" | "POST" | "DELETE", path: string, body?: object) {
  return place.call(who, method, path, { body, headers: { "if-match": "*" } });
}

function withText(text: string, more: object = {}): object {
  const own = creative("cr-wheels", "wheels-bikes");
  return { ...own, scenes: [{ id: "start", blocks: [{ kind: "text", text }] }], ...more };
}

async function storedCreative(id = "cr-wheels"): Promise<Creative | undefined> {
  return (await place.store.readCatalog()).catalog.creatives.find((one) => one.id === id);
}

async function storedPlatform(id: string): Promise<Platform | undefined> {
  return (await place.store.readCatalog()).catalog.platforms.find((one) => one.id === id);
}

/** The operator's decision about the version that the list names. */
async function decide(path: string, body: object): Promise<Reply> {
  const { json } = await place.call("operator", "GET", "/review");
  const items: readonly { id: string; version: string }[] = Object(json["items"]);
  const version = items.find(({ id }) => `/${id}` === path)?.version ?? "";
  return place.call("operator", "POST", `${path}/review`, { body, headers: { "if-match": version } });
}

const approve = (path: string): Promise<Reply> => decide(path, { decision: "approve" });
const refuse = (path: string, reason: string): Promise<Reply> => decide(path, { decision: "refuse", reason });

describe("a creative of an advertiser", () => {
  it("runs in its approved version while its edit waits, and in the new one when it is approved", async () => {
    expect(await shownText()).toBe("Words of cr-wheels.");
    const edited = await change("wheels", "PUT", "/creatives/cr-wheels", withText("Edited."));
    expect(edited.json).toMatchObject({
      review: { status: "pending" },
      scenes: [{ blocks: [{ text: "Words of cr-wheels." }] }],
      proposed: { scenes: [{ blocks: [{ text: "Edited." }] }] },
    });
    expect(await shownText()).toBe("Words of cr-wheels.");
    expect((await approve("/creatives/cr-wheels")).status).toBe(200);
    expect(await shownText()).toBe("Edited.");
    expect(await storedCreative()).toEqual(withText("Edited."));
  });

  it("is not shown before it is approved, and its advertiser sees the reason of a refusal", async () => {
    await change("operator", "DELETE", "/creatives/cr-wheels");
    const made = await change("wheels", "POST", "/creatives", withText("New."));
    expect([made.status, made.json["review"]]).toEqual([201, { status: "pending" }]);
    expect(await shownText()).toBeUndefined();
    expect((await refuse("/creatives/cr-wheels", "Show the bike.")).status).toBe(200);
    const read = await place.call("wheels", "GET", "/creatives/cr-wheels");
    expect(read.json["review"]).toEqual({ status: "refused", reason: "Show the bike." });
    expect(await shownText()).toBeUndefined();
    await change("wheels", "PUT", "/creatives/cr-wheels", withText("New."));
    expect((await storedCreative())?.review?.status).toBe("refused");
    await change("wheels", "PUT", "/creatives/cr-wheels", withText("The bike."));
    expect((await storedCreative())?.review).toEqual({ status: "pending" });
    await approve("/creatives/cr-wheels");
    expect(await shownText()).toBe("The bike.");
  });

  it("is approved in another format, which has none of the old one's content", async () => {
    const bot = { text: "Ride.", buttonText: "Go", landingUrl: "https://wheels.example/" };
    const edited = { ...withText(""), scenes: undefined, format: "bot", bot };
    expect((await change("wheels", "PUT", "/creatives/cr-wheels", edited)).status).toBe(200);
    const approved = await approve("/creatives/cr-wheels");
    expect(approved.status, approved.text).toBe(200);
    expect(await storedCreative()).toEqual(JSON.parse(JSON.stringify(edited)));
    await change("wheels", "PUT", "/creatives/cr-wheels", withText("Back on the web."));
    expect((await approve("/creatives/cr-wheels")).status).toBe(200);
    expect(await shownText()).toBe("Back on the web.");
  });

  it("keeps its approved version when the operator refuses an edit", async () => {
    await change("wheels", "PUT", "/creatives/cr-wheels", withText("Edited."));
    const refused = await refuse("/creatives/cr-wheels", "No.");
    expect(refused.json).toMatchObject({ review: { status: "refused", reason: "No." } });
    expect(await shownText()).toBe("Words of cr-wheels.");
    await change("wheels", "PUT", "/creatives/cr-wheels", withText("Words of cr-wheels."));
    expect(await storedCreative()).toEqual(creative("cr-wheels", "wheels-bikes"));
  });

  it("does not become approved by another campaign, a removal and a new creation, or fields of the review", async () => {
    await change("wheels", "POST", "/campaigns", {
      id: "wheels-2",
      name: "Two",
      priceMicros: 3_000,
      totalBudgetMicros: 1_000_000,
    });
    await change("wheels", "PUT", "/creatives/cr-wheels", withText("Edited.", { campaignId: "wheels-2" }));
    expect(await storedCreative()).toMatchObject({ campaignId: "wheels-2", review: { status: "pending" } });
    expect(await shownText()).toBe("Words of cr-wheels.");
    await change("wheels", "DELETE", "/creatives/cr-wheels");
    await change("wheels", "POST", "/creatives", withText("Edited."));
    expect(await shownText()).toBeUndefined();
    for (const field of ["review", "proposed"]) {
      const smuggled = withText("Edited.", { [field]: null });
      const reply = await change("wheels", "PUT", "/creatives/cr-wheels", smuggled);
      expect([reply.status, await shownText()]).toEqual([400, undefined]);
    }
    for (const [method, path] of [
      ["POST", "/catalog/apply"],
      ["POST", "/creatives/cr-wheels/review"],
    ] as const) {
      expect((await change("wheels", method, path, { decision: "approve" })).status).toBe(403);
    }
    expect((await change("wheels", "PUT", "/catalog/apply", {})).status).toBe(405);
    expect((await place.call("wheels", "GET", "/review")).status).toBe(403);
  });

  it("names its advertiser in the disclosure as the operator does", async () => {
    const reply = await change(
      "wheels",
      "PUT",
      "/creatives/cr-wheels",
      withText("Edited.", { disclosure: { text: "Ad by Roaster" } }),
    );
    expect(reply.json["errors"]).toEqual([
      { path: "disclosure.text", message: "Name the advertiser as the operator does: Wheels." },
    ]);
  });

  it("is approved only in the version that the operator saw", async () => {
    await change("wheels", "PUT", "/creatives/cr-wheels", withText("Harmless."));
    const { json } = await place.call("operator", "GET", "/review");
    const [{ version }] = Object(json["items"]);
    await change("wheels", "PUT", "/creatives/cr-wheels", withText("Harmful."));
    const reply = await place.call("operator", "POST", "/creatives/cr-wheels/review", {
      body: { decision: "approve" },
      headers: { "if-match": version },
    });
    expect(reply.json["code"]).toBe("changed_meanwhile");
    expect(await shownText()).toBe("Words of cr-wheels.");
  });

  it("of the operator is shown at once, and so are all without the setting", async () => {
    await change("operator", "PUT", "/creatives/cr-wheels", withText("Operator's."));
    expect(await shownText()).toBe("Operator's.");
    await open({ env: (name) => (name === "HANDBILL_REVIEW" ? "off" : undefined) });
    await change("wheels", "PUT", "/creatives/cr-wheels", withText("Edited."));
    expect(await shownText()).toBe("Edited.");
  });
});

describe("a platform of a publisher", () => {
  const pending = { id: "pf_new", name: "New", allowedOrigins: ["https://new.example"] };

  it("that is not approved gets test ads, and no ad with 200 instead of 403 (contract.md §5)", async () => {
    const made = await change("north", "POST", "/platforms", pending);
    expect(made.json["review"]).toEqual({ status: "pending" });
    expect(await webAd("pf_new", "https://new.example")).toEqual({
      status: 200,
      json: { has_ad: false, ad: null },
    });
    const test = await webAd("pf_new", "https://new.example", { test: true });
    expect(test.json.ad).toMatchObject({ test: true });
    expect((await webAd("pf_new", "https://other.example")).status).toBe(403);
    const message = { user_id: 1, message: "Hello.", platform_id: "pf_new", language_code: "en" };
    const bot = await ask(
      "ad",
      { ...message, is_premium: false, parse_mode: "HTML" },
      {
        authorization: `Bearer ${place.keys.live}`,
      },
    );
    expect([bot.status, await bot.json()]).toMatchObject([200, { has_ad: false, message: "Hello." }]);
    await handbill.maintain();
    const report = await place.call("operator", "GET", "/reports?by=platform,reason");
    expect(report.json["lines"]).toContainEqual(
      expect.objectContaining({ platform: "pf_new", reason: "review", noAd: 2 }),
    );
    await approve("/platforms/pf_new");
    expect((await webAd("pf_new", "https://new.example")).json.has_ad).toBe(true);
  });

  it("runs on with its approved sites while new ones wait, and drops a site at once", async () => {
    const sites = ["https://north.example", "https://*.north.example"];
    const wanted = { name: "North's shop", allowedOrigins: [...sites, "https://stranger.example"] };
    await change("north", "PUT", "/platforms/pf_north", wanted);
    expect((await webAd("pf_north", "https://stranger.example")).status).toBe(403);
    expect((await webAd("pf_north", "https://north.example")).json.has_ad).toBe(true);
    const { json } = await place.call("operator", "GET", "/review");
    expect(Object(json["items"])[0].sites).toEqual([
      { site: sites[0], isNew: false },
      { site: sites[1], isNew: false },
      { site: "https://stranger.example", isNew: true },
    ]);
    await approve("/platforms/pf_north");
    expect((await webAd("pf_north", "https://stranger.example")).status).toBe(200);
    await change("north", "PUT", "/platforms/pf_north", { ...wanted, allowedOrigins: [sites[0]] });
    expect(await storedPlatform("pf_north")).toMatchObject({ allowedOrigins: [sites[0]] });
    expect((await storedPlatform("pf_north"))?.review).toBeUndefined();
  });

  it("changes its placements at once, and waits again after a removal", async () => {
    const { json } = await place.call("north", "GET", "/platforms/pf_north");
    const saved = await change("north", "PUT", "/platforms/pf_north", { ...json, placements: ["footer"] });
    expect([saved.json["placements"], saved.json["review"]]).toEqual([["footer"], undefined]);
    await change("north", "DELETE", "/platforms/pf_north");
    const made = await change("north", "POST", "/platforms", { ...json, id: "pf_north" });
    expect(made.json["review"]).toEqual({ status: "pending" });
    expect((await webAd("pf_north", "https://north.example")).json.has_ad).toBe(false);
  });

  it("is not approved by its publisher", async () => {
    await change("north", "POST", "/platforms", pending);
    const own = await place.call("north", "POST", "/platforms/pf_new/review", {
      body: { decision: "approve" },
      headers: { "if-match": "*" },
    });
    expect(own.status).toBe(403);
    expect((await storedPlatform("pf_new"))?.review).toEqual({ status: "pending" });
  });
});

describe("a suspended publisher", () => {
  it("gets no ads but test ads, whatever it does, until the operator lifts the suspension", async () => {
    await change("operator", "PUT", "/publishers/north", { name: "North", status: "suspended" });
    expect(await shownText()).toBeUndefined();
    expect((await webAd("pf_north", "https://north.example", { test: true })).json.has_ad).toBe(true);
    for (const [method, path, body] of [
      ["PUT", "/publishers/north", { name: "North", status: "active" }],
      ["DELETE", "/publishers/north", undefined],
      ["POST", "/publishers", { id: "north", name: "North" }],
    ] as const) {
      expect((await change("north", method, path, body)).status).toBe(403);
    }
    const { json } = await place.call("north", "GET", "/platforms/pf_north");
    await change("north", "DELETE", "/platforms/pf_north");
    await change("north", "POST", "/platforms", json);
    await approve("/platforms/pf_north");
    expect(await shownText()).toBeUndefined();
    const explained = await place.call("operator", "POST", "/explain", { body: { platform_id: "pf_north" } });
    expect(explained.json["withheld"]).toBe("suspended");
    await change("operator", "PUT", "/publishers/north", { name: "North", status: "active" });
    expect(await shownText()).toBe("Words of cr-wheels.");
  });
});

describe("the operator", () => {
  it("sees what waits, with the hosts that no approved creative of the advertiser names", async () => {
    const link = (landingUrl: string) => ({
      ...Object(creative("cr-wheels", "wheels-bikes")),
      scenes: [
        {
          id: "start",
          blocks: [
            { kind: "text", text: "Words." },
            { kind: "buttons", buttons: [{ label: "Look", landingUrl }] },
          ],
        },
      ],
      disclosure: { text: "Ad by Wheels", url: "https://wheels.example/about" },
    });
    await change("operator", "PUT", "/creatives/cr-wheels", link("https://wheels.example/"));
    await change("wheels", "PUT", "/creatives/cr-wheels", link("https://sale.example/"));
    const { json } = await place.call("operator", "GET", "/review");
    expect(json["items"]).toEqual([
      {
        id: "creatives/cr-wheels",
        kind: "creative",
        entityId: "cr-wheels",
        owner: "Wheels",
        version: expect.any(String),
        isEdit: true,
        sites: expect.arrayContaining([
          { site: "wheels.example", isNew: false },
          { site: "sale.example", isNew: true },
        ]),
      },
    ]);
  });

  it("leaves a trail of what was submitted, approved and refused", async () => {
    await change("wheels", "PUT", "/creatives/cr-wheels", withText("Edited."));
    await refuse("/creatives/cr-wheels", "No.");
    await change("wheels", "PUT", "/creatives/cr-wheels", withText("Better."));
    await approve("/creatives/cr-wheels");
    const trail = await place.store.readAudit({ limit: 4 });
    expect(trail.map(({ actor, action }) => [actor, action])).toEqual([
      ["operator", "approve"],
      ["advertiser:wheels", "submit"],
      ["operator", "refuse"],
      ["advertiser:wheels", "submit"],
    ]);
  });

  it("learns why creatives without approval get no ad", async () => {
    await change("wheels", "POST", "/creatives", withText("New.", { id: "cr-new" }));
    const explained = await place.call("operator", "POST", "/explain", { body: { platform_id: "pf_north" } });
    expect(explained.json).toMatchObject({ withheld: null, creativesInReview: ["cr-new"] });
  });

  it("decides nothing that does not wait", async () => {
    const reply = await place.call("operator", "POST", "/creatives/cr-wheels/review", {
      body: { decision: "refuse", reason: "No." },
      headers: { "if-match": "*" },
    });
    expect(reply.status).toBe(404);
  });
});

/** The fields of the form of an object, which stands before the form that removes it. */
function formOf(text: string): Readonly<Record<string, string>> {
  return fieldsOf(text.slice(0, text.indexOf('aria-labelledby="remove"')));
}

describe("the console", () => {
  it("lets an author go on with its edit, and the operator with the approved version", async () => {
    await open({ console: createConsole() });
    await change("wheels", "PUT", "/creatives/cr-wheels", withText("Edited."));
    await refuse("/creatives/cr-wheels", "Which bike?");
    const wheels = visitor(place.management, { headers: { "x-host-user": "wheels" } });
    const page = await wheels.read("creatives/cr-wheels");
    expect(page.text).toContain("The operator refused it: Which bike? The approved version runs on.");
    const fields = formOf(page.text);
    const text = "scenes[0].blocks[0].text";
    expect(fields).toMatchObject({ [text]: "Edited." });
    await wheels.send("creatives/cr-wheels", fields);
    expect((await storedCreative())?.review?.status).toBe("refused");
    const again = formOf((await wheels.read("creatives/cr-wheels")).text);
    await wheels.send("creatives/cr-wheels", { ...again, [text]: "The red bike." });
    expect((await storedCreative())?.review).toEqual({ status: "pending" });

    const operator = await signedIn(place.management, operatorToken);
    const own = formOf((await operator.read("creatives/cr-wheels")).text);
    expect(own).toMatchObject({ [text]: "Words of cr-wheels." });
    await operator.send("creatives/cr-wheels", { ...own, [text]: "Corrected." });
    expect(await shownText()).toBe("Corrected.");
    expect(await storedCreative()).toMatchObject({
      review: { status: "pending" },
      proposed: { scenes: [{ blocks: [{ text: "The red bike." }] }] },
    });
    expect((await wheels.read("creatives/new")).text).toContain("Ad by Wheels");
    expect((await wheels.read("review")).status).toBe(403);
  });
});

it("HANDBILL_REVIEW is on or off: the service reports another value", async () => {
  const lines: LogEntry[] = [];
  await open({
    env: (name) => (name === "HANDBILL_REVIEW" ? "maybe" : undefined),
    log: (entry) => void lines.push(entry),
  });
  expect((await place.call("operator", "GET", "/review")).status).toBe(503);
  expect(lines.map(({ message }) => message).join()).toContain("HANDBILL_REVIEW must be on or off.");
});
