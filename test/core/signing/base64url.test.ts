import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromBase64Url, toBase64Url } from "../../../core/signing/base64url.ts";
import { anyBytes, anyText, holds } from "../property.ts";

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

describe("base64url", () => {
  it("spells the test vectors of RFC 4648 §10 without padding", () => {
    const vectors = {
      "": "",
      f: "Zg",
      fo: "Zm8",
      foo: "Zm9v",
      foob: "Zm9vYg",
      fooba: "Zm9vYmE",
      foobar: "Zm9vYmFy",
    };
    for (const [plain, spelled] of Object.entries(vectors)) {
      expect(toBase64Url(new TextEncoder().encode(plain))).toBe(spelled);
    }
    expect(toBase64Url(Uint8Array.of(0xfb, 0xff, 0xbf))).toBe("-_-_");
  });

  it("spells any bytes as Buffer does, and reads them back", () => {
    holds(
      fc.property(anyBytes, (bytes) => {
        const text = toBase64Url(bytes);
        expect(text).toBe(Buffer.from(bytes).toString("base64url"));
        expect(fromBase64Url(text)).toEqual(bytes);
      }),
    );
  });

  it("reads no text but the one spelling of some bytes", () => {
    const likely = fc.string({
      unit: fc.constantFrom(...letters, "=", "+", "/", " ", "é", "😀"),
      maxLength: 12,
    });
    holds(
      fc.property(fc.oneof(likely, anyText), (text) => {
        const bytes = fromBase64Url(text);
        if (bytes !== undefined) expect(toBase64Url(bytes)).toBe(text);
        const canonical = Buffer.from(text, "base64url").toString("base64url") === text;
        expect(bytes !== undefined).toBe(canonical);
      }),
      2_000,
    );
  });

  it.each([
    ["padding", "Zg=="],
    ["the letters of plain base64", "+/+/"],
    ["a space", "Zm9v "],
    ["a line break", "Zm9v\n"],
    ["a length that no bytes have", "Zm9vY"],
    ["one letter alone", "Z"],
    ["bits left over after one byte", "Zh"],
    ["bits left over after two bytes", "Zm9"],
    ["a letter outside ASCII", "Zm9é"],
    ["a letter outside the basic plane", "Zm😀"],
    ["full-width letters", "Ｚｍ９ｖ"],
    ["NUL", "Zm9\0"],
  ])("refuses %s", (_name, text) => {
    expect(fromBase64Url(text)).toBeUndefined();
  });

  it("refuses all 15 alternate spellings of one byte and all 3 of two", () => {
    for (const last of letters) {
      expect(fromBase64Url(`Z${last}`) !== undefined).toBe(letters.indexOf(last) % 16 === 0);
      expect(fromBase64Url(`Zm${last}`) !== undefined).toBe(letters.indexOf(last) % 4 === 0);
    }
  });
});
