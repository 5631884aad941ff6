/** "Where a sensitive subject is recognised there is no ad of any kind" (contract.md §4.9). */
import { beforeEach, describe, expect, it } from "vitest";
import { createMemoryStore } from "../../adapters/memory/mod.ts";
import { createHandbill, type Handbill, type HandbillOptions } from "../../core/handbill.ts";
import type { Store } from "../../core/storage/store.ts";
import { baseUrl, creative, type Installation, install, secret } from "./installation.ts";

const sad = "I want to kill myself";
const war = "airstrikes on the city again";

let store: Store;
let place: Installation;
let handbill: Handbill;

async function open(options: Partial<HandbillOptions> = {}): Promise<void> {
  store = createMemoryStore();
  handbill = createHandbill({ store, baseUrl, secrets: [secret], log: () => {}, ...options });
  place = await install({ store, handbill });
  // A house campaign fits every request.
  await place.call("operator", "POST", "/campaigns", {
    body: { id: "house", advertiser: "House", name: "House", priceMicros: 0 },
  });
  const bot = { text: "Bikes.", buttonText: "Look", landingUrl: "https://wheels.example/" };
  for (const body of [
    creative("cr-house", "house"),
    { id: "cr-bot", campaignId: "house", format: "bot", language: "en", disclosure: { text: "Ad" }, bot },
  ]) {
    const made = await place.call("operator", "POST", "/creatives", { body });
    if (made.status !== 201) throw new Error(made.text);
  }
}

beforeEach(() => open());

async function post(path: string, body: object): Promise<Readonly<Record<string, unknown>>> {
  const response = await handbill.fetch(
    new Request(`${baseUrl}/api/v1${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${place.keys.live}` },
      body: JSON.stringify({ platform_id: "pf_north", ...body }),
    }),
  );
  return JSON.parse(await response.text());
}

const hasAd = async (context: object, more: object = {}): Promise<unknown> =>
  (await post("/web/ads", { stable_user_id: "me", context, ...more }))["has_ad"];
const botHasAd = async (message: string): Promise<unknown> =>
  (await post("/ad", { user_id: 7, message }))["has_ad"];

function change(who: "operator" | "north", more: object) {
  return place.call("operator", "GET", "/platforms/pf_north").then(async ({ json }) => {
    const saved = await place.call(who, "PUT", "/platforms/pf_north", {
      body: { ...json, ...more },
      headers: { "if-match": "*" },
    });
    await handbill.explain({
      platform_id: "pf_north",
      placement: "chat",
      language_code: "en",
      accept_formats: ["text"],
      context: { type: "static" },
      message: "",
      is_premium: false,
    });
    return saved;
  });
}

describe("no ad stands beside a sensitive subject", () => {
  it.each([
    ["a question", { question: sad }],
    ["the title of an article", { type: "article", title: sad, content: "" }],
    ["the content of an article", { type: "article", title: "News", content: sad }],
    ["the text of a feed", { type: "feed", text: sad }],
    [
      "the last of 2,048 characters, of which some are two units",
      { question: `${"😀".repeat(2_026)} ${sad}` },
    ],
  ])("in %s, house ads included", async (_name, context) => {
    expect(await hasAd(context)).toBe(false);
  });

  it.each([
    ["an ordinary question", { question: "Which bike for a child?" }],
    ["an answer, which is not read", { question: "Which song is that?", answer: sad }],
    ["text behind the first 2,048 characters", { question: `${"x".repeat(2_048)} ${sad}` }],
    ["a static page", { type: "static" }],
  ])("but beside %s", async (_name, context) => {
    expect(await hasAd(context)).toBe(true);
  });

  it("in a bot's message behind many links, and written in entities", async () => {
    const links = Array.from(
      { length: 40 },
      (_, n) => `<a href="https://north.example/${"x".repeat(400)}">${n}</a>`,
    );
    expect(await botHasAd(`${links.join(" ")}\n1 2 3`)).toBe(true);
    expect(await botHasAd(`${links.join(" ")}\n${sad}`)).toBe(false);
    expect(await botHasAd("I want to k&#105;ll&#160;my&#x73;elf")).toBe(false);
    expect(
      await botHasAd([..."Я хочу умереть"].map((letter) => `&#${letter.codePointAt(0)};`).join("")),
    ).toBe(false);
  });

  it("in a bot's message, whatever its tags", async () => {
    expect(await botHasAd("Here is <b>your</b> recipe.")).toBe(true);
    expect(await botHasAd("I want to <b>kill</b> my<i>self</i>")).toBe(false);
    expect(await botHasAd("I don&#39;t want to live anymore")).toBe(false);
  });

  it("but test ads stand there, which nobody is paid for", async () => {
    expect(await hasAd({ question: sad }, { test: true })).toBe(true);
  });

  it("and it is counted as no_ad with the reason sensitive_subject, without the subject", async () => {
    await hasAd({ question: sad });
    await handbill.maintain();
    const { text } = await place.call("operator", "GET", "/reports?by=reason");
    expect(text).toContain("sensitive_subject");
    expect(text).not.toContain("self_harm");
  });
});

describe("explain", () => {
  const explain = (body: object) =>
    place.call("operator", "POST", "/explain", { body: { platform_id: "pf_north", ...body } });

  it("names the subject, the words that decided, and of the pattern and its language what matched", async () => {
    const { json } = await explain({ context: { question: sad } });
    expect(json["sensitive"]).toContainEqual({
      subject: "self_harm",
      pattern: "kill* myself",
      language: "en",
      words: ["kill", "myself"],
    });
    expect((await explain({ context: { question: "Which bike?" } })).json["sensitive"]).toEqual([]);
  });

  it("reads a bot's message", async () => {
    const { json } = await explain({ accept_formats: ["bot"], message: `<b>${sad}</b>` });
    expect(json["sensitive"]).not.toEqual([]);
  });
});

describe("a platform", () => {
  it("has its publisher's own phrases, beside which it gets no ad", async () => {
    expect((await change("north", { sensitivePhrases: ["bank* .. (fail*|collapse*)"] })).status).toBe(200);
    expect(await hasAd({ question: "Did another bank just fail?" })).toBe(false);
    expect(await hasAd({ question: "Which bank has the best app?" })).toBe(true);
  });

  it("refuses an invalid phrase with advice", async () => {
    const { status, text } = await change("north", { sensitivePhrases: ["(bank"] });
    expect([status, text.includes("Close each group")]).toEqual([400, true]);
  });

  it("allows a subject by its operator only, and minors never", async () => {
    expect((await change("north", { allowedSubjects: ["war_disaster"] })).status).toBe(400);
    expect((await change("operator", { allowedSubjects: ["minors"] })).status).toBe(400);
    expect(await hasAd({ type: "article", title: war, content: "" })).toBe(false);
    expect((await change("operator", { allowedSubjects: ["war_disaster"] })).status).toBe(200);
    expect(await hasAd({ type: "article", title: war, content: "" })).toBe(true);
    expect(await hasAd({ type: "article", title: war, content: sad })).toBe(false);
  });
});

describe("a set of patterns of one's own", () => {
  const minors = { patterns: ["child abuse*"] };

  it("takes the place of the shipped one", async () => {
    await open({ sensitiveSubjects: { en: { grief: { patterns: ["sad"], except: ["sad song"] }, minors } } });
    expect(await hasAd({ question: sad })).toBe(true);
    expect(await hasAd({ question: "I am so sad" })).toBe(false);
    expect(await hasAd({ question: "the best sad song" })).toBe(true);
  });

  it.each([
    ["an invalid pattern", { en: { grief: { patterns: ["(sad"] }, minors } }, "en.grief.patterns[0]: Close"],
    ["no pattern for minors", { en: { grief: { patterns: ["sad"] } } }, "Keep patterns for minors"],
  ])("is refused for %s: requests are answered 503", async (_name, sensitiveSubjects, advice) => {
    const logged: string[] = [];
    await open({ sensitiveSubjects, log: ({ message }) => logged.push(message) });
    expect((await post("/web/ads", { stable_user_id: "me" }))["status"]).toBe(503);
    expect(logged.join("\n")).toContain(advice);
  });
});
