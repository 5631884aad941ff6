import { createHash, createHmac, hkdfSync } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createMac, deriveKey, equalBytes, sha256 } from "../../../core/signing/hash.ts";
import { anyBytes, holds } from "../property.ts";

const utf8 = new TextEncoder();
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");
const repeat = (byte: number, length: number): Uint8Array => new Uint8Array(length).fill(byte);

/** RFC 4231 §4.2 to §4.8; case 5 gives the first 128 bits only. */
const rfc4231: readonly (readonly [string, Uint8Array, Uint8Array, string])[] = [
  [
    "1",
    repeat(0x0b, 20),
    utf8.encode("Hi There"),
    "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
  ],
  [
    "2, a key shorter than the hash",
    utf8.encode("Jefe"),
    utf8.encode("what do ya want for nothing?"),
    "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
  ],
  [
    "3",
    repeat(0xaa, 20),
    repeat(0xdd, 50),
    "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe",
  ],
  [
    "4",
    Uint8Array.from({ length: 25 }, (_, index) => index + 1),
    repeat(0xcd, 50),
    "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b",
  ],
  ["5, truncated", repeat(0x0c, 20), utf8.encode("Test With Truncation"), "a3b6167473100ee06e0c796c2955552b"],
  [
    "6, a key longer than a block",
    repeat(0xaa, 131),
    utf8.encode("Test Using Larger Than Block-Size Key - Hash Key First"),
    "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
  ],
  [
    "7, key and data longer than a block",
    repeat(0xaa, 131),
    utf8.encode(
      "This is a test using a larger than block-size key and a larger than block-size data. " +
        "The key needs to be hashed before being used by the HMAC algorithm.",
    ),
    "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2",
  ],
];

/** FIPS 180-4 examples of NIST. */
const nist: readonly (readonly [string, string, string])[] = [
  ["the empty message", "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
  ["abc", "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
  [
    "448 bits",
    "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
  ],
  [
    "896 bits",
    "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
    "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1",
  ],
  [
    "a million times a",
    "a".repeat(1_000_000),
    "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
  ],
];

describe("SHA-256", () => {
  it.each(nist)("has the digest that NIST publishes for %s", (_name, message, digest) => {
    expect(hex(sha256(utf8.encode(message)))).toBe(digest);
  });

  it("agrees with the platform's own on any bytes", () => {
    holds(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(hex(sha256(bytes))).toBe(createHash("sha256").update(bytes).digest("hex"));
      }),
    );
  });
});

describe("HMAC-SHA-256", () => {
  it.each(rfc4231)("has the tag of RFC 4231, case %s", (_name, key, data, tag) => {
    expect(hex(createMac(key)(data)).slice(0, tag.length)).toBe(tag);
  });

  it("has the same tag for the same message however many messages went before it", () => {
    holds(
      fc.property(anyBytes, fc.array(anyBytes, { minLength: 1, maxLength: 5 }), (key, messages) => {
        const mac = createMac(key);
        for (const message of [...messages, ...messages]) {
          expect(hex(mac(message))).toBe(createHmac("sha256", key).update(message).digest("hex"));
        }
      }),
    );
  });
});

describe("deriving a key", () => {
  it("is HKDF-SHA-256 without salt over a purpose of this project", () => {
    holds(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 80 }), fc.string(), (secret, purpose) => {
        const wanted = hkdfSync("sha256", secret, new Uint8Array(0), `handbill/1/${purpose}`, 32);
        expect(hex(deriveKey(secret, purpose))).toBe(Buffer.from(wanted).toString("hex"));
      }),
    );
  });

  it("gives each purpose and each secret a key of its own", () => {
    const purposes = ["view", "action", "click", "identity", "key-id"];
    const secrets = ["one secret of thirty-two letters!", "another secret of 32 letters ...."];
    const keys = secrets.flatMap((secret) =>
      purposes.map((purpose) => hex(deriveKey(utf8.encode(secret), purpose))),
    );
    expect(new Set(keys).size).toBe(purposes.length * secrets.length);
  });
});

describe("comparing bytes", () => {
  it("tells equal from unequal, one bit, one byte more and nothing included", () => {
    holds(
      fc.property(
        fc.uint8Array({ minLength: 1, maxLength: 40 }),
        fc.nat(),
        fc.nat(7),
        (bytes, place, bit) => {
          const other = Uint8Array.from(bytes);
          other[place % bytes.length] = (other[place % bytes.length] ?? 0) ^ (1 << bit);
          expect(equalBytes(bytes, Uint8Array.from(bytes))).toBe(true);
          expect(equalBytes(bytes, other)).toBe(false);
          expect(equalBytes(bytes, bytes.subarray(1))).toBe(false);
          expect(equalBytes(bytes, Uint8Array.of(...bytes, 0))).toBe(false);
        },
      ),
    );
    expect(equalBytes(new Uint8Array(0), new Uint8Array(0))).toBe(true);
  });
});
