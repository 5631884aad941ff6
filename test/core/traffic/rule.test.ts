import { describe, it } from "vitest";
import * as rule from "../../../core/traffic/judge.ts";
import { ruleCases } from "./rule/cases.ts";

describe("the rule of traffic", () => {
  it.each(ruleCases)("$name", ({ run }) => run(rule));
});
