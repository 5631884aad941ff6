import { expect } from "vitest";
import { adOf, adOrNone, expectFieldError, expectProblem } from "../answers.ts";
import { platformIds } from "../catalog.ts";
import type { Subject } from "../target.ts";
import { anythingButA } from "../values.ts";

const emoji = "😀";
const aboutFlights = "Where are cheap flights to Lisbon?";

/** §2.2: the context, its limits, and what topics are matched against. */
export function defineContext({ client, describe, it, wire }: Subject): void {
  const inContext = (context: unknown) => client.ads({ context });

  describe("§2.2 context", () => {
    it("§2.1 may be left out", async () => {
      adOf(await inContext(undefined));
    });
    it.each(anythingButA("object"))("§2.1 is an object, and %s is answered 400", async (_name, value) => {
      expectFieldError(await inContext(value), "context");
    });
    it.each(["", "Static", "page", "__proto__", "constructor", null, 1, ["static"], {}])(
      "§2.2 the type %j is answered 400",
      async (type) => {
        expectFieldError(await inContext({ type }), "context.type");
      },
    );
    it("§2.2 conversation is the default type: its rules hold without one", async () => {
      adOf(await inContext({}));
      adOf(await inContext({ question: "q", answer: "a" }));
      expectFieldError(await inContext({ question: 1 }), "context.question");
    });
  });

  describe("§2.2 conversation", () => {
    const type = "conversation";
    it.each([{}, { question: "q" }, { answer: "a" }, { question: "", answer: "" }])(
      "§2.2 %j is accepted: both fields are optional",
      async (fields) => {
        adOf(await inContext({ type, ...fields }));
      },
    );
    it.each(anythingButA("string"))("§2.2 question and answer are strings, not %s", async (_name, value) => {
      expectFieldError(await inContext({ type, question: value }), "context.question");
      expectFieldError(await inContext({ type, answer: value }), "context.answer");
    });
  });

  describe("§2.2 article", () => {
    const type = "article";
    it("§2.2 title and content are accepted", async () => {
      adOf(await inContext({ type, title: "t", content: "c" }));
    });
    it("§2.2 title is required", async () => {
      expectFieldError(await inContext({ type, content: "c" }), "context.title");
    });
    it("§2.2 content is required", async () => {
      expectFieldError(await inContext({ type, title: "t" }), "context.content");
    });
    it.each(anythingButA("string"))("§2.2 title and content are strings, not %s", async (_name, value) => {
      expectFieldError(await inContext({ type, title: value, content: "c" }), "context.title");
      expectFieldError(await inContext({ type, title: "t", content: value }), "context.content");
    });
  });

  describe("§2.2 feed and static", () => {
    it("§2.2 a feed needs its text", async () => {
      adOf(await inContext({ type: "feed", text: "posts" }));
      expectFieldError(await inContext({ type: "feed" }), "context.text");
    });
    it.each(anythingButA("string"))("§2.2 the text of a feed is a string, not %s", async (_name, value) => {
      expectFieldError(await inContext({ type: "feed", text: value }), "context.text");
    });
    it("§2.2 static has no fields", async () => {
      adOf(await inContext({ type: "static" }));
    });
    it("§2.2 fields of another type are ignored, whatever they are", async () => {
      adOf(await inContext({ type: "static", question: 1, title: null, text: [] }));
      adOf(await inContext({ type: "feed", text: "x", content: "c".repeat(16_385) }));
      adOf(await inContext({ type: "conversation", title: "t".repeat(5_000) }));
    });
  });

  describe.each([
    ["question", 4_096, { type: "conversation" }],
    ["title", 4_096, { type: "article", content: "" }],
    ["answer", 16_384, { type: "conversation" }],
    ["content", 16_384, { type: "article", title: "" }],
    ["text", 16_384, { type: "feed" }],
  ] as const)("§8 context.%s has up to %i characters", (field, limit, rest) => {
    it(`§8 ${limit} characters are accepted`, async () => {
      adOf(await inContext({ ...rest, [field]: "a".repeat(limit) }));
    });
    it(`§8 ${limit + 1} characters are answered 400`, async () => {
      expectFieldError(await inContext({ ...rest, [field]: "a".repeat(limit + 1) }), `context.${field}`);
    });
    it(`§8 characters are code points: ${limit} of two bytes are accepted, one more is not`, async () => {
      adOf(await inContext({ ...rest, [field]: "é".repeat(limit) }));
      expectFieldError(await inContext({ ...rest, [field]: "é".repeat(limit + 1) }), `context.${field}`);
    });
    if (limit === 4_096) {
      wire("§8 characters are code points: 4,096 emoji are accepted, 4,097 are not", async () => {
        adOf(await inContext({ ...rest, [field]: emoji.repeat(limit) }));
        expectFieldError(await inContext({ ...rest, [field]: emoji.repeat(limit + 1) }), `context.${field}`);
      });
    } else {
      wire("§8 the body's limit comes first: 16,384 emoji do not fit in 64 KiB", async () => {
        expectProblem(await inContext({ ...rest, [field]: emoji.repeat(limit) }), 413);
      });
    }
  });

  describe("§2.2 topic matching", () => {
    const shown = async (context: unknown) =>
      adOf(await client.ads({ platform_id: platformIds.topics, context })).disclosure;
    const isTargeted = async (context: unknown) => (await shown(context)) === "Ad about flights";
    wire("§2.2 uses the question of a conversation", async () => {
      expect(await isTargeted({ question: aboutFlights })).toBe(true);
      expect(await isTargeted({ type: "conversation", question: "CHEAP  Flights!" })).toBe(true);
      expect(await isTargeted({ question: "Nereden UCUZ UÇUŞ bulurum?" })).toBe(true);
    });
    it("§2.2 uses the title of an article", async () => {
      expect(await isTargeted({ type: "article", title: aboutFlights, content: "" })).toBe(true);
    });
    it("§2.2 does not use the answer of a conversation", async () => {
      expect(await isTargeted({ question: "Hello", answer: aboutFlights })).toBe(false);
      expect(await isTargeted({ answer: aboutFlights })).toBe(false);
    });
    it("§2.2 does not use the content of an article", async () => {
      expect(await isTargeted({ type: "article", title: "News", content: aboutFlights })).toBe(false);
    });
    it("§2.2 does not use the text of a feed, nor a question or title beside it", async () => {
      const fields = { text: aboutFlights, question: aboutFlights, title: aboutFlights };
      expect(await isTargeted({ type: "feed", ...fields })).toBe(false);
    });
    it("§2.2 does not use anything of static", async () => {
      const fields = { question: aboutFlights, title: aboutFlights, text: aboutFlights };
      expect(await isTargeted({ type: "static", ...fields })).toBe(false);
    });
    it("§2.2 does not use a title in a conversation or a question in an article", async () => {
      expect(await isTargeted({ type: "conversation", title: aboutFlights })).toBe(false);
      const article = { type: "article", title: "News", content: "", question: aboutFlights };
      expect(await isTargeted(article)).toBe(false);
    });
    it("§2.2 needs whole words", async () => {
      expect(await isTargeted({ question: "cheap flightsuits" })).toBe(false);
      expect(await isTargeted({ question: "dirtcheap flights" })).toBe(false);
    });
    it.each([
      ["feed", { type: "feed", text: aboutFlights }],
      ["static", { type: "static" }],
      ["conversation without a question", {}],
    ])("§2.2 %s receives only ads without topic targeting: else none", async (_name, context) => {
      const answer = await client.ads({ platform_id: platformIds.onlyTopics, context });
      expect(adOrNone(answer)).toBeUndefined();
    });
  });
}
