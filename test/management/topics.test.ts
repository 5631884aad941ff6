import { beforeEach, describe, expect, it } from "vitest";
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
