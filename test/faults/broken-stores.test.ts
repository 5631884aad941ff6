import { describe, expect, it } from "vitest";
import { type ConformanceCase, ConformanceFailure, rateLimitCases, storeCases } from "../conformance/mod.ts";
import { pageAt } from "../readme/pages.ts";
import { checkGuard, soundLimiter, soundStore } from "./broken-stores/check-guard.ts";
import { brokenLimiters, brokenStores, checkBrokenStores } from "./broken-stores/mod.ts";

describe("the conformance kit refuses a store that", () => {
  it.each(brokenStores)("$name", async (broken) => {
    expect(await checkGuard(broken, storeCases, soundStore)).toBeUndefined();
  });
});

describe("the conformance kit refuses a rate limiter that", () => {
  it.each(brokenLimiters)("$name", async (broken) => {
    expect(await checkGuard(broken, rateLimitCases, soundLimiter)).toBeUndefined();
  });
});

describe("the conformance kit", () => {
  it("has a name of its own for every case and for everything broken", () => {
    for (const named of [brokenStores, brokenLimiters, storeCases, rateLimitCases]) {
      expect(new Set(named.map(({ name }) => name)).size).toBe(named.length);
    }
  });

  it("refuses at least as many as test/README.md says", () => {
    const figure = /each of more than (\d+) deliberately broken/.exec(pageAt("test/README.md").text)?.[1];
    expect(brokenStores.length + brokenLimiters.length).toBeGreaterThan(Number(figure));
  });

  it("has no case that passes everything broken", async () => {
    expect(await neverRefused(storeCases, brokenStores)).toEqual([]);
    expect(await neverRefused(rateLimitCases, brokenLimiters)).toEqual([]);
  });

  it("still refuses all of them", async () => {
    expect(await checkBrokenStores()).toEqual([]);
  });

  it("complains about a guard that is gone, and about one that sees nothing", async () => {
    const harmless = {
      name: "breaks nothing",
      caughtBy: "holds of expired unseen deliveries are given back",
      open: soundStore.open,
    };
    expect(await checkGuard(harmless, storeCases, soundStore)).toMatch(/passes one that breaks nothing/);
    const unnamed = { ...harmless, caughtBy: "no such case" };
    expect(await checkGuard(unnamed, storeCases, soundStore)).toMatch(/correct caughtBy/);
  });
});

/** The names of cases that refuse nothing. */
async function neverRefused<Harness extends { readonly open: unknown }>(
  cases: readonly ConformanceCase<Harness>[],
  broken: readonly (Harness & { readonly caughtBy: string; readonly hangs?: true })[],
): Promise<readonly string[]> {
  const blind: string[] = [];
  for (const { name, run } of cases) {
    const guarded = broken.filter(({ caughtBy }) => caughtBy === name);
    const others = broken.filter((item) => !guarded.includes(item));
    const runs = [...guarded, ...others].map((harness) => () => {
      return run(harness.hangs === true ? { ...harness, deadlineMs: 200 } : harness);
    });
    if (!(await isOneRefused(runs))) blind.push(name);
  }
  return blind;
}

/** Begins one run after the other until one is refused. Faults make some cases wait for ever; their runs are dropped. */
async function isOneRefused(runs: readonly (() => Promise<void>)[]): Promise<boolean> {
  let isRefused = false;
  const verdicts: Promise<void>[] = [];
  for (const run of runs) {
    let isOver = false;
    const verdict = run()
      .catch((error: unknown) => {
        isRefused ||= error instanceof ConformanceFailure;
      })
      .finally(() => {
        isOver = true;
      });
    verdicts.push(verdict);
    // Stores in memory wait for promises only: a run that still waits after this many turns waits for itself.
    for (let turn = 0; turn < 100 && !isOver; turn += 1) await nextTurn();
    if (isRefused) return true;
  }
  await Promise.all(verdicts);
  return isRefused;
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
