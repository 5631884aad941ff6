import { describe, expect, it } from "vitest";
import type { CreativeVersion } from "../../../core/catalog/entities.ts";
import { type CreativeCache, createCreativeCache } from "../../../core/serving/creative-cache.ts";
import { creativeVersion } from "../../conformance/fixtures.ts";

/** A cache over a store and a live index with these versions, and the ids that the store was asked for. */
function cacheOver(
  versions: readonly CreativeVersion[],
  current: readonly CreativeVersion[] = [],
): { readonly cache: CreativeCache; readonly asked: readonly string[] } {
  const asked: string[] = [];
  const store = {
    readCreatives: async (ids: readonly string[]) => {
      asked.push(...ids);
      return ids.map((id) => versions.find(({ versionId }) => versionId === id));
    },
  };
  const creativesOf = (campaignId: string): readonly CreativeVersion[] =>
    current.filter(({ creative }) => creative.campaignId === campaignId);
  return { cache: createCreativeCache(store, { creativesOf }), asked };
}

function deliveryOf(name: string): Parameters<CreativeCache["find"]>[0] {
  const { versionId, creative } = creativeVersion(name);
  return { campaignId: creative.campaignId, creativeVersionId: versionId };
}

describe("the cache of creatives", () => {
  it("asks the store once for a version, and every time for a version that does not exist", async () => {
    const { cache, asked } = cacheOver([creativeVersion("a")]);
    for (let n = 0; n < 2; n += 1) {
      expect(await cache.find(deliveryOf("a"))).toEqual(creativeVersion("a"));
      expect(await cache.find(deliveryOf("b"))).toBeUndefined();
    }
    expect(asked).toEqual(["v1-a", "v1-b", "v1-b"]);
  });

  it("does not ask the store for a version that the catalogue in memory holds", async () => {
    const { cache, asked } = cacheOver([], [creativeVersion("current")]);
    expect(await cache.find(deliveryOf("current"))).toEqual(creativeVersion("current"));
    expect(asked).toEqual([]);
  });

  it("asks the store for the version that was delivered when the catalogue holds a newer version", async () => {
    const delivered = creativeVersion("a");
    const { cache, asked } = cacheOver([delivered], [{ ...delivered, versionId: "v2-a" }]);
    expect(await cache.find(deliveryOf("a"))).toEqual(delivered);
    expect(asked).toEqual(["v1-a"]);
  });

  it("knows which creative was delivered from the catalogue, from a note or from a look, and never asks", async () => {
    const { cache, asked } = cacheOver([creativeVersion("read")], [creativeVersion("current")]);
    await cache.find(deliveryOf("read"));
    cache.note(creativeVersion("replaced"));
    const creativeIdOf = (name: string): string => cache.creativeIdOf(deliveryOf(name));
    expect(["read", "replaced", "current", "none"].map(creativeIdOf)).toEqual([
      "cr-read",
      "cr-replaced",
      "cr-current",
      "",
    ]);
    expect(asked).toEqual(["v1-read"]);
  });

  it("knows the 10,000 it noted last and forgets others when there is more than it has room for", () => {
    const { cache } = cacheOver([]);
    const noted = Array.from({ length: 40_000 }, (_, n) => `v1-n${n}`);
    for (const versionId of noted) cache.note({ ...creativeVersion("one"), versionId });
    const isKnown = (creativeVersionId: string): boolean =>
      cache.creativeIdOf({ campaignId: "one", creativeVersionId }) !== "";
    expect(noted.slice(-10_000).every(isKnown)).toBe(true);
    expect(noted.slice(0, 10_000).some(isKnown)).toBe(false);
  });
});
