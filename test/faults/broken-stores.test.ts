import { describe, expect, it } from "vitest";
import { type ConformanceCase, ConformanceFailure, rateLimitCases, storeCases } from "../conformance/mod.ts";
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

  it("has no case that passes everything broken", async () => {
    expect(await neverRefused(storeCases, brokenStores)).toEqual([]);
    expect(await neverRefused(rateLimitCases, brokenLimiters)).toEqual([]);
  });

  it("tells who changes it that it still refuses all of them", async () => {
    expect(await checkBrokenStores()).toEqual([]);
  });

  it("complains about a guard that is gone, and about one that sees nothing", async () => {
    const harmless = {
      name: "breaks nothing",
      caughtBy: "what expired unseen is given back",
      open: soundStore.open,
    };
    expect(await checkGuard(harmless, storeCases, soundStore)).toMatch(/passes one that breaks nothing/);
    const unnamed = { ...harmless, caughtBy: "no such case" };
    expect(await checkGuard(unnamed, storeCases, soundStore)).toMatch(/correct caughtBy/);
  });
});

/** The names of cases that refuse nothing. What is broken hangs now and then where no deadline is due. */
async function neverRefused<Harness extends { readonly open: unknown }>(
  cases: readonly ConformanceCase<Harness>[],
  broken: readonly (Harness & { readonly caughtBy: string })[],
): Promise<readonly string[]> {
  const blind: string[] = [];
  for (const { name, run } of cases) {
    const guarded = broken.filter(({ caughtBy }) => caughtBy === name);
    const others = broken.filter((item) => !guarded.includes(item));
    let refused = false;
    for (const harness of [...guarded, ...others]) {
      refused = await refuses(run({ ...harness, deadlineMs: 100 }));
      if (refused) break;
    }
    if (!refused) blind.push(name);
  }
  return blind;
}

function refuses(running: Promise<void>): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), 500);
    const settle = (verdict: boolean): void => {
      clearTimeout(timer);
      resolve(verdict);
    };
    running.then(
      () => settle(false),
      (error: unknown) => settle(error instanceof ConformanceFailure),
    );
  });
}
