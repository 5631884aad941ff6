import { describe, expect, it } from "vitest";
import type { CreativeVersion } from "../../../core/catalog/entities.ts";
import { type CreativeCache, createCreativeCache } from "../../../core/serving/creative-cache.ts";
import { creativeVersion } from "../../conformance/fixtures.ts";

/** A cache over a store with these versions and a lineup with those, and what the store was asked for. */
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

describe("the cache of creatives", () => {
  it("asks the store once for a version, and every time for one that is not there", async () => {
    const { cache, asked } = cacheOver([creativeVersion("a")]);
    for (let n = 0; n < 2; n += 1) {
      expect(await cache.find("v1-a")).toEqual(creativeVersion("a"));
      expect(await cache.find("v1-b")).toBeUndefined();
    }
    expect(asked).toEqual(["v1-a", "v1-b", "v1-b"]);
  });

  it("knows which creative was delivered from the catalogue, from a note or from a look, and never asks", async () => {
    const { cache, asked } = cacheOver([creativeVersion("read")], [creativeVersion("current")]);
    await cache.find("v1-read");
    cache.note(creativeVersion("replaced"));
    const creativeIdOf = (campaignId: string): string =>
      cache.creativeIdOf({ campaignId, creativeVersionId: `v1-${campaignId}` });
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
