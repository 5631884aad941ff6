import { beforeEach, describe, expect, it } from "vitest";
import { describeForecast } from "../../core/topics/describe-forecast.ts";
import { forecastOf } from "../../core/topics/trained-document.ts";
import { type Installation, install } from "./installation.ts";

let place: Installation;

beforeEach(async () => {
  place = await install();
});

function tryQuestion(question: unknown) {
  return place.call("roaster", "POST", "/try-question", { body: { question } });
}

describe("trying a question", () => {
  it("accepts the same texts as an ad request: characters are code points", async () => {
    expect((await tryQuestion("😀".repeat(4_096))).status).toBe(200);
    expect((await tryQuestion("😀".repeat(4_097))).status).toBe(400);
    expect((await tryQuestion("\ud800")).status).toBe(400);
  });

  it("names its topics and the evidence, with the current topics", async () => {
    const about = await tryQuestion("Which espresso at home?");
    expect(about.json["topics"]).toMatchObject([
      { topicId: "coffee", matched: true, phrases: [{ phrase: "espresso" }] },
    ]);
    const topic = { name: "Coffee", phrases: { en: ["latte"] } };
    const headers = { "if-match": "*" };
    expect((await place.call("operator", "PUT", "/topics/coffee", { body: topic, headers })).status).toBe(
      200,
    );
    expect(JSON.stringify((await tryQuestion("Which espresso at home?")).json)).not.toContain(
      `"matched":true`,
    );
    expect((await tryQuestion("A latte?")).json["topics"]).toMatchObject([
      { topicId: "coffee", matched: true },
    ]);
  });

  it.each([
    ["no text", 7],
    ["a text that is too long", "x".repeat(4_097)],
  ])("is refused with %s", async (_, question) => {
    const reply = await tryQuestion(question);
    expect([reply.status, reply.json["errors"]]).toEqual([
      400,
      [expect.objectContaining({ path: "question" })],
    ]);
  });

  it("reserves no topic id", async () => {
    for (const id of ["try", "try-question"]) {
      const body = { id, name: "Trying", phrases: { en: ["attempt"] } };
      expect((await place.call("operator", "POST", "/topics", { body })).status).toBe(201);
      expect((await place.call("operator", "GET", `/topics/${id}`)).json["id"]).toBe(id);
    }
  });
});

describe("the forecast of a topic", () => {
  const wheels = {
    id: "wheels",
    name: "Wheels",
    examples: ["How do I fix a flat tyre?", "Which wheel fits?"],
  };

  it("says that phrases alone match a topic without a model, to each role", async () => {
    for (const who of ["operator", "north", "roaster"] as const) {
      expect((await place.call(who, "GET", "/topics/coffee/forecast")).json).toEqual({
        topicId: "coffee",
        forecast: null,
        summary: "Matched by phrases only.",
        advice: [],
      });
    }
    expect((await place.call("operator", "GET", "/topics/tea/forecast")).status).toBe(404);
  });

  it("is that of the model which the last change trained, and never the model itself", async () => {
    expect((await place.call("operator", "POST", "/topics", { body: wheels })).status).toBe(201);
    const { topics } = (await place.store.readCatalog()).catalog;
    for (const topic of topics) {
      const { json, text } = await place.call("north", "GET", `/topics/${topic.id}/forecast`);
      expect(json).toMatchObject({
        topicId: topic.id,
        forecast: forecastOf(topic),
        summary: describeForecast(topic, topics).summary,
      });
      expect(json["advice"]).toContain(
        "Add out-of-scope questions: the catalogue has none. 200 are a start, 1,000 to 2,000 suffice.",
      );
      expect(text).not.toContain(topic.trained?.slice(0, 20));
    }
  });

  it("is declared a share of false matches, which is stored and answered", async () => {
    const body = { ...wheels, falseMatches: 0.07 };
    expect((await place.call("operator", "POST", "/topics", { body })).json).toMatchObject(body);
    const refused = await place.call("operator", "POST", "/topics", {
      body: { ...body, id: "more", falseMatches: 0.6 },
    });
    expect(refused.json["errors"]).toEqual([{ path: "falseMatches", message: "Must be at most 0.5." }]);
  });
});
