import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  createDeliveryId,
  deliveryIdTime,
  isWithoutIdentity,
  parseDeliveryId,
} from "../../../core/signing/delivery-id.ts";
import { systemRandom } from "../../../core/signing/random.ts";
import { anyText, holds } from "../property.ts";
import { seededRandom } from "../seeded.ts";

const time = fc.integer({ min: 0, max: 2 ** 48 - 1 });
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

function parsed(id: string): Uint8Array {
  const bytes = parseDeliveryId(id);
  if (bytes === undefined) throw new Error(`not a delivery id: ${id}`);
  return bytes;
}

describe("a delivery id", () => {
  it("lays out the example of RFC 9562, appendix A.6, byte for byte", () => {
    // 017F22E2-79B0-7CC3-98C4-DC0C0C07398F, 2022-02-22T19:22:22Z; the random source gives also the bits it replaces.
    const given = Uint8Array.from(Buffer.from("fcc3d8c4dc0c0c07398f", "hex"));
    const id = createDeliveryId(0x017f22e279b0, () => given);
    expect(Buffer.from(parsed(id)).toString("hex")).toBe("017f22e279b07cc398c4dc0c0c07398f");
    expect(id).toBe(Buffer.from("017f22e279b07cc398c4dc0c0c07398f", "hex").toString("base64url"));
  });

  it("has 22 letters of base64url, version 7, the variant of RFC 9562 and the time it was made at", () => {
    holds(
      fc.property(time, fc.integer(), (now, seed) => {
        const id = createDeliveryId(now, seededRandom(seed));
        const bytes = parsed(id);
        expect(id).toMatch(/^[A-Za-z0-9_-]{22}$/);
        expect(bytes).toHaveLength(16);
        expect((bytes[6] ?? 0) >> 4).toBe(7);
        expect((bytes[8] ?? 0) >> 6).toBe(2);
        expect(deliveryIdTime(bytes)).toBe(now);
      }),
    );
  });

  it("leaves all other bits but the last to chance", () => {
    const zeros = parsed(createDeliveryId(0, (length) => new Uint8Array(length)));
    const ones = parsed(createDeliveryId(0, (length) => new Uint8Array(length).fill(255)));
    const bits = zeros.reduce((sum, byte, index) => {
      const differing = (byte ^ (ones[index] ?? 0)).toString(2);
      return sum + differing.replaceAll("0", "").length;
    }, 0);
    expect(bits).toBe(73);
  });

  it("says in its last bit whether an identity is stored, whatever the chance", () => {
    for (const byte of [0, 1, 254, 255]) {
      const random = (length: number) => new Uint8Array(length).fill(byte);
      expect(isWithoutIdentity(createDeliveryId(1, random))).toBe(false);
      expect(isWithoutIdentity(createDeliveryId(1, random, true))).toBe(false);
      expect(isWithoutIdentity(createDeliveryId(1, random, false))).toBe(true);
    }
    expect(isWithoutIdentity("no id")).toBe(false);
  });

  it("sorts by its time as bytes do", () => {
    holds(
      fc.property(time, time, (one, other) => {
        const [a, b] = [one, other].map((now) => Buffer.from(parsed(createDeliveryId(now, seededRandom(1)))));
        expect(Math.sign(Buffer.compare(a ?? Buffer.of(), b ?? Buffer.of()))).toBe(Math.sign(one - other));
      }),
    );
  });

  it("is never made twice in one millisecond", () => {
    const ids = new Set(Array.from({ length: 20_000 }, () => createDeliveryId(0, systemRandom)));
    expect(ids.size).toBe(20_000);
  });

  it("has one spelling: of the 64 last letters only those four without spare bits are read", () => {
    const head = createDeliveryId(1_700_000_000_000, seededRandom(5)).slice(0, 21);
    const read = [...letters].filter((letter) => parseDeliveryId(head + letter) !== undefined);
    expect(read.join("")).toBe("AQgw");
  });

  it("is not read from any other text", () => {
    const id = createDeliveryId(1_700_000_000_000, seededRandom(5));
    for (const text of [
      "",
      id.slice(1),
      `${id}A`,
      `${id}=`,
      `${id}\n`,
      ` ${id}`,
      id.replace(/^./, "+"),
      "__proto__",
    ]) {
      expect(parseDeliveryId(text)).toBeUndefined();
    }
    holds(
      fc.property(anyText, (text) => {
        const canonical = Buffer.from(text, "base64url");
        const isId = canonical.length === 16 && canonical.toString("base64url") === text;
        expect(parseDeliveryId(text) !== undefined).toBe(isId);
      }),
    );
  });
});

describe("the system's random source", () => {
  it("gives as many bytes as it is asked for, more than its pool holds included, and never the same ones again", () => {
    const given = [0, 1, 10, 16, 4_090, 16, 10_000, 16].map(
      (length) => [length, systemRandom(length)] as const,
    );
    for (const [length, bytes] of given) expect(bytes).toHaveLength(length);
    const sixteens = Array.from({ length: 3_000 }, () => Buffer.from(systemRandom(16)).toString("hex"));
    expect(new Set(sixteens).size).toBe(3_000);
  });

  it("gives bytes that later calls leave alone", () => {
    const first = systemRandom(32);
    const copy = Uint8Array.from(first);
    for (let index = 0; index < 1_000; index++) systemRandom(32).fill(0);
    expect(first).toEqual(copy);
  });
});
