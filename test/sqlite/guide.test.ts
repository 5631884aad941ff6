import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Store } from "../../core/storage/store.ts";
import { type StoreHarness, storeCases } from "../conformance/mod.ts";
import { storeHarness } from "../conformance/runners/memory-harness.ts";
import { blocksOf, pageAt } from "../readme/pages.ts";

/** Runs the kit on a store, of any kind, of which only these operations have been written: the share of green cases. */
async function greenWith(operations: readonly (keyof Store)[]): Promise<number> {
  let green = 0;
  for (const { run } of storeCases) {
    green += await run(harnessWith((store) => onlyWith(store, operations))).then(
      () => 1,
      () => 0,
    );
  }
  return green / storeCases.length;
}

/** Why the first case fails that does, on a store that has these operations. */
async function firstRed(operations: readonly (keyof Store)[]): Promise<string> {
  for (const { run } of storeCases) {
    const failure = await run(harnessWith((store) => onlyWith(store, operations))).then(
      () => undefined,
      (error: unknown) => String(error),
    );
    if (failure !== undefined) return failure;
  }
  return "";
}

function harnessWith(change: (store: Store) => Store): StoreHarness {
  return {
    open: async (clock) => {
      const { stores, close } = await storeHarness.open(clock);
      const [first, second] = stores;
      return { stores: [change(first), change(second)], close };
    },
  };
}

function onlyWith(store: Store, operations: readonly (keyof Store)[]): Store {
  return new Proxy(store, {
    get: (target, name) => {
      const known = operations.find((operation) => operation === name);
      return known === undefined
        ? () => Promise.reject(new Error(`${String(name)} comes later`))
        : target[known];
    },
  });
}

describe("the guide for adapter authors in adapters/WRITING.md", () => {
  const catalogue: readonly (keyof Store)[] = [
    "readCatalog",
    "applyCatalog",
    "catalogChanges",
    "readCreatives",
    "readRemoved",
    "addApiKey",
    "listApiKeys",
    "revokeApiKey",
    "rotateApiKey",
  ];
  const issue: readonly (keyof Store)[] = [...catalogue, "issue", "findDeliveries", "readSpend"];

  it("shows code of the SQLite adapter as it is", () => {
    const blocks = blocksOf(pageAt("adapters/WRITING.md")).map((block) =>
      block.text.split("\n").map((line) => line.trim()),
    );
    expect(blocks.length, "blocks of code in the guide").toBeGreaterThan(3);
    for (const [title = "", ...shown] of blocks) {
      const file = new URL(`../../${title.replace("// ", "")}`, import.meta.url);
      const lines = readFileSync(file, "utf8")
        .split("\n")
        .map((line) => line.trim());
      expect(lines.join("\n")).toContain(shown.join("\n"));
    }
  });

  it("follows the kit: an empty store lacks the catalogue first, and then the issue", async () => {
    expect(await firstRed([])).toContain("comes later");
    expect(await firstRed([])).toMatch(/applyCatalog|catalogChanges|readCatalog/);
    expect(await firstRed(catalogue)).toContain("issue comes later");
  });

  it("learns from the kit which operation left an item unanswered", async () => {
    const silent = harnessWith((store) => ({ ...store, issue: async () => [] }));
    const named = storeCases.find(({ name }) => name === "issue takes the first choice when its limits hold");
    await expect(named?.run(silent)).rejects.toThrow("issue was given one item and answered 0");
  });

  it("says rightly how many cases are green after the catalogue", async () => {
    expect(await greenWith(catalogue)).toBeGreaterThan(1 / 11);
  });

  it("says rightly how many cases are green after the issue", async () => {
    expect(await greenWith(issue)).toBeCloseTo(1 / 5, 1);
  });

  it("says rightly how many cases are green after the events", async () => {
    expect(await greenWith([...issue, "record", "releaseExpired"])).toBeGreaterThan(1 / 4);
  });
});
