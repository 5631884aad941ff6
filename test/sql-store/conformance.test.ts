import { describe, it } from "vitest";
import { storeCases } from "../conformance/mod.ts";
import { harness } from "./harness.ts";

describe("the SQL store on SQLite, with 100 parameters of a statement", () => {
  it.each(storeCases)("$name", ({ run }) => run(harness));
});
