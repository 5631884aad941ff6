import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ApiKeyRecord } from "../../../core/catalog/entities.ts";
import type { KeyMode } from "../../../core/signing/api-key.ts";
import { createApiKey, isKeyOf, type NewApiKey, parseApiKey } from "../../../core/signing/api-key.ts";
import { systemRandom } from "../../../core/signing/random.ts";
import { anyText, holds } from "../property.ts";
import { chiSquare, seededRandom, tooFarFor } from "../seeded.ts";

const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const modes: readonly KeyMode[] = ["live", "test"];

function recordOf(key: NewApiKey, mode: KeyMode): ApiKeyRecord {
  return { id: key.id, publisherId: "p", mode, label: "", hash: key.hash, createdAt: 0 };
}

function parse(key: string): NonNullable<ReturnType<typeof parseApiKey>> {
  const parsed = parseApiKey(key);
  if (parsed === undefined) throw new Error("not a key");
  return parsed;
}

describe.each(modes)("a %s key", (mode) => {
  const made = createApiKey(mode, seededRandom(11));

  it("is hb_, its mode, 8 letters of id, 32 of secret and 6 of checksum", () => {
    expect(made.key).toMatch(new RegExp(`^hb_${mode}_[0-9A-Za-z]{46}$`));
    expect(made.key).toHaveLength(54);
    expect(made.key.slice(8, 16)).toBe(made.id);
    expect(parseApiKey(made.key)).toEqual({ id: made.id, mode, key: made.key });
  });

  it("ends with the CRC-32 of all before it in six base62 digits", () => {
    const digits = [...made.key.slice(-6)].reduce((sum, digit) => sum * 62 + letters.indexOf(digit), 0);
    expect(digits).toBe(crc32(made.key.slice(0, -6)));
  });

  it("is kept as the SHA-256 of the whole of it in lower-case hex, and in no other form", () => {
    expect(made.hash).toBe(createHash("sha256").update(made.key).digest("hex"));
    expect(Object.keys(made).sort()).toEqual(["hash", "id", "key"]);
  });

  it("is told from every typo: one letter changed, lost, doubled, or two neighbours swapped", () => {
    const { key } = made;
    const typos = [...key].flatMap((letter, place) => [
      ...[...letters, "_", " ", "é"].map((other) => key.slice(0, place) + other + key.slice(place + 1)),
      key.slice(0, place) + key.slice(place + 1),
      key.slice(0, place) + letter + key.slice(place),
      key.slice(0, place) + (key[place + 1] ?? "") + letter + key.slice(place + 2),
    ]);
    for (const typo of typos) {
      if (typo !== key && parseApiKey(typo) !== undefined) expect.fail(`${typo} was taken for a key`);
    }
  });

  it("is not a key of the other mode with its prefix changed, nor with anything around it", () => {
    const other = mode === "live" ? "test" : "live";
    for (const text of [
      made.key.replace(mode, other),
      `${made.key}\n`,
      ` ${made.key}`,
      made.key.toUpperCase(),
      "",
    ]) {
      expect(parseApiKey(text)).toBeUndefined();
    }
  });

  it("belongs to the record made of it, and not to one of another key, mode or hash", () => {
    const other = createApiKey(mode, seededRandom(12));
    const parsed = parse(made.key);
    expect(isKeyOf(parsed, recordOf(made, mode))).toBe(true);
    expect(isKeyOf(parsed, recordOf(made, mode === "live" ? "test" : "live"))).toBe(false);
    expect(isKeyOf(parsed, recordOf(other, mode))).toBe(false);
    expect(isKeyOf(parsed, { ...recordOf(made, mode), hash: "" })).toBe(false);
    expect(isKeyOf(parsed, { ...recordOf(made, mode), hash: made.hash.toUpperCase() })).toBe(false);
    expect(isKeyOf(parsed, { ...recordOf(made, mode), hash: `${made.hash}0` })).toBe(false);
  });
});

describe("API keys", () => {
  it("are never read from a text that is none", () => {
    const likely = fc.stringMatching(/^hb_(live|test)_[0-9A-Za-z]{46}$/);
    holds(
      fc.property(fc.oneof(anyText, likely), (text) => {
        expect(parseApiKey(text)).toBeUndefined();
      }),
    );
  });

  it("use each of the 62 letters as often as the others", () => {
    const random = seededRandom(2026);
    const counts = Array<number>(letters.length).fill(0);
    const keys = 5_000;
    for (let index = 0; index < keys; index++) {
      const { key } = createApiKey("live", random);
      for (const letter of key.slice(8, -6))
        counts[letters.indexOf(letter)] = (counts[letters.indexOf(letter)] ?? 0) + 1;
    }
    const expected = counts.map(() => (keys * 40) / letters.length);
    expect(chiSquare(counts, expected)).toBeLessThan(tooFarFor(letters.length - 1));
  });

  it("leave out the bytes that would favour some letters", () => {
    let next = 0;
    const offered = [248, 255, 249, 0, 61, 62, 247];
    const { id } = createApiKey("live", (length) =>
      Uint8Array.from({ length }, () => offered[next++ % 7] ?? 0),
    );
    expect(new Set(id)).toEqual(new Set(["0", "z"]));
  });

  it("are never made twice", () => {
    const keys = Array.from({ length: 2_000 }, () => createApiKey("live", systemRandom).key);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
