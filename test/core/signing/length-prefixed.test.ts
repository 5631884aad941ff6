import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeList } from "../../../core/signing/length-prefixed.ts";
import { anyBytes, anyText, holds } from "../property.ts";

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

/** Reads the bytes back, so that no two lists can have the same ones. */
function decodeList(bytes: Uint8Array): readonly string[] {
  const items: string[] = [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  while (at < bytes.length) {
    const length = view.getUint32(at);
    items.push(hex(bytes.subarray(at + 4, at + 4 + length)));
    at += 4 + length;
  }
  expect(at).toBe(bytes.length);
  return items;
}

describe("the length-prefixed list", () => {
  it("is each item's length in four bytes, big endian, and its UTF-8", () => {
    expect(hex(encodeList(["", "é", Uint8Array.of(7, 8)]))).toBe(
      "00000000" + "00000002c3a9" + "000000020708",
    );
    expect(encodeList([])).toHaveLength(0);
  });

  it("can be read back whatever the texts and bytes are, so two different lists never have the same bytes", () => {
    holds(
      fc.property(fc.array(fc.oneof(anyText, anyBytes), { maxLength: 8 }), (items) => {
        const wanted = items.map((item) => hex(typeof item === "string" ? Buffer.from(item, "utf8") : item));
        expect(decodeList(encodeList(items))).toEqual(wanted);
      }),
      1_000,
    );
  });

  it("is whole however long it is, and a shorter one after it has nothing of it", () => {
    for (const length of [300, 5_000, 100_000]) {
      const items = ["é".repeat(length), new Uint8Array(length).fill(length), "end"];
      const wanted = items.map((item) => hex(typeof item === "string" ? Buffer.from(item, "utf8") : item));
      expect(decodeList(encodeList(items))).toEqual(wanted);
      expect(decodeList(encodeList(["é", "end"]))).toEqual(["c3a9", hex(Buffer.from("end"))]);
    }
  });

  it("tells lists apart whose texts are the same when they are written one after the other", () => {
    const cuts = fc.array(anyText, { minLength: 2, maxLength: 6 });
    holds(
      fc.property(cuts, cuts, (one, other) => {
        const text = one.join("");
        const lists = [one, [text], ["", text], [text, ""], [...one, ""], ["", ...one], other];
        const different = new Set(lists.map((list) => JSON.stringify(list)));
        expect(new Set(lists.map((list) => hex(encodeList(list)))).size).toBe(different.size);
      }),
    );
  });

  it("tells an item that looks like a prefix and an item from two items", () => {
    expect(hex(encodeList(["a", "b"]))).not.toBe(hex(encodeList(["a\0\0\0\u0001b"])));
    expect(hex(encodeList(["\0\0\0\0"]))).not.toBe(hex(encodeList(["", ""])));
  });
});
