import { storeCases } from "../conformance/mod.ts";
import { harness } from "./harness.ts";

declare const Deno: { readonly test: (name: string, run: () => Promise<void>) => void };

for (const { name, run } of storeCases) Deno.test(name, () => run(harness));
