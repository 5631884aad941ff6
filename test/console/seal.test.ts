import { describe, expect, it } from "vitest";
import { maxTokenCharacters } from "../../core/signing/token.ts";
import { createSeal } from "../../runtimes/console/seal.ts";

const seal = createSeal(["a new secret of the installation", "an old secret of the installation"]);
const old = createSeal(["an old secret of the installation"]);

describe("a sealed document", () => {
  it("of any length opens again with any of the secrets, and is the same", () => {
    for (let length = 0; length < 12; length++) {
      const document = { name: "ä".repeat(length) };
      for (const sealedBy of [seal, old]) {
        const token = sealedBy.seal("console-link", JSON.stringify(document));
        expect(token).toMatch(/^[A-Za-z0-9_-]+$/);
        expect(JSON.parse(seal.open("console-link", token) ?? "")).toEqual(document);
      }
    }
  });

  it("does not open for another purpose, with another secret, changed, cut, lengthened or too long", () => {
    const token = seal.seal("console-link", '{"name":"one"}');
    expect(seal.open("console-session", token)).toBeUndefined();
    expect(old.open("console-link", token)).toBeUndefined();
    for (let at = 0; at < token.length; at++) {
      const letter = token.charAt(at) === "A" ? "B" : "A";
      expect(seal.open("console-link", token.slice(0, at) + letter + token.slice(at + 1))).toBeUndefined();
      expect(seal.open("console-link", token.slice(0, at))).toBeUndefined();
    }
    expect(seal.open("console-link", `${token}AAAA`)).toBeUndefined();
    const long = seal.seal("console-link", JSON.stringify({ name: "x".repeat(maxTokenCharacters) }));
    expect(seal.open("console-link", long)).toBeUndefined();
  });
});

describe("a keyed hash", () => {
  it("is that of its text and purpose only, by any of the secrets", () => {
    const hash = old.hash("console-form", "session");
    expect(hash).toMatch(/^[A-Za-z0-9_-]{24}$/);
    expect(seal.isHash("console-form", "session", hash)).toBe(true);
    expect(seal.isHash("console-form", "another", hash)).toBe(false);
    expect(seal.isHash("console-token", "session", hash)).toBe(false);
    expect(old.isHash("console-form", "session", seal.hash("console-form", "session"))).toBe(false);
  });
});
