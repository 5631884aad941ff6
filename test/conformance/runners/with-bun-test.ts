import { test } from "bun:test";
import { rateLimitCases, storeCases } from "../mod.ts";
import { limiterHarness, storeHarness } from "./memory-harness.ts";

for (const { name, run } of storeCases) test(name, () => run(storeHarness));
for (const { name, run } of rateLimitCases) test(name, () => run(limiterHarness));
