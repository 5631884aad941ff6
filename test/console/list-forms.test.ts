import * as v from "valibot";
import { beforeEach, describe, expect, it } from "vitest";
import { describeForecast } from "../../core/topics/describe-forecast.ts";
import { createConsole } from "../../runtimes/console/console.ts";
import { partsOf } from "../../runtimes/console/forms/object-part.ts";
import { type Installation, install, operatorToken } from "../management/installation.ts";
import { fieldsOf } from "./fields-of.ts";
import { signedIn, type Visitor } from "./visitor.ts";

let place: Installation;
let operator: Visitor;

beforeEach(async () => {
  place = await install({ console: createConsole() });
  operator = await signedIn(place.management, operatorToken);
});

describe("a creative", () => {
  const add = async (fields: Record<string, string>, step: string) =>
    operator.send("creatives/new", { ...fields, do: step });

  it("is built step by step, without a script", async () => {
    let page = await operator.read("creatives/new?campaign=wheels-bikes&format=quiz");
    let fields: Record<string, string> = { ...allFields(page.text), id: "cr-quiz", format: "quiz" };
    page = await add(fields, "add scenes");
    expect(page.status).toBe(200);
    fields = {
      ...allFields(page.text),
      "scenes[0].blocks[0].text": "Which wheel?",
      "scenes[0].blocks[1].buttons[0].label": "This",
      "scenes[0].blocks[1].buttons[0].goto": "scene-2",
      "scenes[1].blocks[0].text": "Right.",
    };
    page = await add(fields, "add scenes[0].blocks[1].buttons");
    fields = {
      ...allFields(page.text),
      "scenes[0].blocks[1].buttons[1].label": "That",
      "scenes[0].blocks[1].buttons[1].goto": "scene-2",
    };
    page = await add(fields, "raise scenes[0].blocks[1]");
    const answer = await operator.send("creatives/new", allFields(page.text));
    expect(answer.headers.get("location")).toBe("../creatives/cr-quiz?done=created");
    const made = (await place.store.readCatalog()).catalog.creatives.find(({ id }) => id === "cr-quiz");
    expect(made?.scenes).toEqual([
      {
        id: "start",
        blocks: [
          {
            kind: "buttons",
            buttons: [
              { label: "This", style: "primary", goto: "scene-2" },
              { label: "That", goto: "scene-2" },
            ],
          },
          { kind: "text", text: "Which wheel?" },
        ],
      },
      { id: "scene-2", blocks: [{ kind: "text", text: "Right." }] },
    ]);
  });

  it("loses and moves blocks and items by buttons, and unknown steps change nothing", async () => {
    const page = await operator.read("creatives/new?campaign=wheels-bikes&format=card");
    const gallery = await add(allFields(page.text), "add scenes[0].blocks gallery");
    const pictures = ["a", "b"].map((alt, n) => [`scenes[0].blocks[3].items[${n}].alt`, alt]);
    let fields: Record<string, string> = { ...allFields(gallery.text), ...Object.fromEntries(pictures) };
    for (const step of [
      "remove scenes[0].blocks[0]",
      "raise scenes[0].blocks[2].items[1]",
      "raise scenes[0].blocks[0]",
      "remove scenes[7]",
      "add scenes[0].blocks nothing",
      "add id",
      "nonsense",
    ]) {
      fields = allFields((await add(fields, step)).text);
    }
    const kinds = [0, 1, 2, 3].map((n) => fields[`scenes[0].blocks[${n}].kind`]);
    expect(kinds).toEqual(["text", "buttons", "gallery", undefined]);
    expect([0, 1].map((n) => fields[`scenes[0].blocks[2].items[${n}].alt`])).toEqual(["b", "a"]);
  });

  it("with mistakes is not saved: each error appears beside its field", async () => {
    const page = await operator.read("creatives/cr-roaster");
    const fields = {
      ...allFields(page.text),
      "scenes[0].blocks[0].text": "",
      "disclosure.url": "not a link",
    };
    const answer = await operator.send("creatives/cr-roaster", { ...fields, do: "save" });
    expect(answer.status).toBe(400);
    expect(answer.text).toMatch(/id="field-scenes-0-blocks-0-text"[^>]*aria-invalid="true"/);
    expect(answer.text).toMatch(/id="field-disclosure-url"[^>]*aria-invalid="true"/);
    expect(answer.text).toContain(
      '<a href="#field-scenes-0-blocks-0-text">Text of block 1 of scene 1</a>: Add this field',
    );
    const stored = (await place.store.readCatalog()).catalog.creatives.find(({ id }) => id === "cr-roaster");
    expect(stored?.scenes?.[0]?.blocks[0]).toEqual({ kind: "text", text: "Words of cr-roaster." });
  });

  it("with more blocks than a scene may have is refused, not cut", async () => {
    const page = await operator.read("creatives/cr-roaster");
    const blocks = Array.from({ length: 51 }, (_, n) => [
      [`scenes[0].blocks[${n}].kind`, "text"],
      [`scenes[0].blocks[${n}].text`, `Words ${n}.`],
    ]);
    const fields = { ...allFields(page.text), ...Object.fromEntries(blocks.flat()) };
    const answer = await operator.send("creatives/cr-roaster", fields);
    expect([answer.status, answer.text]).toEqual([
      400,
      expect.stringContaining('<a href="#field-scenes-0-blocks">Blocks of scene 1</a>'),
    ]);
    expect(answer.text).toContain("Words 50.");
  });

  it("is previewed as it would be saved", async () => {
    const page = await operator.read("creatives/cr-roaster");
    const preview = await operator.send("creatives/preview", {
      ...allFields(page.text),
      "scenes[0].blocks[0].text": "Other",
    });
    expect(JSON.parse(preview.text)).toMatchObject({
      format: "text",
      scenes: [{ blocks: [{ kind: "text", text: "Other" }] }],
    });
  });

  it("is removed", async () => {
    const page = await operator.read("creatives/cr-wheels");
    const version = allFields(page.text)["version"] ?? "";
    expect((await operator.send("creatives/cr-wheels/remove", { version })).status).toBe(303);
    expect((await place.store.readCatalog()).catalog.creatives.map(({ id }) => id)).toEqual(["cr-roaster"]);
  });

  function allFields(text: string): Record<string, string> {
    const editor = text.slice(text.indexOf("data-editor"), text.indexOf('class="previews"'));
    return fieldsOf(`${" ".repeat(300)}name="version"${editor}`);
  }
});

describe("a topic", () => {
  it("is created with weighted phrases and questions, and tried", async () => {
    expect((await operator.read("topics?question=The+weather")).text).toContain("No topic matches");
    await operator.read("topics/new");
    const fields = {
      id: "bikes",
      name: "Bikes",
      "phrases[0].key": "en",
      "phrases[0].value": "bicycle\nwheel | 0.5",
      examples: "How do I fix a flat?\n[de] Wie flicke ich einen Platten?",
    };
    const more = await operator.send("topics/new", { ...fields, do: "add phrases" });
    expect(more.text).toContain('name="phrases[1].key"');
    expect((await operator.send("topics/new", { ...fields, do: "save" })).status).toBe(303);
    const made = (await place.store.readCatalog()).catalog.topics.find(({ id }) => id === "bikes");
    expect(made).toMatchObject({
      phrases: { en: ["bicycle", { phrase: "wheel", weight: 0.5 }] },
      examples: { en: ["How do I fix a flat?"], de: ["Wie flicke ich einen Platten?"] },
    });
    const page = await operator.read("topics/bikes");
    expect((await operator.send("topics/bikes", { ...fieldsOf(page.text), do: "save" })).status).toBe(303);
    const same = (await place.store.readCatalog()).catalog.topics.find(({ id }) => id === "bikes");
    expect(same).toEqual(made);
    expect((await operator.read("topics?question=Which+bicycle%3F")).text).toContain(
      "Matches <strong>bikes</strong>",
    );
  });
});

describe("the forecast of a topic", () => {
  const fields = { id: "bikes", name: "Bikes", examples: "How do I fix a flat?\nWhich wheel fits?" };

  it("is on its page once a change is saved, with advice, and in the list", async () => {
    expect((await operator.read("topics/coffee")).text).toContain("Matched by phrases only.");
    await operator.send("topics/new", fields);
    const { topics } = (await place.store.readCatalog()).catalog;
    for (const topic of topics) {
      const { summary } = describeForecast(topic, topics);
      expect(summary).toContain("of other questions would match");
      const page = (await operator.read(`topics/${topic.id}?done=saved`)).text;
      expect(page).toContain(`<p class="verdict">${summary}</p>`);
      expect(page).toContain("<li>Add out-of-scope questions: the catalogue has none.");
      expect((await operator.read("topics")).text).toContain(`<td>${summary}</td>`);
    }
    expect((await operator.read("topics/new")).text).not.toContain("Forecast");
  });

  it("follows a share of false matches, written as percent", async () => {
    const refused = await operator.send("topics/new", { ...fields, falseMatches: "0.05" });
    expect(refused.text).toContain("Must be at least 0.1.");
    const typed = await operator.send("topics/new", { ...fields, falseMatches: "three" });
    expect(typed.text).toMatch(/id="field-falseMatches"[^>]*aria-invalid="true"/);
    for (const [percent, share] of [
      ["7", 0.07],
      ["0.7", 0.007],
      ["12.3456789", 0.123456789],
    ] as const) {
      const sent = { ...fields, id: `bikes-${share}`, falseMatches: percent };
      expect((await operator.send("topics/new", sent)).status).toBe(303);
      const stored = (await place.store.readCatalog()).catalog.topics.find(({ id }) => id === sent.id);
      expect(stored?.falseMatches).toBe(share);
      const page = await operator.read(`topics/${sent.id}`);
      expect(fieldsOf(page.text)["falseMatches"]).toBe(percent);
    }
  });
});

describe("the phrases of a topic", () => {
  it("in one language twice are one list, and an error appears at the phrases of its language", async () => {
    const fields = {
      id: "bikes",
      name: "Bikes",
      "phrases[0].key": "en",
      "phrases[0].value": "bicycle",
      "phrases[1].key": "en",
      "phrases[1].value": "wheel",
      "phrases[2].key": "de-AT",
      "phrases[2].value": "!!!",
    };
    const refused = await operator.send("topics/new", fields);
    expect(refused.text).toMatch(/id="field-phrases-2-value"[^>]*aria-invalid="true"/);
    expect(refused.text).toContain('<a href="#field-phrases-2-value">Phrases of language 3</a>');
    expect((await operator.send("topics/new", { ...fields, "phrases[2].value": "" })).status).toBe(303);
    const { topics } = (await place.store.readCatalog()).catalog;
    expect(topics.find(({ id }) => id === "bikes")?.phrases).toEqual({ en: ["bicycle", "wheel"] });
  });
});

describe("a form", () => {
  const schema = v.object({ name: v.string(), note: v.optional(v.string()) });

  it("that misses a field of its schema is a bug", () => {
    expect(() => partsOf({ schema, fields: { name: "Name" } }, "operator", true)).toThrow("note");
  });

  it("that names a field which its schema lacks is a bug", () => {
    const fields = { name: "Name", note: "Note", other: "Other" };
    expect(() => partsOf({ schema, fields }, "operator", true)).toThrow("other");
  });
});
