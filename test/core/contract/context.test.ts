import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { acceptedFormats, adRequest, testFormatOf } from "../../../core/contract/ad-request.ts";
import { context, questionOf } from "../../../core/contract/context.ts";
import { adFormats } from "../../../core/contract/formats.ts";

const accepts = (value: unknown): boolean => v.safeParse(context, value).success;
const request = (fields: object): object => ({
  platform_id: "pf_one",
  visitor_id: "v".repeat(16),
  ...fields,
});

describe("the context of an ad request (contract.md §2.2)", () => {
  it("is a conversation without a question when it is absent, and a conversation when its type is", () => {
    expect(v.parse(adRequest, request({})).context).toEqual({ type: "conversation" });
    expect(v.parse(context, {})).toEqual({ type: "conversation" });
    expect(v.parse(context, { question: "q" })).toEqual({ type: "conversation", question: "q" });
  });

  it("needs title and content for an article, text for a feed, and nothing for conversation and static", () => {
    expect(accepts({ type: "article", title: "t", content: "c" })).toBe(true);
    expect(accepts({ type: "article", title: "t" })).toBe(false);
    expect(accepts({ type: "article", content: "c" })).toBe(false);
    expect(accepts({ type: "feed", text: "t" })).toBe(true);
    expect(accepts({ type: "feed" })).toBe(false);
    expect(accepts({ type: "static" })).toBe(true);
    expect(accepts({ type: "conversation" })).toBe(true);
  });

  it.each([
    ["question", 4_096, (value: string) => ({ type: "conversation", question: value })],
    ["answer", 16_384, (value: string) => ({ type: "conversation", answer: value })],
    ["title", 4_096, (value: string) => ({ type: "article", title: value, content: "" })],
    ["content", 16_384, (value: string) => ({ type: "article", title: "", content: value })],
    ["text", 16_384, (value: string) => ({ type: "feed", text: value })],
  ])("takes a %s of up to %i code points", (_name, limit, contextOf) => {
    for (const letter of ["a", "😀"]) {
      expect(accepts(contextOf(letter.repeat(limit)))).toBe(true);
      expect(accepts(contextOf(letter.repeat(limit + 1)))).toBe(false);
    }
    for (const wrong of ["a\0", "\ud800"]) expect(accepts(contextOf(wrong))).toBe(false);
  });

  it("ignores fields of another type and unknown ones, with any content", () => {
    const given = {
      type: "static",
      question: 7,
      title: null,
      text: ["x"],
      other: {},
      ["__proto__"]: { type: "feed" },
    };
    expect(v.parse(context, given)).toEqual({ type: "static" });
    expect(v.parse(context, { type: "feed", text: "t", question: 7 })).toEqual({ type: "feed", text: "t" });
  });

  it.each([
    null,
    7,
    "conversation",
    [],
    [{ type: "static" }],
    { type: null },
    { type: "" },
    { type: "Feed" },
    { type: ["feed"] },
  ])("is not %j", (value) => {
    expect(accepts(value)).toBe(false);
  });

  it("does not take its type from an object's prototype", () => {
    expect(v.parse(context, JSON.parse('{"__proto__":{"type":"feed","text":"t"}}'))).toEqual({
      type: "conversation",
    });
  });

  it("has the user's question in a conversation's question and an article's title, and none in feed and static", () => {
    expect(questionOf({ type: "conversation", question: "q" })).toBe("q");
    expect(questionOf({ type: "conversation" })).toBeUndefined();
    expect(questionOf({ type: "article", title: "t", content: "c" })).toBe("t");
    expect(questionOf({ type: "feed", text: "t" })).toBeUndefined();
    expect(questionOf({ type: "static" })).toBeUndefined();
  });
});

describe("the formats of an ad request (contract.md §2.1)", () => {
  const parse = (fields: object): boolean => v.safeParse(adRequest, request(fields)).success;

  it("are all six when none are named, and at least one of the six otherwise", () => {
    expect([...acceptedFormats(v.parse(adRequest, request({})))]).toEqual(adFormats);
    const two = v.parse(adRequest, request({ accept_formats: ["quiz", "text"] }));
    expect([...acceptedFormats(two)]).toEqual(["quiz", "text"]);
    expect(parse({ accept_formats: [] })).toBe(false);
    for (const wrong of ["bot", "TEXT", "", "__proto__", null, 1])
      expect(parse({ accept_formats: [wrong] })).toBe(false);
    expect(parse({ accept_formats: "text" })).toBe(false);
  });

  it("a test ad has the format asked for, else the first accepted one", () => {
    const formatOf = (fields: object): string => testFormatOf(v.parse(adRequest, request(fields)));
    expect(formatOf({ test: true })).toBe("text");
    expect(formatOf({ test: true, accept_formats: ["quiz", "card"] })).toBe("quiz");
    expect(formatOf({ test: true, accept_formats: ["quiz", "card"], test_format: "card" })).toBe("card");
  });

  it("test_format has to be an accepted one for a test, and is ignored otherwise", () => {
    expect(parse({ test: true, test_format: "image", accept_formats: ["text"] })).toBe(false);
    for (const wrong of ["banner", null, 7]) {
      expect(parse({ test: true, test_format: wrong })).toBe(false);
      expect(parse({ test: false, test_format: wrong })).toBe(true);
      expect(parse({ test_format: wrong })).toBe(true);
    }
  });
});
