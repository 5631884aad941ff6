import { beforeEach, describe, expect, it } from "vitest";
import { applyDelta, type Snapshot } from "../../../core/selection/snapshot.ts";
import type { EntityRef } from "../../../core/storage/catalog-change.ts";
import { apiKey, campaign, platform, publisher, topic } from "../../conformance/fixtures.ts";
import { delta, version } from "./scenery.ts";

const everything = delta("1", {
  reload: true,
  publishers: [publisher()],
  platforms: [platform()],
  apiKeys: [apiKey("key1", 0)],
  campaigns: [campaign("a"), campaign("b", { priceMicros: 900 })],
  creatives: [version("a"), version("b")],
  topics: [topic()],
});

/** All that belongs to a snapshot alone, as plain data. */
function contents(snapshot: Snapshot): unknown {
  return {
    version: snapshot.version,
    publishers: [...snapshot.publishers],
    platforms: [...snapshot.platforms],
    apiKeys: [...snapshot.apiKeys],
    topics: [...snapshot.topics],
    flights: snapshot.topicMatcher.match("cheap flights").map(({ topicId }) => topicId),
  };
}

/** Campaigns that have a creative and are active, by id. */
function shown({ campaigns, creatives }: Snapshot): readonly string[] {
  const owners = new Set([...creatives.values()].map(({ creative }) => creative.campaignId));
  return [...campaigns.keys()].filter((id) => owners.has(id)).sort();
}
let first = applyDelta(undefined, everything);
beforeEach(() => {
  first = applyDelta(undefined, everything);
});

describe("a snapshot", () => {
  it("holds everything of a reload", () => {
    expect(first.version).toBe("1");
    expect(first.platforms.get("pf_one")?.revenueShareBps).toBe(7_000);
    expect(first.apiKeys.has("key1")).toBe(true);
    expect(shown(first)).toEqual(["a", "b"]);
    expect(first.topicMatcher.match("any cheap flights?")).toEqual([{ topicId: "topic-1", confidence: 1 }]);
  });

  it("keeps entities that a change does not name, and takes the others in their new state", () => {
    const next = applyDelta(
      first,
      delta("2", { campaigns: [campaign("a", { priceMicros: 5_000 }), campaign("c")] }),
    );
    expect(next.version).toBe("2");
    expect(shown(next)).toEqual(["a", "b"]);
    expect([...next.campaigns.keys()].sort()).toEqual(["a", "b", "c"]);
    expect(next.publishers).toEqual(first.publishers);
    expect(next.apiKeys).toEqual(first.apiKeys);
    expect(shown(applyDelta(next, delta("3", { creatives: [version("c")] })))).toContain("c");
  });

  it("shows the new version of a creative and forgets the old one", () => {
    const edited = { ...version("a"), versionId: "v2" };
    const next = applyDelta(first, delta("2", { creatives: [edited] }));
    expect(next.creatives.get("cr-a")?.versionId).toBe("v2");
    expect([...next.creatives.values()].filter(({ creative }) => creative.id === "cr-a")).toEqual([edited]);
  });

  it("moves a creative to the campaign that it now belongs to", () => {
    const next = applyDelta(first, delta("2", { creatives: [version("b", { id: "cr-a" })] }));
    expect(shown(next)).toEqual(["b"]);
    expect(next.creatives.get("cr-a")?.creative.campaignId).toBe("b");
  });

  it.each<EntityRef>([
    { kind: "publisher", id: "publisher-1" },
    { kind: "platform", id: "pf_one" },
    { kind: "campaign", id: "a" },
    { kind: "creative", id: "cr-a" },
    { kind: "topic", id: "topic-1" },
  ])("lets a removed $kind go and nothing else of that id", (ref) => {
    const maps = ["publisher", "platform", "campaign", "creative", "topic"] as const;
    const before = applyDelta(undefined, everything);
    const next = applyDelta(first, delta("2", { removed: [ref] }));
    for (const kind of maps) {
      const lost = [...before[`${kind}s`].keys()].filter((id) => !next[`${kind}s`].has(id));
      expect(lost).toEqual(kind === ref.kind ? [ref.id] : []);
    }
    expect(shown(next)).toEqual(ref.id === "a" || ref.id === "cr-a" ? ["b"] : ["a", "b"]);
    expect(next.topicMatcher.match("cheap flights").length).toBe(ref.kind === "topic" ? 0 : 1);
  });

  it("ignores the removal of unknown entities", () => {
    const next = applyDelta(
      first,
      delta("2", {
        removed: [
          { kind: "campaign", id: "__proto__" },
          { kind: "topic", id: "a" },
        ],
      }),
    );
    expect(shown(next)).toEqual(["a", "b"]);
  });

  it("keeps an entity that one change removes and stores, as stored", () => {
    const next = applyDelta(
      first,
      delta("2", { removed: [{ kind: "campaign", id: "a" }], campaigns: [campaign("a", { weight: 9 })] }),
    );
    expect(next.campaigns.get("a")?.weight).toBe(9);
  });

  it("knows a new key and the revocation of an old one", () => {
    const next = applyDelta(
      first,
      delta("2", { apiKeys: [apiKey("key2", 1), apiKey("key1", 0, { revokedAt: 5 })] }),
    );
    expect(next.apiKeys.get("key1")?.revokedAt).toBe(5);
    expect(next.apiKeys.has("key2")).toBe(true);
  });

  it("forgets all it had at a reload, keys too", () => {
    const next = applyDelta(
      first,
      delta("9", { reload: true, campaigns: [campaign("z")], creatives: [version("z")] }),
    );
    expect(shown(next)).toEqual(["z"]);
    expect([next.publishers.size, next.platforms.size, next.apiKeys.size, next.topics.size]).toEqual([
      0, 0, 0, 0,
    ]);
    expect(next.topicMatcher.match("cheap flights").length).toBe(0);
  });

  it("never changes by later changes, except campaigns and creatives, which are always the newest", () => {
    const before = contents(first);
    applyDelta(
      first,
      delta("2", {
        campaigns: [campaign("c", { priceMicros: 5 })],
        creatives: [version("c")],
        removed: [{ kind: "campaign", id: "a" }],
      }),
    );
    applyDelta(
      first,
      delta("3", { apiKeys: [apiKey("key1", 0, { revokedAt: 1 })], topics: [topic({ id: "t2" })] }),
    );
    applyDelta(first, delta("4", { reload: true }));
    expect(contents(first)).toEqual(before);
    expect([...first.campaigns.keys()]).toEqual(["b", "c"]);
    expect([...first.creatives.keys()]).toEqual(["cr-a", "cr-b", "cr-c"]);
  });

  it("may hold ids like the members of an object", () => {
    const next = applyDelta(
      first,
      delta("2", { campaigns: [campaign("__proto__")], creatives: [version("__proto__")] }),
    );
    expect(shown(next)).toContain("__proto__");
    expect(next.platforms.get("__proto__")).toBeUndefined();
  });
});
