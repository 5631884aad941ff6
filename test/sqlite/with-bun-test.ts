import { test } from "bun:test";
import { storeCases } from "../conformance/mod.ts";
import { harness } from "./harness.ts";

for (const { name, run } of storeCases) test(name, () => run(harness));
