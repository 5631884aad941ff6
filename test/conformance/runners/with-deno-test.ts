import { rateLimitCases, storeCases } from "../mod.ts";
import { limiterHarness, storeHarness } from "./memory-harness.ts";

declare const Deno: { readonly test: (name: string, run: () => Promise<void>) => void };

for (const { name, run } of storeCases) Deno.test(name, () => run(storeHarness));
for (const { name, run } of rateLimitCases) Deno.test(name, () => run(limiterHarness));
