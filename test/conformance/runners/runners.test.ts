import { describe, expect, it } from "vitest";
import { rateLimitCases, storeCases } from "../mod.ts";
import { countPassed, type Runner } from "./count-passed.ts";

const runners: readonly (readonly [Runner, file: string])[] = [
  ["vitest", "with-vitest.ts"],
  ["node:test", "with-node-test.ts"],
  ["bun test", "with-bun-test.ts"],
  ["deno test", "with-deno-test.ts"],
];

describe("every case of the kit passes on the memory store with", () => {
  it.each(runners)("%s", async (runner, file) => {
    const passed = await countPassed(runner, new URL(file, import.meta.url));
    expect(passed).toBe(storeCases.length + rateLimitCases.length);
  });
});
