import fc from "fast-check";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { adRequest } from "../../../core/contract/ad-request.ts";
import { botAdRequest } from "../../../core/contract/bot-ad-request.ts";
import {
  anyText as anySchema,
  countCharacters,
  hasAtMost,
  isPlainText,
  text,
  userId,
} from "../../../core/contract/text.ts";
import { anyText, holds } from "../property.ts";

const accepts = (schema: v.GenericSchema<unknown, unknown>, value: unknown): boolean =>
  v.safeParse(schema, value).success;

describe("the length of a text (contract.md §8)", () => {
  it.each([
    ["letters of one byte", "a"],
    ["letters of three bytes", "か"],
    ["emoji of two UTF-16 units", "😀"],
    ["combining marks", "\u0301"],
  ])("is counted in code points: %s up to the limit and not one more", (_name, letter) => {
    for (const limit of [1, 7, 4_096, 16_384]) {
      expect(accepts(text(1, limit), letter.repeat(limit))).toBe(true);
      expect(accepts(text(1, limit), letter.repeat(limit + 1))).toBe(false);
    }
  });

  it("agrees with the platform's own count of code points", () => {
    holds(
      fc.property(anyText, fc.nat(50), (value, limit) => {
        expect(countCharacters(value)).toBe([...value].length);
        expect(hasAtMost(value, limit)).toBe([...value].length <= limit);
        expect(accepts(text(0, limit), value)).toBe([...value].length <= limit && !value.includes("\0"));
      }),
      1_000,
    );
  });

  it("may be nothing only where the least is nothing", () => {
    expect(accepts(text(0, 5), "")).toBe(true);
    expect(accepts(text(1, 5), "")).toBe(false);
  });
});

describe("a value that is no text", () => {
  it.each([
    ["NUL", "a\0b"],
    ["a high surrogate alone", "a\ud800"],
    ["a low surrogate alone", "\udc00a"],
    ["surrogates in the wrong order", "\udc00\ud800"],
  ])("is %s", (_name, value) => {
    expect(isPlainText(value)).toBe(false);
    expect(accepts(text(0, 10), value)).toBe(false);
    expect(accepts(anySchema, value)).toBe(false);
  });

  it.each([null, 7, true, [], {}, undefined])("is %j", (value) => {
    expect(accepts(text(0, 10), value)).toBe(false);
    expect(accepts(anySchema, value)).toBe(false);
  });
});

describe("an identifier of a user (contract.md §2.1)", () => {
  it("takes A–Z a–z 0–9 _ . : - and no other character of any plane", () => {
    const schema = userId(1, 4);
    for (let code = 0; code < 0x3_000; code++) {
      const letter = String.fromCodePoint(code);
      expect(accepts(schema, letter)).toBe(/[A-Za-z0-9_.:-]/.test(letter));
    }
    for (const value of ["a b", "a\n", "é", "😀", "a@b", "+49"]) expect(accepts(schema, value)).toBe(false);
  });

  it("is 16 to 128 characters as visitor_id, 1 to 128 as stable_user_id, and taken as it is", () => {
    const fields = (identity: object): object => ({ platform_id: "pf_one", ...identity });
    for (const [name, least] of [
      ["visitor_id", 16],
      ["stable_user_id", 1],
    ] as const) {
      for (const length of [least - 1, least, 128, 129]) {
        const fits = length >= least && length <= 128;
        expect(accepts(adRequest, fields({ [name]: "x".repeat(length) }))).toBe(fits);
      }
    }
    for (const hostile of ["__proto__", "null", "then", "1E2", "constructor", "NaN"]) {
      expect(v.parse(adRequest, fields({ stable_user_id: hostile }))).toHaveProperty(
        "stable_user_id",
        hostile,
      );
    }
  });

  it("is an integer within ±(2^53 − 1) for a messenger user (contract.md §2.6)", () => {
    const bot = (user_id: unknown): boolean =>
      accepts(botAdRequest, { user_id, message: "", platform_id: "pf_one" });
    for (const id of [0, 1, -1, -1_001_234_567_890, Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER]) {
      expect(bot(id)).toBe(true);
    }
    for (const id of [
      1.5,
      2 ** 53,
      -(2 ** 53),
      Number.NaN,
      Number.POSITIVE_INFINITY,
      "1",
      null,
      undefined,
      [1],
    ]) {
      expect(bot(id)).toBe(false);
    }
  });
});
