import { beforeEach, describe, expect, it } from "vitest";
import { createConsole } from "../../runtimes/console/console.ts";
import { slugOf } from "../../runtimes/console/propose-id.ts";
import { type Installation, install, operatorToken } from "../management/installation.ts";
import { fieldsOf } from "./fields-of.ts";
import { signedIn, type Visitor } from "./visitor.ts";

let place: Installation;
let operator: Visitor;

beforeEach(async () => {
  place = await install({ console: createConsole() });
  operator = await signedIn(place.management, operatorToken);
});

const catalog = async () => (await place.store.readCatalog()).catalog;

describe("an id", () => {
  it.each([
    ["Größe & Söhne", "groesse-soehne"],
    ["Café São Łódź", "cafe-sao-lodz"],
    ["Кофе и чай", "kofe-i-chay"],
    ["Ελληνικός καφές", "ellinikos-kafes"],
    ["  --Émile--  ", "emile"],
    ["コーヒー", "campaign"],
    ["", "campaign"],
    ["Ä".repeat(80), "ae".repeat(24)],
  ])("of %s is %s", (name, id) => {
    expect(slugOf(name, "campaign")).toBe(id);
  });

  it("that nobody types is made from the name, with a number if it is in use", async () => {
    const fields = { advertiser: "Roaster", name: "Coffee für alle", priceMicros: "0", id: "" };
    const made = [];
    for (let n = 0; n < 3; n++) made.push(await operator.send("campaigns/new", fields));
    expect(made.map(({ headers }) => headers.get("location"))).toEqual(
      ["", "-2", "-3"].map((suffix) => `../campaigns/coffee-fuer-alle${suffix}?done=created`),
    );
  });

  it("of another advertiser's campaign is not taken, and stays unknown", async () => {
    const wheels = async (fields: Record<string, string>) => {
      const host = { "x-host-user": "wheels" };
      const page = await place.management.fetch(
        new Request("https://ads.example/console/campaigns/new", { headers: host }),
      );
      const token = /name="token" value="([^"]+)"/.exec(await page.text())?.[1];
      return operator.send("campaigns/new", { ...fields, token }, host);
    };
    const fields = { name: "Roaster coffee", priceMicros: "2", totalBudgetMicros: "5" };
    const answer = await wheels(fields);
    expect(answer.headers.get("location")).toBe("../campaigns/roaster-coffee-2?done=created");
    expect((await catalog()).campaigns.find(({ id }) => id === "roaster-coffee")?.advertiser).toBe("Roaster");
  });

  it("that somebody types is kept, and refused at its field if it is in use", async () => {
    const fields = { name: "East", id: "north" };
    const refused = await operator.send("publishers/new", fields);
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('<a href="#field-id">')]);
    expect(refused.text).toMatch(/<details class="more long" open>/);
    expect((await operator.send("publishers/new", { ...fields, id: "own.id" })).headers.get("location")).toBe(
      "../publishers/own.id?done=created",
    );
  });

  it("of a platform, a topic and a creative is made too", async () => {
    const platform = { name: "Our Shop", publisherId: "north", revenueShareBps: "50" };
    expect((await operator.send("platforms/new", platform)).headers.get("location")).toContain(
      "/pf_our-shop?",
    );
    const topic = { name: "Tea & more", "phrases[0].key": "en", "phrases[0].value": "tea" };
    expect((await operator.send("topics/new", topic)).headers.get("location")).toContain("/tea-more?");
    const creative = {
      ...fieldsOf((await operator.read("creatives/new?campaign=wheels-bikes&format=text")).text),
      "scenes[0].blocks[0].text": "Wheels.",
      "scenes[0].blocks[1].buttons[0].label": "Ride",
      "scenes[0].blocks[1].buttons[0].landingUrl": "https://wheels.example/",
    };
    const made = await operator.send("creatives/new", creative);
    expect(made.headers.get("location")).toBe("../creatives/wheels-bikes-text?done=created");
  });
});

describe("a choice of objects", () => {
  it("offers them by name, and no id is typed", async () => {
    const { text } = await operator.read("campaigns/new");
    expect(text).toContain('name="topics" value="coffee"> Coffee (coffee)');
    expect(text).toContain('name="platforms" value="pf_north"> North&#39;s shop (pf_north)');
    expect(text).toContain('name="placements" value="chat"> chat');
    expect((await operator.read("platforms/new")).text).toContain(
      '<option value="north">North&#39;s pages (north)',
    );
    expect((await operator.read("creatives/new")).text).toContain(
      '<option value="wheels-bikes">Bikes (wheels-bikes)',
    );
  });

  it("among 2,000 has a search, which works without a script and loses nothing", async () => {
    const topics = Array.from({ length: 2_000 }, (_, n) => ({
      id: `t${n}`,
      name: `Topic ${n}`,
      phrases: { en: [`phrase ${n}`] },
    }));
    const { version } = await place.store.readCatalog();
    const none = { publishers: [], platforms: [], campaigns: [], creatives: [] };
    await place.store.applyCatalog({ expectedVersion: version, upserts: { ...none, topics }, removals: [] });
    const page = await operator.read("campaigns/new");
    const boxes = (text: string) =>
      [...text.matchAll(/name="topics" value="([^"]+)"( checked)?/g)].map(([, id, is]) => [
        id,
        is !== undefined,
      ]);
    expect(boxes(page.text)).toHaveLength(40);
    const fields = {
      ...fieldsOf(page.text),
      name: "Many",
      advertiser: "A",
      priceMicros: "0",
      topics: "t1999",
    };
    // Enter in the search presses the first button, which saves.
    for (const step of ["find topics", "save"]) {
      const found = await operator.send("campaigns/new", { ...fields, "find topics": "TOPIC 77", do: step });
      expect(found.status).toBe(200);
      expect(boxes(found.text).slice(0, 3)).toEqual([
        ["t1999", true],
        ["t77", false],
        ["t770", false],
      ]);
      expect(boxes(found.text)).toHaveLength(12);
      expect(fieldsOf(found.text)).toMatchObject({ name: "Many", topics: "t1999" });
    }
    const sent = { ...fields, topics: "t1999, t77", "find topics": "", do: "save" };
    expect((await operator.send("campaigns/new", sent)).status).toBe(303);
    expect((await catalog()).campaigns.find(({ id }) => id === "many")?.topics).toEqual(["t1999", "t77"]);
  });
});

it.each([
  ["deliveries?platform=pf_south", /<option value="pf_south" selected>South&#39;s blog \(pf_south\)/],
  ["deliveries", /<option value="wheels-bikes">Bikes \(wheels-bikes\)/],
  ["explain?platform_id=pf_north", /<option value="pf_north" selected>North&#39;s shop \(pf_north\)/],
  ["explain", /<select name="placement"[^>]*><option value="" selected>default \(chat\)/],
  ["reported", /<option value="roaster-coffee">Coffee \(roaster-coffee\)/],
  ["deliveries?campaign=gone", /<input type="text" name="campaign" value="gone"/],
  ["explain?platform_id=gone", /<input type="text" name="platform_id" value="gone"/],
])("%s chooses its objects by name", async (path, field) => {
  expect((await operator.read(path)).text).toMatch(field);
});

it("a publisher chooses among its own platforms", async () => {
  const south = await signedIn(place.management, place.keys.south);
  const { text } = await south.read("deliveries");
  expect(text).toContain('<option value="pf_south">');
  expect(text).not.toMatch(/pf_north|roaster-coffee/);
});

describe("the filters of a report", () => {
  it("are chosen by name, and a removed object stays in the address", async () => {
    const { text } = await operator.read("reports?platform=pf_south");
    expect(text).toContain('<option value="pf_south" selected>South&#39;s blog (pf_south)');
    expect(text).toContain('<option value="roaster-coffee">Coffee (roaster-coffee)');
    const removed = await operator.read("reports?campaign=gone");
    expect(removed.text).toMatch(/<input type="text" name="campaign" value="gone"/);
  });
});

describe("the format of a creative", () => {
  const start = "creatives/new?campaign=wheels-bikes&format=text";
  const kindsOf = (text: string) =>
    [...text.matchAll(/<fieldset class="block"[^>]*><legend>([^<]+)/g)].map(([, legend]) => legend);
  const redraw = (fields: Record<string, string>, format: string) =>
    operator.send("creatives/new", { ...fields, format, do: "redraw" });

  it("decides which blocks there are, and brings those that it needs", async () => {
    const text = await operator.read(start);
    expect(kindsOf(text.text)).toEqual(["Text", "Buttons"]);
    expect(text.text).not.toContain("Add picture or video");
    const card = await redraw(fieldsOf(text.text), "card");
    expect(kindsOf(card.text)).toEqual(["Picture or video", "Text", "Buttons"]);
    expect(card.text).toContain("Add picture or video");
    const quiz = await redraw(fieldsOf(card.text), "quiz");
    expect(kindsOf(quiz.text)).toEqual(["Text", "Buttons", "Text"]);
    const sceneFields = ["Next scene", "Recorded as", "Scene ID", "Add a scene"];
    expect(sceneFields.filter((label) => card.text.includes(label))).toEqual([]);
    expect(sceneFields.filter((label) => quiz.text.includes(label))).toEqual(sceneFields);
    expect(kindsOf((await redraw(fieldsOf(quiz.text), "card")).text)).toEqual(kindsOf(card.text));
    const bot = await redraw(fieldsOf(card.text), "bot");
    expect(kindsOf(bot.text)).toEqual([]);
    expect(bot.text).toContain("Line in a message");
  });

  it("loses nothing that was typed, and saves the blocks of the format alone", async () => {
    const typed = {
      ...fieldsOf((await redraw(fieldsOf((await operator.read(start)).text), "card")).text),
      "scenes[0].blocks[0].url": "https://wheels.example/w.png",
      "scenes[0].blocks[0].width": "640",
      "scenes[0].blocks[1].text": "Wheels.",
      "scenes[0].blocks[2].buttons[0].label": "Ride",
      "scenes[0].blocks[2].buttons[0].landingUrl": "no link",
    };
    const asQuiz = await redraw(typed, "quiz");
    const asText = await redraw(fieldsOf(asQuiz.text), "text");
    expect(kindsOf(asText.text)).toEqual(["Text", "Buttons"]);
    const viaBot = await redraw(fieldsOf((await redraw(fieldsOf(asText.text), "bot")).text), "text");
    const refused = await operator.send("creatives/new", { ...fieldsOf(viaBot.text), do: "save" });
    expect(refused.status, "the error of the second saved block is at the third").toBe(400);
    expect(refused.text).toContain('href="#field-scenes-0-blocks-2-buttons-0-landingUrl"');
    const back = await redraw(fieldsOf(refused.text), "card");
    expect(fieldsOf(back.text)).toMatchObject(typed);
    const fields = {
      ...fieldsOf(refused.text),
      "scenes[0].blocks[2].buttons[0].landingUrl": "https://wheels.example/",
      do: "save",
    };
    expect((await operator.send("creatives/new", fields)).status).toBe(303);
    const made = (await catalog()).creatives.find(({ id }) => id === "wheels-bikes-text");
    expect(made?.scenes).toHaveLength(1);
    expect(made?.scenes?.[0]?.blocks.map(({ kind }) => kind)).toEqual(["text", "buttons"]);
  });
});

describe("a refused form", () => {
  it("reports every mistake at once: in the summary, at its field, and the input stays", async () => {
    const fields = {
      ...fieldsOf((await operator.read("creatives/new?format=card")).text),
      campaignId: "wheels-bikes",
      language: "no language!",
      "disclosure.text": "",
      "disclosure.url": "nowhere",
      "scenes[0].blocks[0].url": "picture",
      "scenes[0].blocks[0].width": "wide",
      "scenes[0].blocks[1].text": "",
    };
    const { status, text } = await operator.send("creatives/new", fields);
    expect(status).toBe(400);
    const linked = [...text.matchAll(/<li><a href="#([^"]+)">/g)].map(([, id = ""]) => id);
    for (const name of [
      "language",
      "disclosure-text",
      "disclosure-url",
      "scenes-0-blocks-0-url",
      "scenes-0-blocks-0-width",
      "scenes-0-blocks-1-text",
    ]) {
      expect(linked).toContain(`field-${name}`);
      expect(text).toMatch(
        new RegExp(`id="field-${name}"[^>]*aria-invalid="true" aria-describedby="[^"]*field-${name}-error`),
      );
    }
    expect(fieldsOf(text)).toMatchObject(fields);
  });
});
