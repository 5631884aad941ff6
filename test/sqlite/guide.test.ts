import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Store } from "../../core/storage.ts";
import { storeCases } from "../conformance/mod.ts";
import { storeHarness } from "../conformance/runners/memory-harness.ts";

const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");

/** Runs the kit on a store, of any kind, of which only these operations have been written: the share of green cases. */
async function greenWith(operations: readonly (keyof Store)[]): Promise<number> {
  let green = 0;
  for (const { run } of storeCases) {
    green += await run({
      open: async (clock) => {
        const { stores, close } = await storeHarness.open(clock);
        const [first, second] = stores.map((store) => onlyWith(store, operations));
        return { stores: [first ?? stores[0], second ?? stores[1]], close };
      },
    }).then(
      () => 1,
      () => 0,
    );
  }
  return green / storeCases.length;
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

describe("the guide for adapter authors in README.md", () => {
  const catalogue: readonly (keyof Store)[] = [
    "readCatalog",
    "applyCatalog",
    "catalogChanges",
    "readCreatives",
    "addApiKey",
    "listApiKeys",
    "revokeApiKey",
  ];
  const issue: readonly (keyof Store)[] = [...catalogue, "issue", "findDeliveries", "readSpend"];

  it("shows code of the SQLite adapter as it is", () => {
    const [, section = ""] = readme.split(/^## Writing an adapter$/m);
    const [guide = ""] = section.split(/^## /m);
    const blocks = [...guide.matchAll(/^ *```ts\n([\s\S]*?)\n *```$/gm)].map(([, block = ""]) =>
      block.split("\n").map((line) => line.trim()),
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

  it("says rightly how many cases are green after the catalogue", async () => {
    expect(await greenWith(catalogue)).toBeGreaterThan(1 / 11);
  });

  it("says rightly how many cases are green after the issue", async () => {
    expect(await greenWith(issue)).toBeGreaterThan(1 / 5);
  });

  it("says rightly how many cases are green after the events", async () => {
    expect(await greenWith([...issue, "record", "releaseExpired"])).toBeGreaterThan(1 / 3);
  });
});
