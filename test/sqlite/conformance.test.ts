import { describe, expect, it } from "vitest";
import { storeCases } from "../conformance/mod.ts";
import { countPassed, type Runner } from "../conformance/runners/count-passed.ts";
import { harness } from "./harness.ts";

const others: readonly (readonly [Runner, file: string])[] = [
  ["bun test", "with-bun-test.ts"],
  ["deno test", "with-deno-test.ts"],
];

describe("the SQLite store", () => {
  it.each(storeCases)("$name", ({ run }) => run(harness));

  it.each(others)("passes every case with %s", async (runner, file) => {
    expect(await countPassed(runner, new URL(file, import.meta.url))).toBe(storeCases.length);
  });
});
