import { describe, expect, it } from "vitest";
import {
  type CatalogFeed,
  createCatalogFeed,
  createCatalogFeedState,
} from "../../../core/selection/catalog-feed.ts";
import type { LiveIndexChange } from "../../../core/selection/live-index.ts";
import { createTestClock, type TestClock } from "../../conformance/clock.ts";
import { stateOf } from "../settled.ts";
import { delta, version } from "./scenery.ts";
import { type HeldCatalog, heldCatalog } from "./stub-store.ts";

interface Scene extends HeldCatalog {
  readonly clock: TestClock;
  readonly feed: CatalogFeed;
  /** Versions that the feed said it had checked. */
  readonly checked: readonly string[];
  /** The changes that the live index got. */
  readonly changes: readonly LiveIndexChange[];
  /** The version that is served without waiting, or that nothing is. */
  readonly served: () => Promise<string>;
}

function scene(): Scene {
  const clock = createTestClock();
  const catalog = heldCatalog();
  const checked: string[] = [];
  const changes: LiveIndexChange[] = [];
  const feed = createCatalogFeed(catalog.store, clock.now, {
    onChange: (change) => changes.push(change),
    onChecked: async ({ version }) => {
      checked.push(version);
    },
  });
  const served = async (): Promise<string> => {
    const state = await stateOf(feed.current());
    return typeof state === "string" ? state : state.value.version;
  };
  return { ...catalog, clock, feed, checked, changes, served };
}

/** A feed that has just learnt version 1. */
async function loaded(): Promise<Scene> {
  const made = scene();
  const first = made.feed.current();
  await made.answer(delta("1", { reload: true }));
  expect((await first).version).toBe("1");
  return made;
}

describe("the first request", () => {
  it("waits for the catalogue, and asks for everything", async () => {
    const { served, asked } = scene();
    expect(await served()).toBe("pending");
    expect(asked).toEqual([undefined]);
  });

  it("fails when the store cannot be reached, and the next one asks again", async () => {
    const { feed, fail, answer, asked } = scene();
    const first = expect(feed.current()).rejects.toThrow("not there");
    await fail();
    await first;
    const second = feed.current();
    await answer(delta("1", { reload: true }));
    expect((await second).version).toBe("1");
    expect(asked).toEqual([undefined, undefined]);
  });

  it("fails when the store has no catalogue at all", async () => {
    const { feed, answer } = scene();
    const first = expect(feed.current()).rejects.toThrow();
    await answer(undefined);
    await first;
  });

  it("shares one read of the store, and its failure, with all concurrent requests", async () => {
    const { feed, answer, fail, asked } = scene();
    const failing = Promise.allSettled(Array.from({ length: 64 }, () => feed.current()));
    await fail();
    expect((await failing).map(({ status }) => status)).toEqual(Array.from({ length: 64 }, () => "rejected"));
    const all = Promise.all(Array.from({ length: 64 }, () => feed.current()));
    await answer(delta("1", { reload: true }));
    expect(new Set(await all).size).toBe(1);
    expect(asked).toHaveLength(2);
  });
});

describe("a catalogue that was checked", () => {
  it("less than a second ago is served without asking", async () => {
    const { clock, served, asked } = await loaded();
    clock.advance(999);
    expect(await served()).toBe("1");
    expect(asked).toHaveLength(1);
  });

  it("one second ago is served while one read of the store fetches changes", async () => {
    const { clock, served, asked, answer, checked } = await loaded();
    clock.advance(1_000);
    expect(await Promise.all([served(), served(), served()])).toEqual(["1", "1", "1"]);
    expect(asked).toEqual([undefined, "1"]);
    await answer(delta("2"));
    expect(await served()).toBe("2");
    expect(asked).toHaveLength(2);
    expect(checked).toEqual(["1", "2"]);
  });

  it("two seconds ago is not served before the store is read", async () => {
    const { clock, feed, served, asked, answer } = await loaded();
    clock.advance(1_999);
    expect(await served()).toBe("1");
    clock.advance(1);
    expect(await served()).toBe("pending");
    const waiting = feed.current();
    await answer(delta("2"));
    expect((await waiting).version).toBe("2");
    expect(asked).toHaveLength(2);
  });

  it("has the age of the start of its read, not of the end", async () => {
    const { clock, served, asked, answer } = await loaded();
    clock.advance(1_000);
    await served();
    clock.advance(1_500);
    await answer(undefined);
    expect(await served()).toBe("1");
    expect(asked).toHaveLength(3);
  });

  it("is fresh again when nothing changed", async () => {
    const { clock, served, asked, answer } = await loaded();
    clock.advance(1_000);
    await served();
    await answer(undefined);
    clock.advance(999);
    expect(await served()).toBe("1");
    expect(asked).toHaveLength(2);
  });

  it("serves on through an outage, however long, asking each time, and is new when the store is back", async () => {
    const { clock, feed, served, answer, fail, asked } = await loaded();
    for (let round = 0; round < 5; round++) {
      clock.advance(3_600_000);
      const waiting = feed.current();
      await fail();
      expect((await waiting).version).toBe("1");
    }
    expect(asked).toHaveLength(6);
    const back = feed.current();
    await answer(delta("2"));
    expect((await back).version).toBe("2");
    expect(await served()).toBe("2");
  });

  it("does not fail the request that is served while a read of the store fails", async () => {
    const { clock, served, fail } = await loaded();
    clock.advance(1_500);
    expect(await served()).toBe("1");
    await fail();
    expect(await served()).toBe("1");
  });

  it("is read again when the clock was set back, so that a revoked key does not live on", async () => {
    const { clock, served, asked } = await loaded();
    clock.advance(-3_600_000);
    await served();
    clock.advance(2_000);
    await served();
    expect(asked.length).toBeGreaterThan(1);
  });
});

describe("the store's time", () => {
  const hourMs = 3_600_000;

  it("is this instance's until the store has reported its own", () => {
    const { clock, feed } = scene();
    expect(feed.storeClock()).toBe(clock.now());
  });

  it.each([2 * hourMs, -2 * hourMs])(
    "is followed by a clock that is %d ms off, from the first answer on",
    async (ms) => {
      const { clock, feed, answer } = scene();
      const first = feed.current();
      const at = clock.now() + ms;
      await answer(delta("1", { reload: true }), at);
      await first;
      expect(feed.storeClock()).toBe(at);
      clock.advance(750);
      expect(feed.storeClock()).toBe(at + 750);
    },
  );

  it("is followed when nothing changed, too, and when this instance's clock was set back", async () => {
    const { clock, feed, answer, fail } = await loaded();
    const storeStart = clock.now() + hourMs;
    for (const [step, jump] of [
      [1_000, 0],
      [2_000, -5 * hourMs],
      [3_000, 9 * hourMs],
    ] as const) {
      clock.advance(jump);
      const refreshed = feed.refresh();
      await answer(undefined, storeStart + step);
      await refreshed;
      expect(feed.storeClock()).toBe(storeStart + step);
    }
    const failing = expect(feed.refresh()).rejects.toThrow("not there");
    await fail();
    await failing;
    expect(feed.storeClock()).toBe(storeStart + 3_000);
  });

  it("is the new one when the feed tells that it has checked", async () => {
    const clock = createTestClock();
    const { store, answer } = heldCatalog();
    const times: number[] = [];
    const feed: CatalogFeed = createCatalogFeed(store, clock.now, {
      onChange: () => {},
      onChecked: async () => {
        times.push(feed.storeClock());
      },
    });
    const first = feed.refresh();
    await answer(delta("1", { reload: true }), 7);
    await first;
    expect(times).toEqual([7]);
  });
});

describe("a change", () => {
  it("is reported once, with all affected campaigns, and not at all when nothing changed", async () => {
    const { feed, answer, changes } = await loaded();
    let refreshed = feed.refresh();
    await answer(delta("2", { creatives: [version("a"), version("b")] }));
    await refreshed;
    refreshed = feed.refresh();
    await answer(
      delta("3", {
        creatives: [version("c", { id: "cr-a" })],
        removed: [
          { kind: "creative", id: "cr-b" },
          { kind: "campaign", id: "d" },
        ],
      }),
    );
    await refreshed;
    refreshed = feed.refresh();
    await answer(undefined);
    await refreshed;
    expect(changes.map(({ isReload, touched }) => [isReload, [...touched].sort()])).toEqual([
      [true, []],
      [false, ["a", "b"]],
      [false, ["a", "b", "c", "d"]],
    ]);
  });
});

describe("refreshing", () => {
  it("reads at any age and reports that the store cannot be reached", async () => {
    const { feed, answer, fail, asked } = await loaded();
    const refreshed = feed.refresh();
    await answer(delta("2"));
    expect((await refreshed).version).toBe("2");
    const failing = expect(feed.refresh()).rejects.toThrow("not there");
    await fail();
    await failing;
    expect(asked).toEqual([undefined, "1", "2"]);
  });
});

describe("two instances that share what was read", () => {
  it("apply a change once, and the answer that comes too late is asked for again", async () => {
    const clock = createTestClock();
    const state = createCatalogFeedState();
    const versions: string[] = [];
    const hooks = {
      onChange: ({ isReload }: LiveIndexChange) => void versions.push(isReload ? "reload" : "change"),
      onChecked: async () => {},
    };
    const [one, other] = [heldCatalog(), heldCatalog()];
    const quick = createCatalogFeed(one.store, clock.now, hooks, state);
    const slow = createCatalogFeed(other.store, clock.now, hooks, state);
    const [first, second] = [quick.current(), slow.current()];
    await one.answer(delta("2", { reload: true }));
    expect((await first).version).toBe("2");
    await other.answer(delta("1", { reload: true }));
    expect(other.asked).toEqual([undefined, "2"]);
    await other.answer(undefined);
    expect((await second).version).toBe("2");
    expect(versions).toEqual(["reload"]);
  });
});
