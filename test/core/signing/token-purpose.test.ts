import { describe, expect, it } from "vitest";
import type { TokenPurpose } from "../../../core/signing/keyring.ts";
import { openToken, sealToken, type TokenShape, tokenBytes } from "../../../core/signing/token.ts";
import { keyring } from "./tokens.ts";

const purposes: readonly TokenPurpose[] = ["view", "action", "click"];
const shapeOf = (purpose: TokenPurpose): TokenShape => ({
  purpose,
  versions: [1, 2],
  payloadBytes: 3,
  tagBytes: 16,
});
const payload = Uint8Array.of(1, 2, 3);

describe("a token of one layout for several purposes", () => {
  it("is opened for the purpose it was sealed for and no other", () => {
    for (const sealed of purposes) {
      const token = sealToken(keyring, shapeOf(sealed), 1, payload, ["bound"]);
      for (const opened of purposes) {
        const result = openToken(keyring, shapeOf(opened), token, () => ["bound"]);
        expect(result !== undefined).toBe(sealed === opened);
      }
    }
  });

  it("is opened with the binding it was sealed with: as many items, in the same order", () => {
    const token = sealToken(keyring, shapeOf("view"), 1, payload, ["a", "b"]);
    const open = (...binding: string[]): unknown => openToken(keyring, shapeOf("view"), token, () => binding);
    expect(open("a", "b")).toEqual({ version: 1, payload });
    for (const other of [[], ["a"], ["b", "a"], ["ab"], ["a", "b", ""], ["", "a", "b"], ["a", "B"]]) {
      expect(open(...other)).toBeUndefined();
    }
  });

  it("is refused in a version that the shape does not know, though its tag is right", () => {
    const token = sealToken(keyring, shapeOf("view"), 3, payload, []);
    expect(openToken(keyring, shapeOf("view"), token, () => [])).toBeUndefined();
  });

  it("has the size of its shape", () => {
    for (const payloadBytes of [0, 3, 18]) {
      const shape = { ...shapeOf("view"), payloadBytes };
      const token = sealToken(keyring, shape, 1, new Uint8Array(payloadBytes), []);
      expect(Buffer.from(token, "base64url")).toHaveLength(tokenBytes(shape));
    }
  });
});
