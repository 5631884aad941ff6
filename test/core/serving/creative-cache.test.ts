import { describe, expect, it } from "vitest";
import type { CreativeVersion } from "../../../core/catalog/entities.ts";
import { type CreativeCache, createCreativeCache } from "../../../core/serving/creative-cache.ts";
import { creativeVersion } from "../../conformance/fixtures.ts";

/** A cache over a store with these versions, and what it was asked for. */
function cacheOver(versions: readonly CreativeVersion[]): {
  readonly cache: CreativeCache;
  readonly asked: readonly string[];
} {
  const asked: string[] = [];
  const cache = createCreativeCache({
    readCreatives: async (ids) => {
      asked.push(...ids);
      return ids.map((id) => versions.find(({ versionId }) => versionId === id));
    },
  });
  return { cache, asked };
}

/** A catalogue of creatives, as a snapshot holds it. */
function catalogOf(version: string, ...creatives: readonly CreativeVersion[]) {
  return { version, creatives: new Map(creatives.map((item) => [item.creative.id, item])) };
}

const many = Array.from({ length: 12_000 }, (_, n) => creativeVersion(`c${n}`));

describe("the cache of creatives", () => {
  it("asks the store once for a version, and every time for one that is not there", async () => {
    const { cache, asked } = cacheOver([creativeVersion("a")]);
    for (let n = 0; n < 2; n += 1) {
      expect(await cache.find("v1-a")).toEqual(creativeVersion("a"));
      expect(await cache.find("v1-b")).toBeUndefined();
    }
    expect(asked).toEqual(["v1-a", "v1-b", "v1-b"]);
  });

  it("knows which creative a version is of from the catalogue, from an issue or from a look, and never asks", async () => {
    const { cache, asked } = cacheOver([creativeVersion("read")]);
    await cache.find("v1-read");
    cache.note(creativeVersion("issued"));
    const catalog = catalogOf("1", creativeVersion("current"));
    const ids = ["v1-read", "v1-issued", "v1-current", "v1-none"];
    expect(ids.map((id) => cache.creativeIdOf(id, catalog))).toEqual([
      "cr-read",
      "cr-issued",
      "cr-current",
      "",
    ]);
    expect(asked).toEqual(["v1-read"]);
  });

  it("looks into each catalogue once, and into a later one again", () => {
    const { cache } = cacheOver([]);
    expect(cache.creativeIdOf("v1-b", catalogOf("1", creativeVersion("a")))).toBe("");
    expect(cache.creativeIdOf("v1-b", catalogOf("1", creativeVersion("b")))).toBe("");
    expect(cache.creativeIdOf("v1-b", catalogOf("2", creativeVersion("b")))).toBe("cr-b");
    expect(cache.creativeIdOf("v1-a", catalogOf("3"))).toBe("cr-a");
  });

  it("knows what is issued here in a catalogue that is too large to note", () => {
    const { cache } = cacheOver([]);
    const large = catalogOf("1", ...many);
    expect(cache.creativeIdOf("v1-c5", large)).toBe("");
    cache.note(creativeVersion("c5"));
    expect(cache.creativeIdOf("v1-c5", large)).toBe("cr-c5");
  });

  it("forgets what it noted first when there is more than it has room for", () => {
    const { cache } = cacheOver([]);
    for (const version of many) cache.note(version);
    const nothing = catalogOf("1");
    const known = many.filter(({ versionId }) => cache.creativeIdOf(versionId, nothing) !== "");
    expect(known).toHaveLength(10_000);
    expect(known.at(0)?.versionId).toBe("v1-c2000");
  });
});
