import { describe, expect, it } from "vitest";
import { createMemoryStore } from "../../../adapters/memory/mod.ts";
import type { RateOf } from "../../../core/selection/view-rate.ts";
import { createViewRates } from "../../../core/selection/view-rates.ts";
import type { CountQuery, Metric } from "../../../core/storage/counts.ts";
import type { ServingStore } from "../../../core/storage/serving-store.ts";
import { campaign, count as countLine } from "../../conformance/fixtures.ts";
import { catalogOf, noon, version } from "./scenery.ts";

const hourMs = 3_600_000;
const catalog = catalogOf(
  [campaign("a"), campaign("b"), campaign("house", { priceMicros: 0 }), campaign("bot")],
  [version("a"), version("b"), version("house"), version("bot", { format: "bot" })],
);

function scene(broken: Partial<ServingStore> = {}): {
  readonly learn: (now: number) => Promise<void>;
  readonly count: (at: number, metric: Metric, campaignId: string, n: number) => Promise<void>;
  readonly mean: (campaignId: string) => number | undefined;
  readonly told: () => number;
  readonly asked: readonly CountQuery[];
} {
  const store = createMemoryStore();
  const asked: CountQuery[] = [];
  let rateOf: RateOf | undefined;
  let told = 0;
  const rates = createViewRates(
    {
      readCounts: (query) => {
        asked.push(query);
        return (broken.readCounts ?? store.readCounts)(query);
      },
    },
    (learned) => {
      rateOf = learned;
      told += 1;
    },
  );
  return {
    asked,
    told: () => told,
    learn: (now) => rates.learn(now, catalog),
    count: (at, metric, campaignId, n) =>
      store.addCounts([
        countLine({
          hour: Math.floor(at / hourMs) * hourMs,
          metric,
          campaignId,
          creativeId: `cr-${campaignId}`,
          n,
        }),
      ]),
    mean: (campaignId) => {
      const creative = catalog.creatives.get(`cr-${campaignId}`)?.creative;
      return creative && rateOf?.(creative).mean;
    },
  };
}

describe("view rates", () => {
  it("are learned from issued and seen deliveries, relative to the mean", async () => {
    const { learn, count, mean } = scene();
    await count(noon, "issued", "a", 1_000);
    await count(noon, "seen", "a", 800);
    await count(noon, "issued", "b", 1_000);
    await count(noon, "seen", "b", 400);
    await learn(noon);
    expect(mean("a")).toBeCloseTo(4 / 3, 1);
    expect(mean("b")).toBeCloseTo(2 / 3, 1);
  });

  it("take nothing from house ads, which carry no receipt, and keep bots, which are seen by a click, apart", async () => {
    const { learn, count, mean } = scene();
    await count(noon, "issued", "a", 1_000);
    await count(noon, "seen", "a", 600);
    await count(noon, "issued", "house", 100_000);
    await count(noon, "issued", "bot", 50_000);
    await count(noon, "seen", "bot", 500);
    await learn(noon);
    expect(mean("a")).toBeCloseTo(1, 1);
    expect(mean("b")).toBeCloseTo(1, 5);
    expect(mean("bot")).toBeCloseTo(1, 1);
  });

  it("are all alike while next to nothing was counted", async () => {
    const { learn, count, mean } = scene();
    await count(noon, "issued", "a", 60);
    await count(noon, "issued", "b", 30);
    await count(noon, "seen", "b", 30);
    await learn(noon);
    expect([mean("a"), mean("b")]).toEqual([1, 1]);
  });

  it("follow current views more than those of last week", async () => {
    const { learn, count, mean } = scene();
    await count(noon - 6 * 24 * hourMs, "issued", "a", 1_000);
    await count(noon - 6 * 24 * hourMs, "seen", "a", 900);
    await count(noon, "issued", "a", 1_000);
    await count(noon, "seen", "a", 100);
    await count(noon, "issued", "b", 10_000);
    await count(noon, "seen", "b", 5_000);
    await learn(noon);
    expect(mean("a") ?? 1).toBeLessThan(0.75);
  });

  it("count each hour once, however often and late they are learned", async () => {
    const { learn, count, mean, asked } = scene();
    await count(noon, "issued", "b", 10_000);
    await count(noon, "seen", "b", 5_000);
    for (let at = noon; at < noon + 5 * hourMs; at += hourMs / 4) {
      await count(at, "issued", "a", 100);
      await count(at, "seen", "a", 100);
      await learn(at);
    }
    // Of 2,000 all were seen; had an hour been counted twice or left out, the mean were the same, the queries not.
    expect(mean("a") ?? 0).toBeGreaterThan(1.3);
    const settled = asked.filter(({ metrics, from, to }) => metrics[0] === "issued" && to - from === hourMs);
    const hours = settled.map(({ from }) => from);
    expect(new Set(hours).size).toBe(hours.length);
  });

  it("are learned without the ads and views that are not to be learned from", async () => {
    const plain = scene();
    const attacked = scene();
    for (const { count } of [plain, attacked]) {
      await count(noon, "issued", "a", 1_000);
      await count(noon, "seen", "a", 500);
      await count(noon, "issued", "b", 1_000);
      await count(noon, "seen", "b", 500);
    }
    await attacked.count(noon, "issued", "a", 6_000);
    await attacked.count(noon, "unlearned_issued", "a", 6_000);
    await attacked.count(noon, "seen", "b", 300);
    await attacked.count(noon, "unlearned_seen", "b", 300);
    for (const { learn } of [plain, attacked]) await learn(noon);
    expect(attacked.mean("a")).toBe(plain.mean("a"));
    expect(attacked.mean("b")).toBe(plain.mean("b"));
  });

  it("are read once a minute, and reported when they are new", async () => {
    const { learn, count, told, asked } = scene();
    await learn(noon);
    const first = asked.length;
    await learn(noon + 59_999);
    expect(asked.length).toBe(first);
    await learn(noon + 60_000);
    expect([asked.length, told()]).toEqual([first + 4, 0]);
    await count(noon, "issued", "a", 500);
    await learn(noon + 120_000);
    await learn(noon + 180_000);
    expect(told()).toBe(1);
  });

  it("stay as they are when the store cannot be read", async () => {
    const { learn, told } = scene({ readCounts: () => Promise.reject(new Error("not there")) });
    await expect(learn(noon)).resolves.toBeUndefined();
    expect(told()).toBe(0);
  });
});
